/** The allowed rate of an operation in calls a second, and the number of calls allowed at once. */
interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** An account's quotas. Athena raises them on request. */
export interface Quotas {
  /** Maximum number of queries that are queued or running. */
  readonly activeQueries: number;
  readonly rates: Readonly<Record<string, Rate>>;
}

/** The quotas of a new account, from the documentation of November 2026. */
export const DEFAULT_QUOTAS: Quotas = {
  activeQueries: 200,
  rates: {
    StartQueryExecution: { perSecond: 20, burst: 80 },
    StopQueryExecution: { perSecond: 20, burst: 80 },
    GetQueryExecution: { perSecond: 100, burst: 200 },
    GetQueryResults: { perSecond: 100, burst: 200 },
    BatchGetQueryExecution: { perSecond: 20, burst: 40 },
    ListQueryExecutions: { perSecond: 5, burst: 10 },
    ListDatabases: { perSecond: 5, burst: 10 },
    ListTableMetadata: { perSecond: 5, burst: 10 },
    GetTableMetadata: { perSecond: 20, burst: 40 },
  },
};

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Creates a function that returns true if a call of an operation is within the operation's rate. */
export const createRateLimit = ({ rates }: Quotas) => {
  const buckets = new Map<string, Bucket>();
  return (operation: string, now: number): boolean => {
    const rate = rates[operation];
    if (!rate) return true;
    const bucket = buckets.get(operation) ?? { tokens: rate.burst, filledAt: now };
    buckets.set(operation, bucket);
    bucket.tokens = Math.min(rate.burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * rate.perSecond);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
};
