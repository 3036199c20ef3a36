import { parseQuantity, SECONDS, writeQuantity } from '../cost/quantity.ts';
import type { Variant, WallComponent } from './simulation.ts';

/** What stands for the dashboard file's own `cache` and `stale` in a list of durations. */
export const OWN = 'own';

export const CACHES = '30s,10m';
export const STALE = '10m';

type Kept = Pick<Variant, 'cache' | 'stale'>;

const readOwn = (components: readonly WallComponent[]): Kept => {
  if (components.some(({ config }) => config.cache)) return {};
  throw new Error(`--cache ${OWN} takes what dashboard.yml says, and it gives these endpoints no cache`);
};

const readSeconds = (option: string, text: string): number => {
  const seconds = parseQuantity(text, SECONDS);
  if (seconds === undefined) throw new Error(`--${option} takes a duration such as ${SECONDS.example}, not ${text}`);
  return seconds;
};

/** How a variant writes its cache: `30s`, `own`. */
export const writeCache = ({ cache }: Kept): string => (cache === undefined ? OWN : writeQuantity(cache, SECONDS));

/** Without a cache; then for each duration kept by each environment for itself, and by all together. */
export const listVariants = (
  { cache, stale }: { readonly cache: string; readonly stale: string },
  components: readonly WallComponent[],
): readonly Variant[] => {
  const lasting = readSeconds('stale', stale);
  const kept = cache.split(',').map((text): Kept => {
    const word = text.trim();
    return word === OWN ? readOwn(components) : { cache: readSeconds('cache', word), stale: lasting };
  });
  const both = (one: Kept): readonly Variant[] => [
    { ...one, kept: 'in memory', name: `cache: ${writeCache(one)} in memory` },
    { ...one, kept: 'shared', name: `cache: ${writeCache(one)} shared` },
  ];
  return [{ name: 'no cache', kept: 'not' }, ...kept.flatMap(both)];
};
