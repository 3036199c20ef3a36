import type { CacheConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetConfig, DatasetWindow } from '../../../shared/config/dataset.ts';
import type { SqlParameter } from '../../../shared/config/sources.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import { describeValue } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { ATHENA_KEYS } from '../head/athena-settings.ts';
import { compileCache } from '../head/check-cache.ts';

/** A dataset with a valid definition. */
export interface LoadedDataset {
  readonly config: DatasetConfig;
  /** Bytes that one query through Athena may scan. Absent for other sources. */
  readonly scan?: number;
  /**
   * Places of the files that an Athena query reads: `s3://bucket/prefix/`, each ending in a slash. Without it, the
   * query reads them through Lake Formation.
   */
  readonly data?: readonly string[];
  /** Folder in S3 in which a named workgroup puts its results: `s3://bucket/prefix/`. Absent if Athena manages them. */
  readonly results?: string;
}

/** The kind of a dataset's source. */
export type DatasetKind = DatasetConfig['source']['source'];

/** Reports the keys that a source of this kind does not have. */
export const foreignKeys = (fields: Fields, kind: DatasetKind, path: Path): readonly DefinitionProblem[] => {
  if (kind === 'athena') return [];
  const ofAthena = ATHENA_KEYS.filter((key) => key in fields).map((key) => ({
    path: [...path, key],
    part: 'key' as const,
    message: `\`${key}\` is for \`athena\`, and this dataset is \`${kind}\``,
    hint: key === 'database' && kind === 'sql' ? 'remove it: SQL queries the database of the dashboard' : 'remove it',
  }));
  if (kind === 'sql' || !('window' in fields)) return ofAthena;
  const hint =
    'write it inside, with the column of the times: `csv: { file: ..., window: { of: Created at, last: 24h } }`';
  return [
    ...ofAthena,
    { path: [...path, 'window'], part: 'key', message: '`window` is for queries, and this dataset is `csv`', hint },
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
  const message = '`window` has no effect: the query uses neither :from nor :timePeriod';
  const hint = 'write where at between :from and :to in the query, or remove `window`';
  return [{ path: [...path, 'window'], part: 'key', message, hint, severity: 'warning' }];
};

interface SlotRules {
  readonly minMs: number;
  readonly defaultMs: number;
  /** Says why no shorter slot is allowed. */
  readonly hint: string;
}

const MINUTE_MS = 60_000;

const OF_ONE_READ: SlotRules = {
  minMs: 1000,
  defaultMs: MINUTE_MS,
  hint: 'write 1s or more: all requests of one slot share one read',
};

const RULES: Readonly<Record<DatasetKind, SlotRules>> = {
  athena: {
    minMs: MINUTE_MS,
    defaultMs: 10 * MINUTE_MS,
    hint: 'write 1m or more: each slot is a query that Athena charges for',
  },
  sql: OF_ONE_READ,
  csv: OF_ONE_READ,
};

/** Returns the length of a dataset's slots. Expects what the schema accepts. */
export const compileSlot = (cache: unknown, kind: DatasetKind): CacheConfig =>
  compileCache(cache) ?? { ttl: RULES[kind].defaultMs, shared: false };

/** Checks that the slots of a dataset are long enough, because the schema cannot check it. */
export const checkSlot = (cache: unknown, kind: DatasetKind, path: Path): readonly DefinitionProblem[] => {
  const isMap = hasFields(cache);
  const text = isMap ? cache.ttl : cache;
  const ttl = text === undefined ? undefined : parseDuration(text);
  if (ttl === undefined || ttl >= RULES[kind].minMs) return [];
  const at = isMap ? [...path, 'cache', 'ttl'] : [...path, 'cache'];
  return [{ path: at, message: `${namePath(at)} cannot be ${describeValue(text)}`, hint: RULES[kind].hint }];
};

/** Returns the window of a dataset's query; undefined if each request chooses the window. */
export const compileWindow = (window: unknown): DatasetWindow | undefined => {
  const { last, atMost } = asFields(window);
  const length = last === 'today' ? last : parseDuration(last);
  const bound = parseDuration(atMost);
  if (length !== undefined) return { last: length };
  return bound === undefined ? undefined : { atMost: bound };
};
