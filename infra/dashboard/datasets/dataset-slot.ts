import type { CacheConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetWindow } from '../../../shared/config/dataset.ts';
import { compileCache } from '../check-cache.ts';
import { type DefinitionProblem, namePath } from '../definition-problem.ts';
import { describeValue } from '../describe-value.ts';
import { parseDuration } from '../duration.ts';
import { asFields, hasFields } from '../fields.ts';
import type { Path } from '../read-yaml.ts';
import type { DatasetKind } from './dataset-keys.ts';

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
