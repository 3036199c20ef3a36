import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { FAMILIES } from './families.ts';

/** The name of a shape, whose folder is `schemas/<family>/<name>`. */
export interface ShapeName {
  readonly family: string;
  readonly name: string;
}

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const NUMBER = /^s\d+(-|$)/;

const kebabCase = (text: string): string =>
  text
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const unknownFamily = (family: string, name: string): string => {
  const near = nearestNames(family, FAMILIES).map((one) => `${one}/${name}`);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `known are ${FAMILIES.join(', ')}`;
  return `there is no family ${family} (${hint})`;
};

/** Parses `pie/mini-pie-chart` into its parts, or returns a message that says why it cannot. */
export const parseShapeName = (text: string): ShapeName | { readonly message: string } => {
  const [family = '', name = '', ...more] = text.split('/');
  if (name === '' || more.length > 0) {
    return { message: `${text} is not <family>/<shape> (write, for example, pie/mini-pie-chart)` };
  }
  if (!(FAMILIES as readonly string[]).includes(family)) return { message: unknownFamily(family, name) };
  if (!KEBAB_CASE.test(name)) {
    const kebab = kebabCase(name);
    const hint = kebab === '' ? 'write lower-case letters, digits and hyphens' : `did you mean ${family}/${kebab}?`;
    return { message: `${name} is not in kebab-case (${hint})` };
  }
  if (NUMBER.test(name)) {
    return { message: `${name} is the number of a shape (name the shape after what it shows, such as carousel-list)` };
  }
  return { family, name };
};
