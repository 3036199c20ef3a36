import { DEFAULT_QUOTAS } from './quotas.ts';
import type { Scenario } from './scenario.ts';

/** The command's options for the walls. */
export interface LakeSettings {
  readonly walls: number;
  readonly components: number;
  readonly refreshMs: number;
  readonly queryMs: number;
  readonly activeQueries: number;
  readonly seed: number;
}

const MINUTE_MS = 60_000;
const TEN_MINUTES_MS = 10 * MINUTE_MS;
/** Number of Lambda functions of a wall. Its components belong to several families. */
const FAMILIES = 4;
/** Number of walls that show the same data, such as one in each branch of a company. */
const WALLS_OF_A_KIND = 20;
/** Quota of active queries for an account in a small region. */
const FEW_ACTIVE_QUERIES = 20;

/** Lists the ways to run many walls, beginning with the one that runs the most queries. */
export const listScenarios = (settings: LakeSettings): readonly Scenario[] => {
  const { walls, components, refreshMs, queryMs, activeQueries, seed } = settings;
  const quotas = { ...DEFAULT_QUOTAS, activeQueries };
  const base = { walls, components, refreshMs, queryMs, quotas, seed, families: FAMILIES, kinds: walls, datasets: 1 };
  const slow = { ...base, slotMs: TEN_MINUTES_MS, slots: 2 };
  const fast = { ...base, slotMs: MINUTE_MS, slots: 10 };
  return [
    { ...slow, name: 'a query for each component', datasets: components, isShared: true, isSpread: true },
    { ...slow, name: 'dataset, unshared, together', isShared: false, isSpread: false },
    { ...slow, name: 'dataset, together', isShared: true, isSpread: false },
    { ...slow, name: 'dataset, unshared', isShared: false, isSpread: true },
    { ...slow, name: 'dataset', isShared: true, isSpread: true },
    {
      ...slow,
      name: `dataset, ${FEW_ACTIVE_QUERIES} active queries`,
      isShared: true,
      isSpread: true,
      quotas: { ...quotas, activeQueries: FEW_ACTIVE_QUERIES },
    },
    { ...fast, name: 'dataset, together', isShared: true, isSpread: false },
    { ...fast, name: 'dataset', isShared: true, isSpread: true },
    {
      ...fast,
      name: `dataset, ${WALLS_OF_A_KIND} walls the same`,
      isShared: true,
      isSpread: true,
      kinds: Math.ceil(walls / WALLS_OF_A_KIND),
    },
  ];
};
