import type { Pool } from './create-pool.ts';
import type { Process, Processes } from './processes.ts';
import type { SimulatedDataset } from './read-dataset.ts';
import type { AgeRecord } from './record-ages.ts';

interface Shown {
  readonly pool: Pool;
  readonly dataset: SimulatedDataset;
  /** Time of the component's first request. */
  readonly phase: number;
}

/** The parts of a simulation that a component needs. Times are in milliseconds. */
interface Setting {
  readonly slotMs: number;
  readonly refreshMs: number;
  readonly end: number;
  readonly now: Processes['now'];
  readonly record: AgeRecord;
}

/**
 * Simulates a component that sends a request in each round. Skips rounds in a slot whose rows the component already
 * shows, because the cache answers them.
 */
export function* showComponent({ pool, dataset, phase }: Shown, setting: Setting): Process {
  const { slotMs, refreshMs, end, now, record } = setting;
  const startOf = (slot: number): number => slot * slotMs + dataset.offset;
  let shown: number | undefined = -1;
  let since = 0;
  const replace = (slot: number | undefined, at: number): void => {
    if (shown === undefined) record.hide(since, at);
    else record.show(startOf(shown), since, at);
    shown = slot;
    since = at;
  };

  yield phase;
  while (now() < end) {
    const slot = Math.floor((now() - dataset.offset) / slotMs);
    const answer = yield* pool.ask(dataset, slot);
    if (answer !== shown) replace(answer, Math.min(now(), end));
    const isCurrent = shown !== undefined && shown >= slot;
    const rounds = Math.floor((now() - phase) / refreshMs) + 1;
    const nextRounds = isCurrent ? Math.ceil((startOf(slot + 1) - phase) / refreshMs) : rounds;
    yield phase + Math.max(rounds, nextRounds) * refreshMs - now();
  }
  replace(undefined, end);
}
