import type { Validate } from '../../../shared/catalogue/accepts.ts';
import { loadValidators } from '../../build/bundling/validators.ts';
import { formatNumberTable, median } from '../statistics.ts';
import { createRequest, createSteps, type WarmStep } from './warm-steps.ts';
import { type WarmSubject, warmSubjects } from './warm-subjects.ts';

const SIZES = [10, 1_000, 10_000] as const;
/** Maximum for all requests of a measurement together. */
const MAX_TOTAL_ROWS = 2_000_000;
const MAX_REQUESTS = 4_000;

/** The median of each step in microseconds. */
type Times = ReadonlyMap<string, number>;

const YARDSTICK = 'JSON.stringify';

const runRequest = async (steps: readonly WarmStep[], times: Map<string, number[]>): Promise<void> => {
  const request = createRequest();
  for (const { name, run } of steps) {
    const start = performance.now();
    await run(request);
    times.get(name)?.push((performance.now() - start) * 1000);
  }
};

const measure = async (subject: WarmSubject, validate: Validate, rows: number): Promise<Times> => {
  const { steps: ofRequest, lastBody } = createSteps(subject, validate, rows);
  const steps = [...ofRequest, { name: YARDSTICK, run: () => JSON.stringify(lastBody()) }];
  const requests = Math.min(MAX_REQUESTS, MAX_TOTAL_ROWS / rows);
  const times = new Map(steps.map(({ name }): [string, number[]] => [name, []]));
  for (let request = 0; request < requests / 2; request += 1) await runRequest(steps, new Map());
  for (let request = 0; request < requests; request += 1) await runRequest(steps, times);
  return new Map(Array.from(times, ([name, rounds]) => [name, median(rounds)]));
};

/** Writes how many times longer 10 000 rows take than 1 000. About x 10 is linear. */
const growthOf = (times: readonly number[]): string => `x ${((times[2] ?? 0) / (times[1] ?? 0)).toFixed(1)}`;

const rowOf = (name: string, times: readonly number[]): readonly string[] => [
  name,
  ...times.map((time) => time.toFixed(1)),
  growthOf(times),
];

const print = ({ shape }: WarmSubject, columns: readonly Times[]): void => {
  console.log(`\n${shape.components[0]}: microseconds a request, medians; growth from 1000 to 10000 rows`);
  const names = [...(columns[0]?.keys() ?? [])].filter((name) => name !== YARDSTICK);
  const timesOf = (name: string): readonly number[] => columns.map((column) => column.get(name) ?? Number.NaN);
  const totals = columns.map((column) => names.reduce((sum, name) => sum + (column.get(name) ?? 0), 0));
  console.log(
    formatNumberTable([
      ['', ...SIZES.map((rows) => `${rows} rows`), 'growth'],
      ...names.map((name) => rowOf(name, timesOf(name))),
      rowOf('all steps', totals),
      rowOf(YARDSTICK, timesOf(YARDSTICK)),
    ]),
  );
};

/** Prints the time of each step of a request in a warm process, beside the time of JSON.stringify for the same body. */
export const benchWarm = async (): Promise<void> => {
  const { pie = {} } = await loadValidators(['pie']);
  for (const subject of warmSubjects) {
    const columns: Times[] = [];
    for (const rows of SIZES) columns.push(await measure(subject, pie[subject.shape.name] as Validate, rows));
    print(subject, columns);
  }
};
