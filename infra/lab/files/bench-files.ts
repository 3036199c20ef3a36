import { deepEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { build } from 'esbuild';
import { formatTable } from '../../terminal/format-table.ts';
import { median } from '../statistics.ts';
import { queriedTimes, writeOrders, writeParquet } from './order-file.ts';
import { type Answer, packedOf, parquetOf, type QueriedFile } from './subjects/subject.ts';

const execute = promisify(execFile);

interface Measurement {
  readonly clockMs: number;
  /** All threads. */
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly answer: Answer | undefined;
  /** Undefined if the subject does not count its bytes. */
  readonly readBytes: number | undefined;
}

/**
 * Bundles a subject into one minified file, as functions are deployed, so that no process spends time on compiling
 * TypeScript.
 */
const bundleSubject = async (name: string, folder: string): Promise<string> => {
  const bundle = join(folder, `${name}.mjs`);
  const start = `
    import * as subject from './subjects/${name}.ts';
    const answer = await subject.run(JSON.parse(process.argv[2]));
    const readBytes = subject.readBytes?.();
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const cpuMs = (userCPUTime + systemCPUTime) / 1000;
    console.log(JSON.stringify({ clockMs: performance.now(), cpuMs, peakMb: maxRSS / 1024, answer, readBytes }));
  `;
  await build({
    stdin: { contents: start, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    outfile: bundle,
    logLevel: 'error',
  });
  return bundle;
};

const measureSubject = async (bundle: string, queried: QueriedFile): Promise<Measurement> => {
  const { stdout } = await execute(process.execPath, [bundle, JSON.stringify(queried)]);
  return JSON.parse(stdout);
};

const BYTES_PER_MB = 1_000_000;
const ALL_SIZES_MB = [1, 16, 100, 1_000];
/** For each subject. Figures are medians. */
const RUNS = 3;
/** MB from which a file is read only once. */
const LONG_MB = 1_000;

const MAX_PEAK_MB = 100;
const MAX_TIMES_BY_HAND = 1.5;
const MAX_HOLDING_PEAK_MB = 110;
const MAX_TIMES_PACKED = 1.8;

/** Keyed by the names of their files. The first subject is the empty process. */
const SUBJECTS = {
  empty: 'an empty process',
  newlines: 'counting line breaks',
  scanner: 'the scanner alone',
  'by-hand': 'the query by hand',
  selection: 'the query as a selection',
  packed: 'the selection over gzip',
  percentile: 'a percentile of all amounts',
  parquet: 'the selection over Parquet',
  'csv-parse': 'csv-parse, all records',
} as const;

type SubjectName = keyof typeof SUBJECTS;
type Bundles = Readonly<Record<SubjectName, string>>;
type Results = Readonly<Record<SubjectName, Measurement>>;

const NAMES = Object.keys(SUBJECTS) as SubjectName[];
const HEAD = ['', 'CPU ms', 'ms', 'MB/s', 'peak MB', '× by hand'];

const bundleAll = async (folder: string): Promise<Bundles> =>
  Object.fromEntries(
    await Promise.all(NAMES.map(async (name) => [name, await bundleSubject(name, folder)])),
  ) as unknown as Bundles;

const middleOf = (runs: readonly Measurement[]): Measurement => ({
  clockMs: median(runs.map(({ clockMs }) => clockMs)),
  cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
  peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
  answer: runs[0]?.answer,
  readBytes: runs[0]?.readBytes,
});

/** Measures in turn, so that a busy moment of the machine affects more than one subject. */
const measureAll = async (bundles: Bundles, file: string, sizeMb: number): Promise<Results> => {
  const runs: Record<SubjectName, Measurement[]> = {
    empty: [],
    newlines: [],
    scanner: [],
    'by-hand': [],
    selection: [],
    packed: [],
    percentile: [],
    parquet: [],
    'csv-parse': [],
  };
  const queried = { file, ...queriedTimes((await stat(file)).size) };
  for (let run = 0; run < (sizeMb >= LONG_MB ? 1 : RUNS); run += 1) {
    for (const name of NAMES) runs[name].push(await measureSubject(bundles[name], queried));
  }
  return Object.fromEntries(NAMES.map((name) => [name, middleOf(runs[name])])) as unknown as Results;
};

const lineOf = (name: SubjectName, results: Results, sizeMb: number): readonly string[] => {
  const { cpuMs, clockMs, peakMb } = results[name];
  const readMs = cpuMs - results.empty.cpuMs;
  return [
    SUBJECTS[name],
    cpuMs.toFixed(0),
    clockMs.toFixed(0),
    name === 'empty' ? '' : ((sizeMb * 1_000) / Math.max(1, readMs)).toFixed(0),
    peakMb.toFixed(0),
    (cpuMs / results['by-hand'].cpuMs).toFixed(2),
  ];
};

const verdictOf = ({ selection, 'by-hand': byHand }: Results): string => {
  const times = selection.cpuMs / byHand.cpuMs;
  const isFast = times <= MAX_TIMES_BY_HAND ? 'within' : 'NOT WITHIN';
  const isSmall = selection.peakMb < MAX_PEAK_MB ? 'under' : 'NOT UNDER';
  return `The selection is ${isFast} ${MAX_TIMES_BY_HAND} times the query by hand, and ${isSmall} ${MAX_PEAK_MB} MB.`;
};

const packedVerdict = ({ selection, packed, percentile }: Results): string => {
  const times = packed.cpuMs / selection.cpuMs;
  const isSmall = Math.max(packed.peakMb, percentile.peakMb) < MAX_HOLDING_PEAK_MB ? 'under' : 'NOT UNDER';
  const isFast = times <= MAX_TIMES_PACKED ? 'within' : 'NOT WITHIN';
  return `Packed, it took ${times.toFixed(2)} times the CPU time, ${isFast} ${MAX_TIMES_PACKED}. The percentile and the packed file are ${isSmall} ${MAX_HOLDING_PEAK_MB} MB.`;
};

const megabytes = (bytes: number): string => (bytes / BYTES_PER_MB).toFixed(1);

const parquetVerdict = ({ parquet, selection }: Results, bytes: number): string => {
  const { readBytes = 0, cpuMs } = parquet;
  const times = (cpuMs / selection.cpuMs).toFixed(2);
  return `Over Parquet, it read ${megabytes(readBytes)} of ${megabytes(bytes)} MB, and took ${times} times the CPU time over CSV.`;
};

const benchSize = async (bundles: Bundles, folder: string, sizeMb: number): Promise<void> => {
  const file = join(folder, 'orders.csv');
  await writeOrders(file, sizeMb * BYTES_PER_MB);
  await writeParquet(file);
  await pipeline(createReadStream(file), createGzip(), createWriteStream(packedOf(file)));
  const results = await measureAll(bundles, file, sizeMb);
  deepEqual(results.selection.answer, results['by-hand'].answer);
  deepEqual(results.packed.answer, results.selection.answer);
  deepEqual(results.parquet.answer, results.selection.answer);
  console.log(`\n${sizeMb} MB`);
  console.log(formatTable([HEAD, ...NAMES.map((name) => lineOf(name, results, sizeMb))], [1, 2, 3, 4, 5]));
  console.log(verdictOf(results));
  console.log(packedVerdict(results));
  console.log(parquetVerdict(results, (await stat(parquetOf(file))).size));
};

/**
 * Reads order lists of several sizes, each with each subject in a process of its own, and prints time and memory. The query
 * filters by time and status, groups, sums, counts, sorts and takes the top six.
 * @param maxMb size of the largest file.
 */
export const benchFiles = async (maxMb: number): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-files-'));
  console.log('CPU time is that of the whole process. MB/s is by CPU time, without that of an empty process.');
  try {
    const bundles = await bundleAll(folder);
    for (const sizeMb of ALL_SIZES_MB.filter((size) => size <= maxMb)) await benchSize(bundles, folder, sizeMb);
  } finally {
    await rm(folder, { recursive: true });
  }
};
