import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { findRegion } from './aws/find-region.ts';

/** A dashboard with the region of its file, or else the one that the user's environment names. */
export const withRegion = async (dashboard: LoadedDashboard): Promise<LoadedDashboard> => {
  const region = dashboard.region ?? (await findRegion());
  return region === undefined ? dashboard : { ...dashboard, region };
};
