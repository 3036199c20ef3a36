import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';

const DEFAULT_REGION = 'us-east-1';

/** Returns the region of a dashboard's stack. The local stack ignores it, so any region is valid there. */
export const regionOf = ({ region }: Pick<LoadedDashboard, 'region'>, stage: string): string =>
  stage === 'local' ? DEFAULT_REGION : (region ?? DEFAULT_REGION);
