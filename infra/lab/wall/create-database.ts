export interface DatabaseOptions {
  /** Milliseconds without a statement until the database pauses. */
  readonly pause: number;
  /** Milliseconds. */
  readonly resume: number;
}

/** Durations are in milliseconds. */
export interface DatabaseRecord {
  readonly wakeUps: number;
  /** From each wake-up to the next pause. */
  readonly awake: number;
  /** Between one call and the next. */
  readonly longestGap: number;
}

export interface SimulatedDatabase {
  /** Returns false if the database refuses the statement because it is resuming. */
  ask(now: number): boolean;
  record(now: number): DatabaseRecord;
}

interface Wake {
  readonly since: number;
  readonly ready: number;
  lastUsed: number;
}

/** Begins paused, and refuses statements while it resumes. */
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
