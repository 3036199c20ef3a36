/** One environment of a function. It handles one request at a time. */
export interface Environment<Handler> {
  readonly handler: Handler;
  readonly startedAt: number;
  freeSince: number;
  isBusy: boolean;
}

export interface FleetOptions<Handler> {
  /** Starts an environment. */
  readonly start: () => Handler;
  /** Milliseconds after which an idle environment ends. */
  readonly idle: number;
  /** Milliseconds after which an environment is replaced. */
  readonly life: number;
}

/** The environments of one function, simulated. */
export interface Fleet<Handler> {
  /** Returns the free environment that was used last, or a new one. */
  take(now: number): { readonly environment: Environment<Handler>; readonly isCold: boolean };
  free(environment: Environment<Handler>, now: number): void;
  /** The largest number of environments at one time. */
  largest(): number;
}

export const createFleet = <Handler>({ start, idle, life }: FleetOptions<Handler>): Fleet<Handler> => {
  let environments: readonly Environment<Handler>[] = [];
  let largest = 0;

  const startOne = (now: number): Environment<Handler> => {
    const environment = { handler: start(), startedAt: now, freeSince: now, isBusy: false };
    environments = [...environments, environment];
    largest = Math.max(largest, environments.length);
    return environment;
  };

  return {
    take: (now) => {
      environments = environments.filter(
        ({ isBusy, startedAt, freeSince }) => isBusy || (now - freeSince < idle && now - startedAt < life),
      );
      const [warm] = environments.filter(({ isBusy }) => !isBusy).toSorted((a, b) => b.freeSince - a.freeSince);
      const environment = warm ?? startOne(now);
      environment.isBusy = true;
      return { environment, isCold: warm === undefined };
    },
    free: (environment, now) => {
      environment.isBusy = false;
      environment.freeSince = now;
    },
    largest: () => largest,
  };
};
