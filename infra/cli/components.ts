import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { type CatalogueEntry, isOfOthers, loadCatalogue } from '../build/catalogue/load-catalogue.ts';
import {
  type CatalogueComponent,
  columnsOf,
  describeComponent,
  listComponents,
  searchComponents,
} from '../build/catalogue/render-shape.ts';
import { defineCommand, formatOption } from '../command-line/define-command.ts';
import { didYouMean } from '../dashboard/folder/name-words.ts';
import { bothNames, hasInName, isNameOf } from '../language/chinese-names.ts';
import { forReader } from '../language/language.ts';
import { commandLine } from '../program/command-line.ts';
import { fail } from '../terminal/fail.ts';
import { printFormat } from '../terminal/print.ts';

const toEntry = (one: CatalogueComponent): string =>
  `${bothNames(one.component)}\n  ${one.source.title}.\n  ${columnsOf(one)}`;

interface Found {
  readonly found: readonly CatalogueComponent[];
  /** With a component of exactly this name: the others that have it in their names. */
  readonly alike: readonly CatalogueComponent[];
}

const namesAlike = (alike: readonly CatalogueComponent[]): readonly string[] =>
  alike.length === 0
    ? []
    : ['', 'Others with this in their names:', ...alike.map((one) => `  ${bothNames(one.component)}`)];

const text = ({ found, alike }: Found, catalogue: readonly CatalogueEntry[]): string => {
  const [only] = found;
  if (only && found.length === 1)
    return forReader([describeComponent(only, catalogue), ...namesAlike(alike)].join('\n'));
  const [others, ofPlatform] = [true, false].map((is) => found.filter(({ source }) => isOfOthers(source) === is));
  return forReader(
    [
      ...(ofPlatform ?? []).map(toEntry),
      ...(others?.length ? ['For other front ends than the platform:', ...others.map(toEntry)] : []),
      `${ofPlatform?.length ?? 0} components. To show one in full: ${commandLine('components', only?.component ?? '<name>')}`,
    ].join('\n'),
  );
};

const json = ({ found, alike }: Found): string =>
  JSON.stringify(
    [...found, ...alike].map((one) => ({
      component: one.component,
      family: one.source.family,
      shape: one.source.shape.id,
      sentence: one.source.title,
      columns: columnsOf(one),
    })),
    null,
    2,
  );

const FORMATS = { text, json };

const describeMiss = (words: string, components: readonly CatalogueComponent[]): string => {
  const near = nearestNames(
    words,
    components.map(({ component }) => component),
  );
  const hint = near.length > 0 ? didYouMean(near) : `${commandLine('components')} lists all of them`;
  return `No component has '${words}' in its name, its description or its columns: ${hint}`;
};

export const command = defineCommand({
  argument: {
    value: 'words',
    meaning: 'words of a component’s English or Chinese name, description or columns',
    isMany: true,
  },
  options: { format: formatOption(FORMATS, 'text') },
  notes: [
    'If only one component fits, it is shown in full: its columns with an example and the meaning of codes, its limits, ' +
      'and components with similar columns; below follow others with its name in theirs. json prints [{ component, family, shape, sentence, columns }].',
  ],
  run: async ({ format }, { words }) => {
    const catalogue = await loadCatalogue();
    const components = listComponents(catalogue);
    const name = words.join(' ');
    const named = components.filter(({ component }) => isNameOf(component, name));
    const alike =
      named.length === 0 ? [] : components.filter((one) => !named.includes(one) && hasInName(one.component, name));
    const found =
      named.length > 0
        ? named
        : searchComponents(
            components,
            words.flatMap((word) => word.split(/\s+/)),
          );
    if (found.length === 0) return fail(describeMiss(name, components));
    printFormat(format, FORMATS[format]({ found, alike }, catalogue));
    return undefined;
  },
});
