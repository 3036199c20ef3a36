/** A quota of calls: a bucket of tokens that fills at a rate. */
export interface CallQuota {
  readonly perSecond: number;
  readonly burst: number;
}

/** Quotas of one account in one region. Several workgroups share them. */
export interface Quotas {
  /** Queries that are queued or running. */
  readonly activeQueries: number;
  readonly start: CallQuota;
  readonly getExecution: CallQuota;
  readonly getResults: CallQuota;
}

/**
 * AWS's defaults, by docs.aws.amazon.com/athena/latest/ug/service-limits.html (calls) and
 * docs.aws.amazon.com/general/latest/gr/athena.html (active DML queries: 200 in us-east-1, 150 in us-east-2, us-west-2,
 * eu-west-1 and eu-central-1, 100 or 20 in others). All of them can be raised on request.
 */
export const DEFAULT_QUOTAS: Quotas = {
  activeQueries: 200,
  start: { perSecond: 20, burst: 80 },
  getExecution: { perSecond: 100, burst: 200 },
  getResults: { perSecond: 100, burst: 200 },
};

export interface Meter {
  /** Takes a token; false if there is none. */
  take(now: number): boolean;
  counts(): { readonly calls: number; readonly refused: number; readonly maxPerSecond: number };
}

const SECOND_MS = 1_000;

/** Creates a meter of calls against a quota. */
export const createMeter = ({ perSecond, burst }: CallQuota): Meter => {
  let tokens = burst;
  let filledAt = 0;
  let calls = 0;
  let refused = 0;
  let second = -1;
  let inSecond = 0;
  let maxPerSecond = 0;
  const count = (now: number): void => {
    calls += 1;
    const current = Math.floor(now / SECOND_MS);
    inSecond = current === second ? inSecond + 1 : 1;
    second = current;
    maxPerSecond = Math.max(maxPerSecond, inSecond);
  };
  return {
    take: (now) => {
      count(now);
      tokens = Math.min(burst, tokens + ((now - filledAt) / SECOND_MS) * perSecond);
      filledAt = now;
      if (tokens < 1) {
        refused += 1;
        return false;
      }
      tokens -= 1;
      return true;
    },
    counts: () => ({ calls, refused, maxPerSecond }),
  };
};
