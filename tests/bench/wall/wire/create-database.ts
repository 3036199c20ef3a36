export interface DatabaseOptions {
  /** Milliseconds without a statement after which it pauses. */
  readonly pause: number;
  /** Milliseconds that it takes to resume. */
  readonly resume: number;
}

/** What became of a database; durations in milliseconds. */
export interface DatabaseRecord {
  readonly wakeUps: number;
  /** From each wake-up to the pause that follows. */
  readonly awake: number;
  /** The longest time between one call and the next. */
  readonly longestGap: number;
}

export interface SimulatedDatabase {
  /** A statement arrives; false when it is refused because the database is resuming. */
  ask(now: number): boolean;
  record(now: number): DatabaseRecord;
}

interface Wake {
  readonly since: number;
  readonly ready: number;
  /** The last moment at which it had something to do. */
  lastUsed: number;
}

/** A database that begins paused, wakes when it is asked, refuses until it has, and pauses when nobody asks. */
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
