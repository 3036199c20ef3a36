import { deadlineOf } from '../../../infra/dashboard/check-head.ts';
import { cooldownOf } from '../../../shared/cache/source-failure.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { BRIEF_PAUSE_MS } from '../../../shared/handler/body-request.ts';
import {
  MAX_POLL_MS,
  MAX_THROTTLED_MS,
  POLL_GROWTH,
  POLL_MS,
  THROTTLED_MS,
} from '../../../shared/sources/athena/athena-times.ts';
import type { Execution, SimulatedAthena } from './create-athena.ts';
import type { Process } from './processes.ts';

/** The state of a dataset in one environment. Slots are counted from the start of the simulation. */
export interface Knowledge {
  /** The slot of the rows in memory; undefined if there are no rows. */
  slot: number | undefined;
  /** The query of a slot that this environment has started or found. */
  run?: { readonly slot: number; readonly execution: Execution; isLong: boolean } | undefined;
  failures: number;
  /** Time until which calls pause after a failure. */
  pausesUntil: number;
}

export const newKnowledge = (slot: number | undefined): Knowledge => ({ slot, failures: 0, pausesUntil: 0 });

/** A dataset, and its item in the cache table if environments share it. */
export interface SimulatedDataset {
  readonly token: string;
  readonly offset: number;
  readonly shared: { slot: number; leasedUntil: number } | undefined;
}

export interface Services {
  readonly now: () => number;
  readonly random: () => number;
  readonly athena: SimulatedAthena;
}

const CALL_MS = 30;
const TABLE_MS = 5;
const DEADLINE_MS = deadlineOf({ timeout: 10_000 });
const THROTTLED = new WallfeedError('SOURCE_THROTTLED', 'simulated', []);

/** Repeats a refused call with growing pauses, as long as there is time. Returns undefined if it gave up. */
function* retry<Result>(
  call: () => Result | 'refused',
  { now, random }: Services,
  endsAt: number,
  hasStale: boolean,
): Process<Result | undefined> {
  for (let pause = THROTTLED_MS; ; pause = Math.min(pause * 2, MAX_THROTTLED_MS)) {
    yield CALL_MS;
    const result = call();
    if (result !== 'refused') return result;
    const wait = pause * (1 + random());
    if ((hasStale && wait > BRIEF_PAUSE_MS) || now() + wait >= endsAt) return undefined;
    yield wait;
  }
}

/** Waits for the query of a slot and reads its rows. Returns false if Athena refuses calls, undefined if time is over. */
function* query(
  { token }: SimulatedDataset,
  knowledge: Knowledge,
  slot: number,
  services: Services,
): Process<boolean | undefined> {
  const { now, athena } = services;
  const endsAt = now() + DEADLINE_MS;
  const hasStale = knowledge.slot !== undefined;
  if (knowledge.run?.slot !== slot) {
    const execution = yield* retry(() => athena.start(`${token} ${slot}`, now()), services, endsAt, hasStale);
    if (!execution) return false;
    knowledge.run = { slot, execution, isLong: false };
  }
  const { run } = knowledge;
  for (let pause = POLL_MS; ; pause = Math.min(pause * POLL_GROWTH, MAX_POLL_MS)) {
    const hasEnded = yield* retry(() => athena.hasEnded(run.execution, now()), services, endsAt, hasStale);
    if (hasEnded === undefined) return false;
    if (hasEnded) break;
    if ((hasStale && run.isLong) || now() + pause >= endsAt) {
      run.isLong = true;
      return undefined;
    }
    yield pause;
  }
  const hasRows = yield* retry(() => athena.getResults(now()) || 'refused', services, endsAt, hasStale);
  return hasRows ?? false;
}

const noteFailure = (knowledge: Knowledge, now: number): void => {
  knowledge.failures += 1;
  knowledge.pausesUntil =
    now + cooldownOf({ error: THROTTLED, count: knowledge.failures }, knowledge.slot !== undefined);
};

/** Reads from Athena, and notes the result. */
function* readSource(dataset: SimulatedDataset, knowledge: Knowledge, slot: number, services: Services): Process {
  const hasRows = yield* query(dataset, knowledge, slot, services);
  if (hasRows === false) noteFailure(knowledge, services.now());
  if (!hasRows) return;
  knowledge.slot = slot;
  knowledge.failures = 0;
  knowledge.run = undefined;
}

/** Consults the cache table. Returns true if this environment holds the lease and must read the source. */
function* consult(
  shared: NonNullable<SimulatedDataset['shared']>,
  knowledge: Knowledge,
  slot: number,
  { now }: Services,
): Process<boolean> {
  yield TABLE_MS;
  if (knowledge.slot === undefined || shared.slot > knowledge.slot) knowledge.slot = shared.slot;
  if (shared.slot >= slot || shared.leasedUntil > now()) return false;
  shared.leasedUntil = Number.POSITIVE_INFINITY;
  return true;
}

/** Reads the rows of a slot into an environment, as a request does. Keeps the older rows if that fails. */
export function* readDataset(
  dataset: SimulatedDataset,
  knowledge: Knowledge,
  slot: number,
  services: Services,
): Process {
  const { shared } = dataset;
  if ((knowledge.slot ?? -2) >= slot || services.now() < knowledge.pausesUntil) return;
  if (!shared) {
    yield* readSource(dataset, knowledge, slot, services);
    return;
  }
  if (!(yield* consult(shared, knowledge, slot, services))) return;
  yield* readSource(dataset, knowledge, slot, services);
  shared.slot = Math.max(shared.slot, knowledge.slot ?? -1);
  shared.leasedUntil = Math.max(knowledge.pausesUntil, services.now());
  yield TABLE_MS;
}
