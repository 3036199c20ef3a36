import type { DatasetConfig } from '../../../shared/config/dataset.ts';
import type { SqlParameter } from '../../../shared/config/sources.ts';
import type { DefinitionProblem } from '../definition-problem.ts';
import type { Fields } from '../fields.ts';
import type { Path } from '../read-yaml.ts';
import { ATHENA_KEYS } from './athena-settings.ts';

/** The kind of a dataset's source. */
export type DatasetKind = DatasetConfig['source']['source'];

/** Reports the keys that a source of this kind does not have. */
export const foreignKeys = (fields: Fields, kind: DatasetKind, path: Path): readonly DefinitionProblem[] => {
  if (kind === 'athena') return [];
  const ofAthena = ATHENA_KEYS.filter((key) => key in fields).map((key) => ({
    path: [...path, key],
    part: 'key' as const,
    message: `${key} is for athena, and this dataset is ${kind}`,
    hint: key === 'database' && kind === 'sql' ? 'remove it: SQL queries the database of the dashboard' : 'remove it',
  }));
  if (kind === 'sql' || !('window' in fields)) return ofAthena;
  const hint =
    'write it inside, with the column of the times: csv: { file: ..., window: { of: Created at, last: 24h } }';
  return [
    ...ofAthena,
    { path: [...path, 'window'], part: 'key', message: 'window is for queries, and this dataset is csv', hint },
  ];
};

const usesLength = (parameters: readonly SqlParameter[]): boolean =>
  parameters.includes('from') || parameters.includes('timePeriod');

/** Warns of a window whose length the query does not use. */
export const idleWindow = (
  source: DatasetConfig['source'],
  fields: Fields,
  path: Path,
): readonly DefinitionProblem[] => {
  if (source.source === 'csv' || !('window' in fields) || usesLength(source.parameters)) return [];
  const message = 'window has no effect: the query uses neither :from nor :timePeriod';
  const hint = 'write where at between :from and :to in the query, or remove window';
  return [{ path: [...path, 'window'], part: 'key', message, hint, severity: 'warning' }];
};
