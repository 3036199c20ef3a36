import { join } from 'node:path';
import { writeFileWhole } from '../../../build/write-files.ts';
import { writeKpi, writeOrders, writeSteps } from './shop.ts';
import { writeAlarms, writeCalls, writeHosts } from './systems.ts';

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
