import { deepStrictEqual } from 'node:assert';
import { median } from '../statistics.ts';
import { type Fired, fire, REQUEST } from './fire.ts';
import type { Server } from './start-server.ts';

export interface Contestant {
  readonly name: string;
  readonly server: Server;
  readonly path: string;
}

export interface Comparison {
  readonly rounds: number;
  /** One server is loaded in one round. */
  readonly seconds: number;
  readonly clients: number;
}

/** Medians over the rounds. */
export interface Compared extends Omit<Fired, 'requests'> {
  readonly name: string;
  /** Microseconds that the server's process takes for a request. */
  readonly cpu: number;
}

type Round = Omit<Compared, 'name'>;

const cpuOf = async (server: Server): Promise<number> => {
  const { user, system } = await server.ask('cpu');
  return user + system;
};

const fireAt = async ({ server, path }: Contestant, { seconds, clients }: Comparison): Promise<Round> => {
  const before = await cpuOf(server);
  const { requests, perSecond, p50, p99 } = await fire({ url: server.url + path, clients, seconds });
  return { perSecond, p50, p99, cpu: ((await cpuOf(server)) - before) / requests };
};

const mediansOf = (rounds: readonly Round[]): Round => {
  const medianOf = (name: keyof Round): number => median(rounds.map((round) => round[name]));
  return { perSecond: medianOf('perSecond'), p50: medianOf('p50'), p99: medianOf('p99'), cpu: medianOf('cpu') };
};

/**
 * Measures all servers in turn, round by round, so that a disturbance affects all servers. The first round is a warm-
 * up.
 */
export const compare = async (
  contestants: readonly Contestant[],
  comparison: Comparison,
): Promise<readonly Compared[]> => {
  const rounds = contestants.map((): Round[] => []);
  for (let round = 0; round <= comparison.rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) {
      const result = await fireAt(contestant, comparison);
      if (round > 0) rounds[index]?.push(result);
    }
  }
  return contestants.map(({ name }, index) => ({ name, ...mediansOf(rounds[index] ?? []) }));
};

const bodyOf = async ({ name, server, path }: Contestant): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: REQUEST });
  if (response.status !== 200)
    throw new Error(`${name} responded with status ${response.status}: ${await response.text()}`);
  return response.json();
};

/** Throws unless all servers give the same body. */
export const checkBodies = async (contestants: readonly Contestant[]): Promise<void> => {
  const [first, ...others] = contestants;
  if (!first) return;
  const expected = await bodyOf(first);
  for (const other of others) deepStrictEqual(await bodyOf(other), expected, `${other.name} and ${first.name} differ`);
};
