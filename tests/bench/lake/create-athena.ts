import { createMeter, type Meter, type Quotas } from './quotas.ts';

/** An execution of a query. */
export interface Execution {
  readonly endsAt: number;
}

export type Refused = 'refused';

/** Athena as an account sees it: its quotas, and one execution for each token. */
export interface SimulatedAthena {
  /** Starts a query, or finds the execution of its token. */
  start(token: string, now: number): Execution | Refused;
  /** True once the query has ended. */
  hasEnded(execution: Execution, now: number): boolean | Refused;
  getResults(now: number): boolean;
  record(): AthenaRecord;
}

export interface AthenaRecord {
  readonly queries: number;
  /** The largest number of queries that were queued or running at one time. */
  readonly maxActive: number;
  /** Number of starts that Athena refused because too many queries were active. */
  readonly refusedAsActive: number;
  readonly calls: Readonly<Record<'start' | 'getExecution' | 'getResults', ReturnType<Meter['counts']>>>;
}

/**
 * Creates an account's Athena.
 * @param duration returns the milliseconds that the next query takes from its start to its end.
 */
export const createAthena = (quotas: Quotas, duration: () => number): SimulatedAthena => {
  const meters = {
    start: createMeter(quotas.start),
    getExecution: createMeter(quotas.getExecution),
    getResults: createMeter(quotas.getResults),
  };
  const executions = new Map<string, Execution>();
  let active: readonly Execution[] = [];
  let queries = 0;
  let maxActive = 0;
  let refusedAsActive = 0;

  const begin = (token: string, now: number): Execution | Refused => {
    active = active.filter(({ endsAt }) => endsAt > now);
    if (active.length >= quotas.activeQueries) {
      refusedAsActive += 1;
      return 'refused';
    }
    const execution = { endsAt: now + duration() };
    executions.set(token, execution);
    active = [...active, execution];
    queries += 1;
    maxActive = Math.max(maxActive, active.length);
    return execution;
  };

  return {
    start: (token, now) => (meters.start.take(now) ? (executions.get(token) ?? begin(token, now)) : 'refused'),
    hasEnded: ({ endsAt }, now) => (meters.getExecution.take(now) ? endsAt <= now : 'refused'),
    getResults: (now) => meters.getResults.take(now),
    record: () => ({
      queries,
      maxActive,
      refusedAsActive,
      calls: {
        start: meters.start.counts(),
        getExecution: meters.getExecution.counts(),
        getResults: meters.getResults.counts(),
      },
    }),
  };
};
