import { createEstimate, type Estimate } from './create-estimate.ts';
import type { WallEndpoint } from './wall.ts';

const changed = ({ wall, assumptions, prices }: Estimate, change: Partial<WallEndpoint>): Estimate => {
  const other = wall.map((endpoint) => ({ ...endpoint, ...change }));
  return createEstimate(other, assumptions, prices);
};

/** Estimates the same wall without caches. */
export const withoutCaches = (estimate: Estimate): Estimate => changed(estimate, { cacheSeconds: 0, isShared: false });

/** Estimates the same wall without the shared cache. */
export const withoutSharing = (estimate: Estimate): Estimate => changed(estimate, { isShared: false });
