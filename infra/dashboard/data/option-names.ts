import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { BoundShape } from '../../../shared/pipeline/bind-endpoints.ts';
import { listNames } from '../../../shared/tabular/column-count.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { didYouMean, didYouMeanAfter, shownName } from '../folder/name-words.ts';
import type { CheckSubject } from './data-diagnostics.ts';
import type { ReadTable } from './read-tables.ts';

const problemOf = (name: string, header: readonly string[]) => {
  const near = nearestNames(name, header.filter(Boolean), 2);
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : `its columns are ${listNames(header)}`;
  return didYouMeanAfter(`the table has no column '${shownName(name)}'`, hint);
};

/** Finds the names in an option, such as `text` of Rows, that no column of the endpoint's table has. */
export const optionProblems = (
  { endpoint }: CheckSubject,
  { tables }: BoundShape,
  read: readonly ReadTable[],
): readonly DefinitionProblem[] =>
  read.flatMap(({ name, table }) => {
    const definition = tables[name];
    const option = definition?.kind === 'free' ? definition.named?.option : undefined;
    const names = option === undefined ? undefined : endpoint.config.options[option];
    if (!table || option === undefined || !Array.isArray(names)) return [];
    return names.flatMap((one: unknown, index) =>
      table.header.includes(String(one))
        ? []
        : [{ path: ['endpoints', endpoint.slug, 'options', option, index], ...problemOf(String(one), table.header) }],
    );
  });
