import { join } from 'node:path';
import { writeFileWhole } from '../../../build/write-files.ts';
import { writeAlarms } from './alarms.ts';
import { writeCalls } from './calls.ts';
import { writeHosts } from './hosts.ts';
import { writeKpi } from './kpi.ts';
import { writeOrders } from './orders.ts';
import { writeSteps } from './steps.ts';

const EXPORTS: Readonly<Record<string, (now: number) => string | Uint8Array>> = {
  'orders.csv': writeOrders,
  'hosts-wide.csv': writeHosts,
  'alarms-gbk.csv': writeAlarms,
  'calls.csv': writeCalls,
  'steps.csv': writeSteps,
  'kpi.csv': writeKpi,
};

/**
 * Writes the files that the demo's systems would export at `now`, in milliseconds, to a folder. The rows depend on
 * nothing but their time, so a later export repeats the rows of an earlier one.
 */
export const writeExports = async (folder: string, now: number): Promise<void> => {
  await Promise.all(Object.entries(EXPORTS).map(([name, write]) => writeFileWhole(join(folder, name), write(now))));
};
