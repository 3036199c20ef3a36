import type { Process } from './processes.ts';
import { type Knowledge, newKnowledge, readDataset, type Services, type SimulatedDataset } from './read-dataset.ts';

/** An environment of a function. It handles one request at a time. */
interface Environment {
  readonly knowledge: Map<SimulatedDataset, Knowledge>;
  isBusy: boolean;
  usedAt: number;
}

/** The environments of one function. */
export interface Pool {
  /** Handles a request. Returns the slot of the rows in the response, or undefined for an error. */
  ask(dataset: SimulatedDataset, slot: number): Process<number | undefined>;
}

const COLD_MS = 180;
/** Time after which Lambda removes an environment that is not needed. */
const IDLE_MS = 300_000;

/**
 * Creates the environments of a function, which begin with one that has the rows of the last slot before the simulation.
 * @param onWait takes the milliseconds for which a request waited for rows.
 */
export const createPool = (
  datasets: readonly SimulatedDataset[],
  services: Services,
  onWait: (milliseconds: number) => void,
): Pool => {
  const { now } = services;
  const first = new Map(datasets.map((dataset) => [dataset, newKnowledge(-1)]));
  let environments: Environment[] = [{ knowledge: first, isBusy: false, usedAt: 0 }];

  const start = (): Environment => {
    const environment: Environment = { knowledge: new Map(), isBusy: false, usedAt: now() };
    environments.push(environment);
    return environment;
  };

  /**
   * Removes environments that were idle for too long. Keeps the first one, because the requests within a slot use it.
   */
  const removeIdle = (): void => {
    if (environments.length === 1) return;
    environments = environments.filter(
      ({ isBusy, usedAt }, index) => index === 0 || isBusy || now() - usedAt < IDLE_MS,
    );
  };

  return {
    ask: function* ask(dataset, slot) {
      removeIdle();
      const idle = environments.findLast(({ isBusy }) => !isBusy);
      const environment = idle ?? start();
      environment.isBusy = true;
      if (!idle) yield COLD_MS;
      const knowledge = environment.knowledge.get(dataset) ?? newKnowledge(undefined);
      environment.knowledge.set(dataset, knowledge);
      const askedAt = now();
      yield* readDataset(dataset, knowledge, slot, services);
      onWait(now() - askedAt);
      environment.isBusy = false;
      environment.usedAt = now();
      return knowledge.slot;
    },
  };
};
