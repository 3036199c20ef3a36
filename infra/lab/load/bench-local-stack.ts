import { join } from 'node:path';
import { formatTable } from '../../terminal/format-table.ts';
import type { BenchFolder } from './bench-folder.ts';
import { SIZES } from './files.ts';
import { type Fired, fire } from './fire.ts';
import { startBenchStack } from './start-bench-stack.ts';
import { startServer } from './start-server.ts';

const [ROWS] = SIZES;
const CLIENT_COUNTS = [1, 16, 64] as const;
const ROUND_SECONDS = 4;

interface Loaded {
  readonly name: string;
  readonly url: string;
}

const fireAll = async (subjects: readonly Loaded[]): Promise<ReadonlyMap<string, readonly Fired[]>> => {
  const results = new Map<string, Fired[]>(subjects.map(({ name }) => [name, []]));
  for (const { url } of subjects) await fire({ url, clients: 64, seconds: ROUND_SECONDS });
  for (const clients of CLIENT_COUNTS) {
    for (const { name, url } of subjects) results.get(name)?.push(await fire({ url, clients, seconds: ROUND_SECONDS }));
  }
  return results;
};

const print = (results: ReadonlyMap<string, readonly Fired[]>): void => {
  console.log(`\nThe local stack, ${ROWS} rows: gateway, real runtime processes, S3; beside a plain Fastify server`);
  console.log(`Each for ${ROUND_SECONDS} s. S3 answers 304 for an unchanged object, which is then not parsed again.\n`);
  const head = CLIENT_COUNTS.flatMap((clients) => [`${clients} clients/s`, 'p50 ms', 'p99 ms']);
  const lines = Array.from(results, ([name, rounds]) => [
    name,
    ...rounds.flatMap(({ perSecond, p50, p99 }) => [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)]),
  ]);
  console.log(formatTable([['', ...head], ...lines], [1, 2, 3, 4, 5, 6, 7, 8, 9]));
};

/** Requests a second. */
export const benchLocalStack = async ({ folder, data, environment }: BenchFolder): Promise<void> => {
  const { start, url } = await startBenchStack(join(folder, 'stack'));
  const fastify = await startServer({ name: 'fastify', data, environment });
  try {
    const subjects = [
      { name: 'Wallfeed with cache', url: `${url}/pie/cached-${ROWS}` },
      { name: 'Wallfeed, object for each request', url: `${url}/pie/uncached-${ROWS}` },
      { name: 'Fastify, cached object', url: `${fastify.url}/pie/cached-${ROWS}` },
      { name: 'Fastify, file for each request', url: `${fastify.url}/pie/uncached-${ROWS}` },
    ];
    print(await fireAll(subjects));
  } finally {
    await fastify.close();
    await start.stop();
  }
};
