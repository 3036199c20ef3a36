import type { DashboardConfig } from '../config/dashboard-config.ts';
import { partsOf } from '../config/sources.ts';
import { spanInZone } from '../tabular/time-zone.ts';

type Zoned = Pick<DashboardConfig, 'endpoints' | 'timezone'>;

const hasSelection = ({ endpoints }: Zoned): boolean =>
  Object.values(endpoints).some(({ tables }) =>
    Object.values(tables).some((source) =>
      partsOf(source).some((part) => part.source !== 'sql' && part.selection !== undefined),
    ),
  );

/**
 * Finds the clock changes of the dashboard's time zone in the year of `time`, if an endpoint has a selection. The
 * rehearsal reads no times, but selections do, and the first use of a time zone loads ICU, which takes 10 ms at full
 * CPU speed.
 */
export const warmClock = (config: Zoned, time: number): void => {
  if (hasSelection(config)) spanInZone(time, config.timezone);
};
