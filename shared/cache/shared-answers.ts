import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { causeName } from '../errors/cause-name.ts';
import { createDeadline, type Deadline } from '../sources/deadline.ts';
import type { KeptAnswer } from './answer.ts';
import type { AnswersTable, SharedAnswer } from './answers-table.ts';
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
}

/** Answers that all environments of a function keep together. */
export interface SharedAnswers {
  /** Never throws: whatever fails there, an endpoint works without it. */
  consult(name: string, terms: Terms): Promise<Turn>;
}

/** Milliseconds. */
const CALL = 1_000;
const PAUSE_AFTER_FAILURE = 10_000;
/** Before an environment asks again for what another is making; each pause is longer than the one before. */
const POLL = 200;
const POLL_GROWTH = 1.5;
/** Of the time that making an answer may take, how much it waits for another's before it makes its own. */
const WAITING = 1 / 2;
/** A lease outlives the slowest refresh by this. */
const LEASE_MARGIN = 1_000;

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
  const leaseOf = (name: string, { ttl, stale }: Terms, until: number): Lease => ({
    share: async (kept) => {
      const goodUntil = kept.goodAt.wall + ttl;
      await attempt(async (table) => {
        await table.put(name, kept, goodUntil + stale, soon(CALL));
        if (until > goodUntil) await table.takeLease(name, { owner, until: goodUntil }, soon(CALL));
      });
    },
    giveUp: async () => {
      await attempt((table) => table.giveUpLease(name, owner, soon(CALL)));
    },
  });

  const consultTable = async (table: AnswersTable, name: string, terms: Terms): Promise<Turn> => {
    const patience = soon(terms.deadline * WAITING);
    for (let pause = POLL; ; pause *= POLL_GROWTH) {
      const found = await table.find(name, soon(CALL));
      const age = found ? ageOf(found) : Number.POSITIVE_INFINITY;
      const kept = found?.kept && { kept: found.kept };
      if (age < terms.ttl) return { ...kept };
      const until = Date.now() + terms.deadline + LEASE_MARGIN;
      const isTaken = await table.takeLease(name, { owner, until }, soon(CALL));
      if (isTaken || refusals.areTooLong(name, found?.madeAt, terms.deadline + LEASE_MARGIN))
        return { ...kept, lease: leaseOf(name, terms, until) };
      if (kept && age < terms.ttl + terms.stale) return { ...kept, isRefreshing: true };
      if (patience.signal.aborted) return { ...kept };
      await sleep(pause);
    }
  };

  return {
    consult: async (name, terms) => (await attempt((table) => consultTable(table, name, terms))) ?? {},
  };
};
