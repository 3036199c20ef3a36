import { compileSlot } from '../../dashboard/datasets/check-datasets.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { parseDuration } from '../../dashboard/folder/duration.ts';
import { asFields, type Fields, hasFields } from '../../dashboard/folder/fields.ts';
import { isBelow, type Path } from '../../dashboard/folder/read-yaml.ts';
import { compileCache } from '../../dashboard/head/caching.ts';
import { compileHead } from '../../dashboard/head/check-head.ts';
import { kindNamed } from '../../dashboard/registry/kinds.ts';
import { readSourceOptions } from '../change-datasets.ts';
import { createEstimate, type Estimate } from '../create-estimate.ts';
import { assume, type CostInput } from '../estimate-dashboard.ts';
import { loggedBytes } from '../log-lines.ts';
import type { WallDataset, WallEndpoint } from '../wall.ts';

export interface Edit {
  readonly path: Path;
  /** Null removes the key. */
  readonly value: unknown;
}

export interface Changes {
  readonly edits: readonly Edit[];
  readonly options: Readonly<Record<string, string>>;
}

const editOne = (value: unknown, [step, ...rest]: Path, edited: unknown): unknown => {
  if (step === undefined) return edited;
  const { [step]: old, ...others } = asFields(value);
  const inside = editOne(old, rest, edited);
  if (inside === null) return others;
  return Object.hasOwn(asFields(value), step) ? { ...asFields(value), [step]: inside } : { ...others, [step]: inside };
};

export const editValue = (value: Fields, edits: readonly Edit[]): Fields =>
  edits.reduce<unknown>((edited, edit) => editOne(edited, edit.path, edit.value), value) as Fields;

/** True if two changes set the same value, or a value and something inside it. */
export const areExclusive = (one: Changes, other: Changes): boolean =>
  one.edits.some(({ path }) => other.edits.some((edit) => isBelow(path, edit.path) || isBelow(edit.path, path))) ||
  Object.keys(one.options).some((option) => Object.hasOwn(other.options, option));

export const unite = (changes: readonly Changes[]): Changes => ({
  edits: changes.flatMap(({ edits }) => edits),
  options: Object.assign({}, ...changes.map(({ options }) => options)),
});

type Caching = Pick<WallEndpoint, 'cacheSeconds' | 'isShared'>;

const cachingOf = (cache: unknown): Caching => {
  const { ttl, shared } = compileCache(cache) ?? { ttl: 0, shared: false };
  return { cacheSeconds: ttl / 1000, isShared: shared };
};

const withSlot = (dataset: WallDataset, { datasets }: Fields): WallDataset => {
  const { ttl, shared } = compileSlot(asFields(asFields(datasets)[dataset.dataset]).cache, kindNamed(dataset.kind));
  const isSame = dataset.slotSeconds === ttl / 1000 && dataset.isShared === shared;
  return isSame ? dataset : { ...dataset, slotSeconds: ttl / 1000, isShared: shared };
};

/** Returns the cache of an endpoint by the rules of infra/dashboard/endpoints/compile-endpoint.ts. */
const cacheOf = ({ endpoint, objects, queries }: WallEndpoint, datasets: readonly WallDataset[], value: Fields) => {
  const own = asFields(asFields(value.endpoints)[endpoint]);
  if ('cache' in own) return cachingOf(own.cache);
  const ofDashboard = cachingOf(value.cache);
  if (datasets.length === 0) return ofDashboard;
  const hasOthers = objects + queries > 0;
  if (hasOthers && ofDashboard.cacheSeconds === 0) return { cacheSeconds: 0, isShared: false };
  const caches = [
    ...datasets.map(({ slotSeconds, isShared }): Caching => ({ cacheSeconds: slotSeconds, isShared })),
    ...(hasOthers ? [ofDashboard] : []),
  ];
  return {
    cacheSeconds: Math.min(...caches.map(({ cacheSeconds }) => cacheSeconds)),
    isShared: caches.every(({ isShared }) => isShared),
  };
};

/** Set only endpoints, datasets or caches, and no other property of the dashboard. */
const INNER_KEYS: readonly unknown[] = ['endpoints', 'datasets', 'cache'];

export interface Variant extends Pick<CostInput, 'dashboard' | 'options'> {
  readonly estimate: Estimate;
}

/** Returns the same object if nothing has changed. */
const describe = (
  one: WallEndpoint,
  { written, name, watch }: LoadedDashboard,
  old: Variant,
  keepsRefresh: boolean,
) => {
  const datasets = one.datasets.map((dataset) => withSlot(dataset, written.value));
  const refreshMs = parseDuration(asFields(asFields(written.value.endpoints)[one.endpoint]).refresh);
  const isRelogged = watch !== old.dashboard.watch && one.logBytes !== undefined;
  const changed = {
    ...one,
    ...cacheOf(one, datasets, written.value),
    refreshSeconds: keepsRefresh && refreshMs !== undefined ? refreshMs / 1000 : undefined,
    ...(isRelogged && { logBytes: loggedBytes({ ...one, dashboard: name, watch }) }),
  };
  const isSame =
    !isRelogged &&
    changed.cacheSeconds === one.cacheSeconds &&
    changed.isShared === one.isShared &&
    changed.refreshSeconds === one.refreshSeconds &&
    datasets.every((dataset, index) => dataset === one.datasets[index]);
  const { refreshSeconds, ...rest } = changed;
  return isSame ? one : { ...rest, datasets, ...(refreshSeconds !== undefined && { refreshSeconds }) };
};

/** Calculates again only the parts that the changes affect. */
export const tryChanges = (old: Variant, { edits, options }: Changes): Variant => {
  const value = editValue(old.dashboard.written.value, edits);
  const isInner = edits.every(({ path: [key] }) => INNER_KEYS.includes(key));
  const head = isInner ? {} : compileHead(value, []);
  const dashboard = { ...old.dashboard, ...head, written: { ...old.dashboard.written, value } };
  const given = { ...old.options, ...options };
  const { wall, assumptions, prices } = old.estimate;
  const described = wall.map((one) => describe(one, dashboard, old, given.refresh === undefined));
  const isAssumedAgain = !isInner || Object.keys(options).length > 0;
  const assumed = isAssumedAgain ? assume(dashboard, given) : assumptions;
  return {
    dashboard,
    options: given,
    estimate: createEstimate(readSourceOptions(given)(described), assumed, prices, old.estimate),
  };
};

export const writeCache = (seconds: string, isShared: boolean): unknown =>
  isShared ? { ttl: seconds, shared: true } : seconds;

export const ownCaches = ({ endpoints }: Fields): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(asFields(endpoints)).flatMap(([slug, endpoint]) =>
      hasFields(endpoint) && 'cache' in endpoint ? [[slug, endpoint.cache] as const] : [],
    ),
  );
