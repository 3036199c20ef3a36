import { nearestNames, plainName } from '../../../shared/catalogue/nearest-names.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import { commandLine } from '../../build/command-line.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { didYouMean, quoted } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

/** The shapes that endpoints can have, with their families. */
export type Catalogue = readonly { readonly family: string; readonly shape: Shape }[];

/** A component of the catalogue, by the name that the interface gives it. */
export interface Component {
  readonly name: string;
  readonly family: string;
  readonly shape: Shape;
}

/** Finds a component by the letters and digits of its name, in any case. */
export const resolveComponent = (name: unknown, catalogue: Catalogue): Component | undefined => {
  const components = catalogue.flatMap(({ family, shape }) =>
    shape.components.map((one) => ({ name: one, family, shape })),
  );
  return components.find((component) => plainName(component.name) === plainName(String(name)));
};

/** Reports a name that no component has. */
export const unknownComponent = (name: string, catalogue: Catalogue, path: Path): DefinitionProblem => {
  const known = catalogue.flatMap(({ shape }) => shape.components);
  const near = nearestNames(name, known);
  const hint = near.length > 0 ? didYouMean(near) : `${commandLine('components')} lists the components`;
  return { path, message: `unknown component ${quoted(name)}`, hint };
};
