import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { causeName } from '../errors/cause-name.ts';
import { createDeadline, type Deadline } from '../sources/deadline.ts';
import type { KeptAnswer } from './answer.ts';
import type { AnswersTable, SharedAnswer } from './answers-table.ts';
import { holdLease, LEASE } from './hold-lease.ts';
import { createRefusals } from './refusals.ts';

/** The turn to make an answer: of all environments, one has it. */
export interface Lease {
  share(kept: KeptAnswer): Promise<void>;
  giveUp(): Promise<void>;
}

/** What the environments together have to say to a request. */
export interface Turn {
  /** What is there, be it of use or not. */
  readonly kept?: KeptAnswer;
  /** Whether another environment is about to replace it, so that it is to be served as it is. */
  readonly isRefreshing?: boolean;
  readonly lease?: Lease;
}

/** How long an answer is good, and may be served while another is made; milliseconds. */
export interface Terms {
  readonly ttl: number;
  readonly stale: number;
  /** How long making one may take. */
  readonly deadline: number;
  /** When it must have ended, on the clock of `performance`. */
  readonly endsAt: number;
}

/** Answers that all environments of a function keep together. */
export interface SharedAnswers {
  /** Never throws: whatever fails there, an endpoint works without it. */
  consult(name: string, terms: Terms): Promise<Turn>;
  /** What is there at the end of a request that could not make its own. Never throws. */
  find(name: string, endsAt: number): Promise<KeptAnswer | undefined>;
}

/** Milliseconds. */
const CALL = 1_000;
const PAUSE_AFTER_FAILURE = 10_000;
/** Before an environment asks again for what another is making; each pause is longer than the one before, to a limit. */
const POLL = 200;
const POLL_GROWTH = 1.5;
const LONGEST_POLL = 500;
/** What is left of a request's time when it waits no longer for another's answer, and makes its own. */
const RESERVE = 1_000;
/** How much longer than an answer may take to be made it may take to be shared. */
const CLOSING = 500;
/** How much longer than that a turn may last, for clocks that differ. */
const TURN_MARGIN = 1_000;

const ageOf = ({ madeAt }: SharedAnswer): number => Math.max(0, Date.now() - madeAt);

const soon = (milliseconds: number): Deadline => createDeadline(performance.now() + milliseconds);

/** Answers shared through a table, which is opened when it is first needed. */
export const createSharedAnswers = (open: () => Promise<AnswersTable>): SharedAnswers => {
  const owner = randomUUID();
  const refusals = createRefusals();
  let notBefore = 0;

  /** Runs what may fail without harm; after a failure the table is left alone for a while. */
  const attempt = async <Result>(work: (table: AnswersTable) => Promise<Result>): Promise<Result | undefined> => {
    if (performance.now() < notBefore) return undefined;
    try {
      return await work(await open());
    } catch (error) {
      notBefore = performance.now() + PAUSE_AFTER_FAILURE;
      console.error(JSON.stringify({ sharedCache: 'left alone for 10 s', cause: causeName(error) }));
      return undefined;
    }
  };

  /** A lease is left to run out where it ends before the answer does: nobody asks for another until then. */
  const leaseOf = (name: string, { ttl, stale, endsAt }: Terms): Lease => {
    const inTime = () => createDeadline(Math.min(performance.now() + CALL, endsAt + CLOSING));
    const take = (until: number) => attempt((table) => table.takeLease(name, { owner, until }, inTime()));
    const letGo = holdLease(take, endsAt);
    return {
      share: async (kept) => {
        await letGo();
        const goodUntil = kept.goodAt.wall + ttl;
        await attempt((table) => table.put(name, kept, goodUntil + stale, inTime()));
        if (Date.now() + LEASE > goodUntil) await take(goodUntil);
      },
      giveUp: async () => {
        await letGo();
        await attempt((table) => table.giveUpLease(name, owner, inTime()));
      },
    };
  };

  const consultTable = async (table: AnswersTable, name: string, terms: Terms): Promise<Turn> => {
    const patience = createDeadline(terms.endsAt - RESERVE);
    for (let pause = POLL; ; pause = Math.min(pause * POLL_GROWTH, LONGEST_POLL)) {
      const found = await table.find(name, soon(CALL));
      const age = found ? ageOf(found) : Number.POSITIVE_INFINITY;
      const kept = found?.kept && { kept: found.kept };
      if (age < terms.ttl) return { ...kept };
      const isTaken = await table.takeLease(name, { owner, until: Date.now() + LEASE }, soon(CALL));
      if (isTaken || refusals.areTooLong(name, found?.madeAt, terms.deadline + TURN_MARGIN))
        return { ...kept, lease: leaseOf(name, terms) };
      if (kept && age < terms.ttl + terms.stale) return { ...kept, isRefreshing: true };
      if (patience.signal.aborted) return { ...kept };
      await sleep(pause);
    }
  };

  return {
    consult: async (name, terms) => (await attempt((table) => consultTable(table, name, terms))) ?? {},
    find: async (name, endsAt) => (await attempt((table) => table.find(name, createDeadline(endsAt + CLOSING))))?.kept,
  };
};
