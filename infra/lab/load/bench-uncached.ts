import { formatTable } from '../../terminal/format-table.ts';
import type { BenchFolder } from './bench-folder.ts';
import { type Compared, type Comparison, type Contestant, checkBodies, compare } from './compare.ts';
import { type Server, startServer } from './start-server.ts';
import { printVerdicts, type Verdict } from './verdict.ts';

const COMPARISON: Comparison = { rounds: 5, seconds: 2, clients: 1 };
const SIZES = [1_000, 10_000] as const;

const EXPLANATION = `
Wallfeed reads the file from S3 through the AWS client and checks every cell and the body. The peer reads it from the disk
and checks nothing, so all of the AWS client’s CPU time counts for Wallfeed. The peer uses csv-parse in two ways: as the
documentation begins (columns: true), and the fastest way (arrays and Number()).
If the object has not changed, S3 answers 304 and Wallfeed parses nothing.`;

const contestantsOf = (wallfeed: Server, fastify: Server, rows: number): readonly Contestant[] => [
  { name: 'Wallfeed, a new object for each request', server: wallfeed, path: `/pie/uncached-${rows}` },
  { name: 'Wallfeed, unchanged object', server: wallfeed, path: `/pie/unchanged-${rows}` },
  { name: 'Fastify, csv-parse, columns: true, from disk', server: fastify, path: `/pie/columns-${rows}` },
  { name: 'Fastify, csv-parse, arrays, from disk', server: fastify, path: `/pie/uncached-${rows}` },
  { name: 'Fastify, csv-parse, arrays, through the AWS client', server: fastify, path: `/pie/client-${rows}` },
];

const PEERS = ['columns, disk', 'arrays, disk', 'arrays, AWS client'];

const verdictsOf = (rows: number, column: readonly Compared[]): readonly Verdict[] => {
  const [changed = Number.NaN, unchanged = Number.NaN, ...peers] = column.map(({ cpu }) => cpu);
  const [, arrays = Number.NaN] = peers;
  const target = { limit: 1, should: 'be below' } as const;
  const toPeers = peers.map((cpu, peer) => ({
    name: `${rows} rows, new object, to the peer (${PEERS[peer]})`,
    ratio: changed / cpu,
    ...target,
  }));
  const name = `${rows} rows, unchanged object, to the peer (arrays, disk)`;
  return [...toPeers, { name, ratio: unchanged / arrays, ...target }];
};

const print = (columns: readonly (readonly Compared[])[]): void => {
  const { rounds, seconds } = COMPARISON;
  console.log(
    `\nUncached CSV: microseconds of the server’s CPU a request, medians of ${rounds} rounds of ${seconds} s${EXPLANATION}\n`,
  );
  const lines = (columns[0] ?? []).map(({ name }, line) => [
    name,
    ...columns.map((column) => (column[line]?.cpu ?? Number.NaN).toFixed(0)),
  ]);
  console.log(formatTable([['', ...SIZES.map((rows) => `${rows} rows`)], ...lines], [1, 2]), '\n');
  printVerdicts(SIZES.flatMap((rows, index) => verdictsOf(rows, columns[index] ?? [])));
};

export const benchUncached = async ({ data, environment }: BenchFolder): Promise<void> => {
  const wallfeed = await startServer({ name: 'wallfeed', data, environment });
  const fastify = await startServer({ name: 'fastify', data, environment });
  try {
    const columns: (readonly Compared[])[] = [];
    for (const rows of SIZES) {
      const contestants = contestantsOf(wallfeed, fastify, rows);
      await checkBodies(contestants);
      columns.push(await compare(contestants, COMPARISON));
    }
    print(columns);
  } finally {
    await wallfeed.close();
    await fastify.close();
  }
};
