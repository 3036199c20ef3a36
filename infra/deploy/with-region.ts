import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { findRegion } from './aws/find-region.ts';

/** Returns the dashboard with the region of its file, or else of the user's environment. */
export const withRegion = async (dashboard: LoadedDashboard): Promise<LoadedDashboard> => {
  const region = dashboard.region ?? (await findRegion());
  return region === undefined ? dashboard : { ...dashboard, region };
};
