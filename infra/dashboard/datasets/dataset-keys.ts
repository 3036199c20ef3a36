import type { CacheConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetSource, DatasetWindow } from '../../../shared/config/dataset.ts';
import type { SqlParameter } from '../../../shared/config/sources.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import { describeValue } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { compileCache } from '../head/check-cache.ts';
import type { SourceKind } from '../kinds/source-kind.ts';
import { KINDS } from '../registry/kinds.ts';
import { readLength } from '../selection/read-selection.ts';

/** Reports the keys that a source of this kind does not have. */
export const foreignKeys = (fields: Fields, kind: SourceKind, path: Path): readonly DefinitionProblem[] => {
  const { name, isFile, keys } = kind;
  const ofOthers = KINDS.filter((other) => other !== kind).flatMap((other) =>
    Object.keys(other.keys.beside ?? {})
      .filter((key) => key in fields && !(key in (keys.beside ?? {})))
      .map((key) => ({
        path: [...path, key],
        part: 'key' as const,
        message: `\`${key}\` is for \`${other.name}\`, and this dataset is \`${name}\``,
        hint: keys.foreign?.[key] ?? 'remove it',
      })),
  );
  if (!isFile || !('window' in fields)) return ofOthers;
  const message = `\`window\` is for queries, and this dataset is \`${name}\``;
  const hint = `write it inside, with the column of the times: \`${name}: { file: ..., window: { of: Created at, last: 24h } }\``;
  return [...ofOthers, { path: [...path, 'window'], part: 'key', message, hint }];
};

const usesLength = (parameters: readonly SqlParameter[]): boolean =>
  parameters.includes('from') || parameters.includes('timePeriod');

/** Warns of a window whose length the query does not use. */
export const idleWindow = (source: DatasetSource, fields: Fields, path: Path): readonly DefinitionProblem[] => {
  if (!source.parameters || !('window' in fields) || usesLength(source.parameters)) return [];
  const message = '`window` has no effect: the query uses neither :from nor :timePeriod';
  const hint = 'write where at between :from and :to in the query, or remove `window`';
  return [{ path: [...path, 'window'], part: 'key', message, hint, severity: 'warning' }];
};

/** Returns the length of a dataset's slots. Expects what the schema accepts. */
export const compileSlot = (cache: unknown, { slots }: SourceKind): CacheConfig =>
  compileCache(cache) ?? { ttl: slots.defaultMs, shared: false };

/** Checks that the slots of a dataset are long enough, because the schema cannot check it. */
export const checkSlot = (cache: unknown, { slots }: SourceKind, path: Path): readonly DefinitionProblem[] => {
  const isMap = hasFields(cache);
  const text = isMap ? cache.ttl : cache;
  const ttl = text === undefined ? undefined : parseDuration(text);
  if (ttl === undefined || ttl >= slots.minMs) return [];
  const at = isMap ? [...path, 'cache', 'ttl'] : [...path, 'cache'];
  return [{ path: at, message: `${namePath(at)} cannot be ${describeValue(text)}`, hint: slots.hint }];
};

/** Returns the window of a dataset's query; undefined if each request chooses the window. */
export const compileWindow = (window: unknown): DatasetWindow | undefined => {
  const { last, atMost } = asFields(window);
  const length = readLength(last);
  const bound = parseDuration(atMost);
  if (length !== undefined) return { last: length };
  return bound === undefined ? undefined : { atMost: bound };
};
