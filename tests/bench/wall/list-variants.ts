import { parseQuantity, SECONDS } from '../../../infra/cost/quantity.ts';
import type { Variant, WallComponent } from './simulation.ts';

/** What stands for the dashboard file's own `cache` and `stale` in a list of durations. */
export const OWN = 'own';

/** The options that say how answers are kept, and their defaults. */
export interface KeptOptions {
  readonly cache: string;
  readonly stale: string;
}
export const KEPT_DEFAULTS: KeptOptions = { cache: '30s,10m', stale: '10m' };
export const KEPT: KeptOptions = {
  cache: `how long answers are kept: one duration or more, ${OWN} for what dashboard.yml says`,
  stale: 'how much longer the last good answer is served while a source fails',
};

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
export const writeCache = ({ cache }: Kept): string => (cache === undefined ? OWN : SECONDS.write(cache));

/** Without a cache; then for each duration kept by each environment for itself, and by all together. */
export const listVariants = (
  { cache, stale }: KeptOptions,
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
