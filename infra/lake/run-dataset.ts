import { createDeadline } from '../../shared/aws/deadline.ts';
import type { DatasetConfig } from '../../shared/config/dataset.ts';
import { bindSource } from '../../shared/datasets/read-rows.ts';
import { type Slot, slotOf } from '../../shared/datasets/slot.ts';
import { UNLIMITED } from '../../shared/limits/budget.ts';
import type { DatasetRows, QueryPlace } from '../dashboard/kinds/query-run.ts';
import { kindOf } from '../dashboard/registry/kinds.ts';

/** Length of the window in minutes if the request chooses it. */
const PERIOD_MINUTES = 60;

/** Returns the slot of now, as a function finds it for a request. */
export const presentSlot = (config: DatasetConfig, timezone: string): Slot => {
  const now = Date.now();
  return slotOf(config, { currentTime: now, timePeriod: PERIOD_MINUTES }, { now, timezone });
};

const MAX_READ_MS = 60_000;

/** Reads a dataset as a function does, from the services that the environment names. */
const readAsFunction = async (config: DatasetConfig, slot: Slot, timezone: string): Promise<DatasetRows> => {
  const began = performance.now();
  const deadline = createDeadline(began + MAX_READ_MS);
  const limits = { deadline, budget: UNLIMITED, objects: undefined, hasStale: false };
  const read = await bindSource(config, timezone)(slot, undefined, limits);
  if ('fault' in read) throw read.fault;
  const { header, origins, columns, length } = read.rows;
  return {
    columns: header.map((name, index) => ({ name, type: origins[index] ?? 'text' })),
    rows: Array.from({ length }, (_, row) => columns.map((cells) => cells[row] ?? null)),
    scannedBytes: 0,
    seconds: (performance.now() - began) / 1000,
  };
};

/**
 * Runs a dataset once, and reads all its rows.
 * @throws QueryFailure, WallfeedError, or an Error that explains what AWS refused.
 */
export const runDataset = (config: DatasetConfig, timezone: string, place: QueryPlace): Promise<DatasetRows> => {
  const slot = presentSlot(config, timezone);
  const { run } = kindOf(config.source);
  return run ? run(config.source, slot.window, place) : readAsFunction(config, slot, timezone);
};
