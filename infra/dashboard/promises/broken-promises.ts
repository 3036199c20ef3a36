import type { Promises } from '../../../shared/config/promises.ts';
import type { DatasetSource } from '../../../shared/config/sources.ts';
import type { Finding, SourceFacts } from '../../../shared/promises/finding.ts';
import { judge } from '../../../shared/promises/judge.ts';
import { factsOfRows } from '../../../shared/promises/rows-facts.ts';
import { describeFinding } from '../../../shared/promises/sentences.ts';
import { factsOfTables } from '../../../shared/promises/typed-facts.ts';
import { formatOf } from '../../../shared/sources/bind-table.ts';
import type { ColumnRows } from '../../../shared/tabular/column-rows.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

interface Judging {
  readonly path: Path;
  readonly now: number;
  readonly timezone: string;
}

const KEYS = ['newest', 'by', 'rows'];

const missingColumn = (dataset: string, { column = '' }: Finding, path: Path, rows: ColumnRows): DefinitionProblem => {
  const isKey = path.at(-1) === column;
  const names = rows.header.map(shownName).join(', ');
  const message = say`the dataset ${dataset} has no column ${shownName(column)}`;
  return { path: isKey ? path : [...path, 'of'], part: isKey ? 'key' : 'value', message, hint: `it has ${names}` };
};

const problemsOf = (
  source: string,
  promises: Promises,
  facts: SourceFacts,
  { path, now, timezone }: Judging,
  rows?: ColumnRows,
): readonly DefinitionProblem[] =>
  judge(source, promises, facts, { now, timezone }).flatMap(({ name, finding }): readonly DefinitionProblem[] => {
    if (!finding) return [];
    const own = name.slice(source.length + 1);
    const at = rows && !KEYS.includes(own) ? [...path, 'values', own] : [...path, own];
    if (finding.kind === 'noColumn' && rows) return [missingColumn(source, finding, at, rows)];
    const message = say`the promise is broken: ${describeFinding(finding, facts.newest, { now, timezone })}`;
    return [{ path: at, part: 'key', severity: 'warning', message, hint: 'correct the data, or the promise' }];
  });

/** Reports a column that the file lacks as an error. */
export const brokenByRows = (
  name: string,
  promises: Promises | undefined,
  { blank, ...source }: DatasetSource,
  rows: ColumnRows,
  judging: Omit<Judging, 'path'>,
): readonly DefinitionProblem[] => {
  if (!promises) return [];
  const cells = { ...formatOf(source), ...(blank && { blank }) };
  const facts = factsOfRows(rows, promises, { cells, timezone: judging.timezone }, judging.now);
  return problemsOf(name, promises, facts, { ...judging, path: ['datasets', name, 'expect'] }, rows);
};

export const brokenByTables = (
  slug: string,
  promises: Promises | undefined,
  tables: Parameters<typeof factsOfTables>[0],
  judging: Omit<Judging, 'path'>,
): readonly DefinitionProblem[] =>
  promises
    ? problemsOf(slug, promises, factsOfTables(tables, promises, judging.now), {
        ...judging,
        path: ['endpoints', slug, 'expect'],
      })
    : [];
