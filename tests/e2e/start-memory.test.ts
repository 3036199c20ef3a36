import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordMemory } from '../../infra/lab/load/record-memory.ts';
import { runStart, type StartProcess } from '../support/start-process.ts';

/** Number of edits after which the memory is measured, twice. */
const EDITS = 20;
const MAX_GROWTH = 1.1;
const LOOK_MS = 100;

const definitionOf = (edit: number): string => `dashboard: memory
cache: 30s
endpoints:
  share: { component: 3D Pie Chart, title: Edit ${edit}, csv: { file: orders.csv, columns: { name: Region, value: { sum: Amount } }, limit: ${3 + (edit % 3)} } }
`;
const ordersOf = (edit: number): string =>
  `Region,Amount\n${Array.from({ length: 200 }, (_, row) => `R${row % 5},${row + edit}\n`).join('')}`;

let folder: string;
let records: string;
let start: StartProcess;
let base: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-memory-'));
  records = await mkdtemp(join(tmpdir(), 'wallfeed-records-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'dashboard.yml'), definitionOf(0));
  await writeFile(join(folder, 'data', 'orders.csv'), ordersOf(0));
  const options = ['--dashboard', folder, '--port', '0', '--wall', '--quiet'];
  start = runStart(options, { NODE_OPTIONS: recordMemory(records) });
  [, base = ''] = await start.printed(/^Wall {2}(\S+)\/wall$/m);
  await start.printed(/^curl /m);
});
afterAll(async () => {
  await start.stop();
  await rm(folder, { recursive: true });
  await rm(records, { recursive: true });
});

const edit = async (number: number): Promise<void> => {
  const since = start.output().length;
  if (number % 3 === 0) await writeFile(join(folder, 'data', 'orders.csv'), ordersOf(number));
  else {
    const text = definitionOf(number);
    await writeFile(
      join(folder, 'dashboard.yml'),
      number % 3 === 1 ? text : text.replace('3D Pie Chart', '3D Pie Chat'),
    );
  }
  await start.printed(/(?:Reloaded|Not reloaded).*\n/, since);
  const body = JSON.stringify({ endpoint: 'share', timePeriod: 60 });
  const response = await fetch(`${base}/wall/api/ask`, { method: 'POST', body });
  expect(await response.json()).toMatchObject({ status: 'drawn' });
};

const measure = async (): Promise<number> => {
  const file = join(records, String(start.child.pid));
  const now = Date.now();
  while ((await stat(file)).mtimeMs <= now) await sleep(LOOK_MS);
  return Number(await readFile(file, 'utf8'));
};

test('the memory of start does not grow with the number of saved changes', async () => {
  for (let number = 1; number <= EDITS; number += 1) await edit(number);
  const first = await measure();
  for (let number = EDITS + 1; number <= 2 * EDITS; number += 1) await edit(number);
  expect(await measure()).toBeLessThan(first * MAX_GROWTH);
});
