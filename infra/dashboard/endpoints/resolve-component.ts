import { nearestNames, plainName } from '../../../shared/catalogue/nearest-names.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import { say } from '../../../shared/tabular/say.ts';
import { chineseName, chineseWords, isNameOf } from '../../language/chinese-names.ts';
import { commandLine } from '../../program/command-line.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { fullWidthProblem } from '../folder/full-width.ts';
import { didYouMean, quoted } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

export type Catalogue = readonly { readonly family: string; readonly shape: Shape }[];

export interface Component {
  readonly name: string;
  readonly family: string;
  readonly shape: Shape;
}

/** Finds a component by the letters and digits of its English or Chinese name, in any case. */
export const resolveComponent = (name: unknown, catalogue: Catalogue): Component | undefined => {
  const components = catalogue.flatMap(({ family, shape }) =>
    shape.components.map((one) => ({ name: one, family, shape })),
  );
  return components.find((component) => isNameOf(component.name, String(name)));
};

/** Returns names such as `饼图 (Pie Chart)`. */
const nearestChinese = (name: string, known: readonly string[]): readonly string[] => {
  const named = (component: string) => `${chineseName(component)} (${component})`;
  const sought = known.filter((one) => chineseWords(one).some((word) => plainName(word) === plainName(name)));
  if (sought.length > 0) return sought.slice(0, 3).map(named);
  const near = nearestNames(
    name,
    known.flatMap((one) => chineseName(one) ?? []),
  );
  return near.flatMap((chinese) => known.filter((one) => chineseName(one) === chinese).map(named));
};

export const unknownComponent = (name: string, catalogue: Catalogue, path: Path): DefinitionProblem => {
  const fullWidth = fullWidthProblem(name);
  if (fullWidth) return { path, ...fullWidth };
  const known = catalogue.flatMap(({ shape }) => shape.components);
  const near = /\p{Script=Han}/u.test(name) ? nearestChinese(name, known) : nearestNames(name, known);
  const hint = near.length > 0 ? didYouMean(near) : `${commandLine('components')} lists the components`;
  return { path, message: say`unknown component ${quoted(name)}`, hint };
};
