export interface DatabaseOptions {
  /** Milliseconds without a statement after which the database pauses. */
  readonly pause: number;
  /** Milliseconds that the database takes to resume. */
  readonly resume: number;
}

/** The wake-ups and times of a database. Durations are in milliseconds. */
export interface DatabaseRecord {
  readonly wakeUps: number;
  /** Total time from each wake-up to the next pause. */
  readonly awake: number;
  /** The longest time between one call and the next. */
  readonly longestGap: number;
}

export interface SimulatedDatabase {
  /** Receives a statement. Returns false if the database refuses it because it is resuming. */
  ask(now: number): boolean;
  record(now: number): DatabaseRecord;
}

interface Wake {
  readonly since: number;
  readonly ready: number;
  /** The last time at which the database was in use. */
  lastUsed: number;
}

/**
 * Creates a database that begins paused, wakes at the first statement, refuses statements while it resumes, and pauses
 * after a time without statements.
 */
export const createDatabase = ({ pause, resume }: DatabaseOptions): SimulatedDatabase => {
  let wake: Wake | undefined;
  let wakeUps = 0;
  let awakeBefore = 0;
  let lastCall: number | undefined;
  let longestGap = 0;

  const pausesAt = ({ lastUsed }: Wake): number => lastUsed + pause;
  const settle = (now: number): void => {
    if (!wake || pausesAt(wake) > now) return;
    awakeBefore += pausesAt(wake) - wake.since;
    wake = undefined;
  };

  return {
    ask: (now) => {
      settle(now);
      longestGap = Math.max(longestGap, now - (lastCall ?? now));
      lastCall = now;
      if (!wake) {
        wakeUps += 1;
        wake = { since: now, ready: now + resume, lastUsed: now + resume };
      }
      if (now < wake.ready) return false;
      wake.lastUsed = now;
      return true;
    },
    record: (now) => {
      settle(now);
      return { wakeUps, awake: awakeBefore + (wake ? Math.max(0, now - wake.since) : 0), longestGap };
    },
  };
};
