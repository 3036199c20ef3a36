/** One environment of a function: it answers one request at a time. */
export interface Environment<Handler> {
  readonly handler: Handler;
  readonly startedAt: number;
  freeSince: number;
  isBusy: boolean;
}

export interface FleetOptions<Handler> {
  /** What an environment does when it starts. */
  readonly start: () => Handler;
  /** Milliseconds after which an idle environment is taken away. */
  readonly idle: number;
  /** Milliseconds after which an environment is replaced. */
  readonly life: number;
}

/** The environments of one function. */
export interface Fleet<Handler> {
  /** The environment that was used last, or else a new one. */
  take(now: number): { readonly environment: Environment<Handler>; readonly isCold: boolean };
  free(environment: Environment<Handler>, now: number): void;
  /** The most that there were at once. */
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
