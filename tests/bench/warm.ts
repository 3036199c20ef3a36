import { loadValidators } from '../../infra/build/validators.ts';
import type { Validate } from '../../shared/catalogue/validate.ts';
import { median } from './statistics.ts';
import { createRequest, createSteps, type WarmStep } from './warm-steps.ts';
import { type WarmSubject, warmSubjects } from './warm-subjects.ts';

const SIZES = [10, 1_000, 10_000] as const;
/** As many requests are made as read so many rows together, but no more than that many. */
const ROWS = 2_000_000;
const REQUESTS = 4_000;

/** Microseconds by the names of the steps. */
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
  const requests = Math.min(REQUESTS, ROWS / rows);
  const times = new Map(steps.map(({ name }): [string, number[]] => [name, []]));
  for (let request = 0; request < requests / 2; request += 1) await runRequest(steps, new Map());
  for (let request = 0; request < requests; request += 1) await runRequest(steps, times);
  return new Map(Array.from(times, ([name, all]) => [name, median(all)]));
};

const printLine = (name: string, times: readonly number[], growth: string): void =>
  console.log(
    `  ${name.padEnd(20)}${times.map((time) => time.toFixed(1).padStart(14)).join('')}${growth.padStart(12)}`,
  );

/** Ten times the rows may take ten times as long. */
const growthOf = (times: readonly number[]): string => `x ${((times[2] ?? 0) / (times[1] ?? 0)).toFixed(1)}`;

const print = ({ shape }: WarmSubject, columns: readonly Times[]): void => {
  const heads = SIZES.map((rows) => `${rows} rows`.padStart(14)).join('');
  console.log(`\n${shape.components[0]}: microseconds a request, medians; growth from 1000 to 10000 rows`);
  console.log(`  ${''.padEnd(20)}${heads}${'growth'.padStart(12)}`);
  const names = [...(columns[0]?.keys() ?? [])].filter((name) => name !== YARDSTICK);
  const timesOf = (name: string): readonly number[] => columns.map((column) => column.get(name) ?? Number.NaN);
  for (const name of names) printLine(name, timesOf(name), growthOf(timesOf(name)));
  const totals = columns.map((column) => names.reduce((sum, name) => sum + (column.get(name) ?? 0), 0));
  printLine('all steps', totals, growthOf(totals));
  printLine(YARDSTICK, timesOf(YARDSTICK), growthOf(timesOf(YARDSTICK)));
};

/** What each step of a request costs in a process that is warm, beside turning the same body to JSON. */
export const benchWarm = async (): Promise<void> => {
  const { pie = {} } = await loadValidators(['pie']);
  for (const subject of warmSubjects) {
    const columns: Times[] = [];
    for (const rows of SIZES) columns.push(await measure(subject, pie[subject.shape.name] as Validate, rows));
    print(subject, columns);
  }
};
