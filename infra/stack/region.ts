import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';

const DEFAULT_REGION = 'us-east-1';

/** Where a dashboard's stack is. Of the local stack the region means nothing, so none is wrong there. */
export const regionOf = ({ region }: Pick<LoadedDashboard, 'region'>, stage: string): string =>
  stage === 'local' ? DEFAULT_REGION : (region ?? DEFAULT_REGION);
