import { median } from '../statistics.ts';
import { type Fired, fire } from './fire.ts';
import type { SubjectName } from './serve.ts';
import type { Server } from './start-server.ts';

/** What one subject did under a load: medians over the rounds. */
export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of CPU that its process took for a request. */
  readonly cpu: number;
}

export interface Trial {
  readonly name: SubjectName;
  readonly server: Server;
  readonly path: string;
}

export interface Load {
  readonly clients: number;
  readonly seconds: number;
  /** An odd number. */
  readonly rounds: number;
}

const shoot = async (
  { server, path }: Trial,
  { clients, seconds }: Load,
): Promise<Fired & { readonly cpu: number }> => {
  const before = await server.ask('cpu');
  const fired = await fire({ url: server.url + path, clients, seconds });
  const after = await server.ask('cpu');
  const spent = after.user + after.system - before.user - before.system;
  return { ...fired, cpu: spent / 1000 / fired.requests };
};

/** Loads all in turns, so that what disturbs one disturbs the others; the first round warms up and is not counted. */
export const measureFront = async (
  trials: readonly Trial[],
  load: Load,
): Promise<Readonly<Partial<Record<SubjectName, Measured>>>> => {
  const rounds = new Map(trials.map(({ name }) => [name, [] as (Fired & { cpu: number })[]]));
  for (const trial of trials) await shoot(trial, { ...load, seconds: 1 });
  for (let round = 0; round < load.rounds; round += 1) {
    for (const trial of trials) rounds.get(trial.name)?.push(await shoot(trial, load));
  }
  return Object.fromEntries(
    Array.from(rounds, ([name, all]) => {
      const middle = (key: keyof Measured): number => median(all.map((one) => one[key]));
      return [name, { perSecond: middle('perSecond'), p50: middle('p50'), p99: middle('p99'), cpu: middle('cpu') }];
    }),
  );
};
