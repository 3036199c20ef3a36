import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';

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

const unknownFamily = (family: string, name: string, families: readonly string[]): string => {
  const near = nearestNames(family, families).map((one) => `${one}/${name}`);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `known are ${families.join(', ')}.`;
  return `there is no family ${family} (${hint} To make a new family, add --new-family)`;
};

/** Returns the fault of a family's name; undefined if a shape may be in the family. */
const familyFault = (family: string, name: string, families: readonly string[], isNew: boolean): string | undefined => {
  if (!isNew) return families.includes(family) ? undefined : unknownFamily(family, name, families);
  if (families.includes(family)) return `the family ${family} exists already (leave out --new-family)`;
  if (KEBAB_CASE.test(family) && family !== 'common') return undefined;
  return `${family} cannot be the name of a family (write one such as gauge-cluster)`;
};

/**
 * Parses `pie/mini-pie-chart` into its parts, or returns a message that says why it cannot.
 * @param families the families that exist.
 * @param isNew true if the family shall be new.
 */
export const parseShapeName = (
  text: string,
  families: readonly string[],
  isNew: boolean,
): ShapeName | { readonly message: string } => {
  const [family = '', name = '', ...more] = text.split('/');
  if (name === '' || more.length > 0) {
    return { message: `${text} is not <family>/<shape> (write, for example, pie/mini-pie-chart)` };
  }
  const fault = familyFault(family, name, families, isNew);
  if (fault !== undefined) return { message: fault };
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
