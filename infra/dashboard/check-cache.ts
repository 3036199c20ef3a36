import type { CacheConfig } from '../../shared/config/dashboard-config.ts';
import { type DefinitionProblem, namePath } from './definition-problem.ts';
import { describeValue } from './describe-value.ts';
import { parseDuration } from './duration.ts';
import type { Path } from './read-yaml.ts';

interface Cache {
  readonly ttl: unknown;
  readonly shared: boolean;
}

/** Of a shared answer: environments that wait for the one that makes it ask again for up to this long. */
const SHORTEST_SHARED = 1000;

/** `30s` or `{ ttl: 30s, shared: true }`, of whatever form. */
const readCache = (value: unknown): Cache => {
  const isMap = typeof value === 'object' && value !== null;
  const { ttl, shared } = isMap ? (value as Partial<Cache>) : { ttl: value, shared: false };
  return { ttl, shared: shared === true };
};

/** The cache of a dashboard or an endpoint, of a form that the schema found right: undefined where nothing is kept. */
export const compileCache = (value: unknown): CacheConfig | undefined => {
  const { ttl: text, shared } = readCache(value);
  const ttl = parseDuration(text) ?? 0;
  return ttl > 0 ? { ttl, shared } : undefined;
};

/** What the schema cannot say of the key `cache` below a path: an answer that is shared has to last. */
export const checkCache = (value: unknown, path: Path): readonly DefinitionProblem[] => {
  const { ttl: text, shared } = readCache(value);
  const ttl = parseDuration(text);
  if (!shared || ttl === undefined || ttl >= SHORTEST_SHARED) return [];
  const ttlPath = [...path, 'cache', 'ttl'];
  const hint =
    ttl === 0
      ? 'write 1s or more, or cache: 0s to keep no answers'
      : 'write 1s or more: others wait that long for the answer that one environment makes; or leave shared out';
  return [{ path: ttlPath, message: `${namePath(ttlPath)} cannot be ${describeValue(text)} where it is shared`, hint }];
};
