import { formatTable } from '../../terminal/format-table.ts';
import type { BenchFolder } from './bench-folder.ts';
import { type Compared, type Comparison, type Contestant, checkBodies, compare } from './compare.ts';
import { SIZES } from './files.ts';
import { type Server, startServer } from './start-server.ts';
import { printVerdicts } from './verdict.ts';

const COMPARISON: Comparison = { rounds: 5, seconds: 2, clients: 64 };
/** From as many as a component draws to many more. */
const ROWS = SIZES.slice(0, 3);

const NAMES = {
  prebuilt: 'prebuilt buffer',
  onion: 'middy alone, prepared text',
  wallfeed: 'Wallfeed with cache',
  fastify: 'Fastify, cached object, Ajv, fast-json-stringify',
} as const;

const EXPLANATION = `
Cached responses. Each server is a separate process behind the same node:http createServer, and one client loads them in turn.
Middy and Wallfeed create the event that API Gateway would send. Fastify does not: its router gets node:http's own request
and response, as in its own server. Only Wallfeed writes a log, to /dev/null.`;

const lineOf = ({ name, perSecond, p50, p99, cpu }: Compared, first: Compared): readonly string[] => [
  name,
  perSecond.toFixed(0),
  (perSecond / first.perSecond).toFixed(2),
  p50.toFixed(1),
  p99.toFixed(1),
  cpu.toFixed(1),
  (first.cpu / cpu).toFixed(2),
  `${((perSecond * cpu) / 1e4).toFixed(0)} %`,
];

const HEAD = ['', 'requests/s', 'of prebuilt', 'p50 ms', 'p99 ms', 'CPU µs', 'of prebuilt', 'of a core'];

const print = (rows: number, results: readonly [Compared, Compared, Compared, Compared]): void => {
  const [prebuilt, , wallfeed, fastify] = results;
  const { rounds, seconds, clients } = COMPARISON;
  console.log(`\nCached, ${rows} rows, ${clients} clients: medians of ${rounds} rounds of ${seconds} s\n`);
  console.log(formatTable([HEAD, ...results.map((result) => lineOf(result, prebuilt))], [1, 2, 3, 4, 5, 6, 7]));
  console.log('\nCompared by requests a second, which the client may limit, and by the server’s CPU time:');
  const ratio = (one: Compared, other: Compared) => one.perSecond / other.perSecond;
  const byCpu = (one: Compared, other: Compared) => other.cpu / one.cpu;
  const toFastify = { limit: 1.25, should: 'be above' } as const;
  const toPrebuilt = { limit: 0.7, should: 'be above' } as const;
  printVerdicts([
    { name: 'Wallfeed to Fastify, requests/s', ratio: ratio(wallfeed, fastify), ...toFastify },
    { name: 'Wallfeed to Fastify, CPU', ratio: byCpu(wallfeed, fastify), ...toFastify },
    { name: 'Wallfeed to the prebuilt buffer, requests/s', ratio: ratio(wallfeed, prebuilt), ...toPrebuilt },
    { name: 'Wallfeed to the prebuilt buffer, CPU', ratio: byCpu(wallfeed, prebuilt), ...toPrebuilt },
  ]);
};

/**
 * Measures cached responses behind one emulator. Compares Wallfeed with node:http alone, middy alone and a plain
 * Fastify server.
 */
export const benchCached = async ({ data, environment }: BenchFolder): Promise<void> => {
  const servers: { readonly name: string; readonly server: Server }[] = [];
  console.log(EXPLANATION);
  try {
    for (const [key, name] of Object.entries(NAMES)) {
      servers.push({ name, server: await startServer({ name: key as keyof typeof NAMES, data, environment }) });
    }
    for (const rows of ROWS) {
      const contestants = servers.map((server): Contestant => ({ ...server, path: `/pie/cached-${rows}` }));
      await checkBodies(contestants);
      print(rows, (await compare(contestants, COMPARISON)) as [Compared, Compared, Compared, Compared]);
    }
  } finally {
    for (const { server } of servers) await server.close();
  }
};
