import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import type { Assumptions, FromFile } from './assumptions.ts';
import { wakeSeconds } from './open-times.ts';

/** Returns the assumptions that the dashboard file sets. */
export const assumeDashboard = (dashboard: LoadedDashboard): Pick<Assumptions, FromFile> => ({
  memoryMb: dashboard.memory,
  wakeSeconds: wakeSeconds(dashboard),
  watch: dashboard.watch,
  accessLog: dashboard.accessLog,
  hasHours: dashboard.hours !== undefined,
  zones: dashboard.domain?.hostedZone === undefined ? 0 : 1,
});
