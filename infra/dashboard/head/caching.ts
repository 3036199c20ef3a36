import type { CacheConfig } from '../../../shared/config/dashboard-config.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { describeValue } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import type { HeadKey } from './head-key.ts';

const MIN_REFRESH_MS = 1000;
const MAX_REFRESH_MS = 86_400_000;

/** Checks the bounds, because the schema cannot. */
export const checkRefresh = (refresh: unknown, above: Path): readonly DefinitionProblem[] => {
  const ms = parseDuration(refresh);
  if (ms === undefined || (ms >= MIN_REFRESH_MS && ms <= MAX_REFRESH_MS)) return [];
  const path = [...above, 'refresh'];
  const message = say`${namePath(path)} cannot be ${describeValue(refresh)}`;
  return [{ path, message, hint: 'write how often the platform requests the endpoints, from 1s to 24h' }];
};

interface Cache {
  readonly ttl: unknown;
  readonly shared: boolean;
}

/** The shortest TTL of a shared cache. While one environment builds the response, the others wait this long for it. */
const MIN_SHARED_TTL_MS = 1000;

/** Reads `30s` or `{ ttl: 30s, shared: true }`, valid or not. */
const readCache = (value: unknown): Cache => {
  const isMap = typeof value === 'object' && value !== null;
  const { ttl, shared } = isMap ? (value as Partial<Cache>) : { ttl: value, shared: false };
  return { ttl, shared: shared === true };
};

/** Returns undefined if nothing is cached. Expects what the schema accepts. */
export const compileCache = (value: unknown): CacheConfig | undefined => {
  const { ttl: text, shared } = readCache(value);
  const ttl = parseDuration(text) ?? 0;
  return ttl > 0 ? { ttl, shared } : undefined;
};

/** Checks the TTL of a shared cache, because the schema cannot. */
export const checkCache = (value: unknown, path: Path): readonly DefinitionProblem[] => {
  const { ttl: text, shared } = readCache(value);
  const ttl = parseDuration(text);
  if (!shared || ttl === undefined || ttl >= MIN_SHARED_TTL_MS) return [];
  const ttlPath = [...path, 'cache', 'ttl'];
  const hint =
    ttl === 0
      ? 'write 1s or more, or `cache: 0s` to cache nothing'
      : 'write 1s or more: others wait that long for the response that one environment builds; or leave `shared` out';
  return [
    { path: ttlPath, message: say`${namePath(ttlPath)} cannot be ${describeValue(text)} for a shared cache`, hint },
  ];
};

export const cache: HeadKey = {
  group: 'Requests and responses',
  schema: {
    title: 'How long a response is served before its sources are read again',
    examples: ['30s', { ttl: '1m', shared: true }],
    default: '0s',
    $ref: '#/$defs/cache',
  },
  instead: () => 'no cache',
  check: (cache) => checkCache(cache, []),
};

export const stale: HeadKey = {
  group: 'Requests and responses',
  schema: {
    title: 'How much longer the last good response is served while its sources fail',
    examples: ['10m'],
    default: '0s',
    $ref: '#/$defs/keeping',
  },
  instead: () => 'no stale responses',
};

export const refresh: HeadKey = {
  group: 'Watching and cost',
  schema: {
    title: 'How often the platform is set to request each endpoint, for `wallfeed cost`; functions ignore it',
    examples: ['1m'],
    $ref: '#/$defs/refresh',
  },
  without: '10s, as an assumption of `cost`',
  check: (refresh) => checkRefresh(refresh, []),
};
