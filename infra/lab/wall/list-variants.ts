import { parseQuantity, SECONDS } from '../../cost/quantity.ts';
import type { Variant, WallComponent } from './simulation.ts';

/** Stands for the dashboard file's `cache` and `stale` in a list of durations. */
export const OWN = 'own';

export interface KeptOptions {
  readonly cache: string;
  readonly stale: string;
}
export const KEPT_DEFAULTS: KeptOptions = { cache: '30s,10m', stale: '10m' };
export const KEPT: KeptOptions = {
  cache: `TTLs of the cache: one duration or more, separated by commas; ${OWN} for the caches of dashboard.yml`,
  stale: 'time that the last good response is served while a source fails',
};

type Kept = Pick<Variant, 'cache' | 'stale'>;

const readOwn = (components: readonly WallComponent[]): Kept => {
  if (components.some(({ config }) => config.cache)) return {};
  throw new Error(
    `--cache ${OWN} uses the caches of dashboard.yml, but these endpoints have none; set \`cache\` there, or name a duration`,
  );
};

const readSeconds = (option: string, text: string): number => {
  const seconds = parseQuantity(text, SECONDS);
  if (seconds === undefined)
    throw new Error(`--${option} must be a duration such as ${SECONDS.example}, not '${text}'`);
  return seconds;
};

/** Writes the cache of a variant: `30s`, `own`. */
export const writeCache = ({ cache }: Kept): string => (cache === undefined ? OWN : SECONDS.write(cache));

/** Lists the variants: without a cache, then each TTL with a cache in memory and with a shared cache. */
export const listVariants = (
  { cache, stale }: KeptOptions,
  components: readonly WallComponent[],
): readonly Variant[] => {
  const lasting = readSeconds('stale', stale);
  const kept = cache.split(',').map((text): Kept => {
    const word = text.trim();
    return word === OWN ? readOwn(components) : { cache: readSeconds('cache', word), stale: lasting };
  });
  const inBothPlaces = (caching: Kept): readonly Variant[] => [
    { ...caching, kept: 'in memory', name: `cache: ${writeCache(caching)} in memory` },
    { ...caching, kept: 'shared', name: `cache: ${writeCache(caching)} shared` },
  ];
  return [{ name: 'no cache', kept: 'not' }, ...kept.flatMap(inBothPlaces)];
};
