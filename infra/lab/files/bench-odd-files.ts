import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { strToU8, zipSync } from 'fflate';
import { runServer, type StartProcess } from '../../../tests/support/start-process.ts';
import { clonePath } from '../../program/program-files.ts';
import { formatTable } from '../../terminal/format-table.ts';

const execute = promisify(execFile);

const DASHBOARD = `dashboard: odd
endpoints:
  share: { component: 3D Pie Chart, csv: share.csv }
  wide: { component: 3D Pie Chart, csv: { file: wide.csv, columns: { name: c0, value: c1 } } }
`;

const cellOf = (name: string, value: number): string => `<c r="${name}"><v>${value}</v></c>`;

const rowOf = (row: number): string =>
  `<row r="${row}">${['A', 'B', 'C'].map((column) => cellOf(`${column}${row}`, row)).join('')}</row>`;

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Returns a workbook of one sheet with rows of three columns, and more cells after them. */
const createWorkbook = (rows: number, more = ''): Uint8Array => {
  const cells = Array.from({ length: rows + 1 }, (_, index) => rowOf(index + 1)).join('');
  const files = {
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="Orders" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="sheet.xml"/></Relationships>`,
    'xl/sheet.xml': `<worksheet><sheetData>${cells}${more}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
};

const FAR_CELL = `<row r="1048576">${cellOf('XFD1048576', 1)}</row>`;
/** More elements than a workbook may have. They take little space in a zip file. */
const BOMB = '<row/>'.repeat(15_000_000);

const WORKBOOKS: Readonly<Record<string, () => Uint8Array>> = {
  '10 000 rows': () => createWorkbook(10_000),
  '150 000 rows': () => createWorkbook(150_000),
  '300 000 rows': () => createWorkbook(300_000),
  'refused: 1 000 000 rows': () => createWorkbook(1_000_000),
  'refused: a far cell': () => createWorkbook(3_000, FAR_CELL),
  'refused: a zip bomb': () => createWorkbook(10, BOMB),
};

/** Prints time and peak memory of this process when it ends. */
const REPORT =
  "data:text/javascript,process.on('exit',()=>{const{maxRSS}=process.resourceUsage();console.error('PEAK '+Math.round(performance.now())+' '+Math.round(maxRSS/1024))})";

/** Imports a workbook in a process of its own. */
const importWorkbook = async (file: string, folder: string): Promise<readonly string[]> => {
  const args = ['--import', REPORT, clonePath('infra/cli/main.ts'), 'import', file, '--dashboard', folder];
  const { stderr } = await execute(process.execPath, args).catch((error: { readonly stderr: string }) => error);
  const [, ms = '', mb = ''] = /PEAK (\d+) (\d+)/.exec(stderr) ?? [];
  return [(Number(ms) / 1000).toFixed(1), mb];
};

const benchImport = async (folder: string): Promise<void> => {
  const rows: (readonly string[])[] = [];
  for (const [name, create] of Object.entries(WORKBOOKS)) {
    const file = join(folder, 'book.xlsx');
    await writeFile(file, create());
    rows.push([name, ...(await importWorkbook(file, folder))]);
  }
  console.log('\nImport of a workbook with three columns\n');
  console.log(formatTable([['', 'seconds', 'peak MB'], ...rows], [1, 2]));
};

/** Columns and rows of the files that are tried in the console. */
const SIZES = [
  [60_000, 20],
  [5_000, 200],
  [100, 20_000],
] as const;

const csvOf = (columns: number, rows: number): string => {
  const line = (cell: (column: number) => string): string => Array.from({ length: columns }, (_, c) => cell(c)).join();
  return [line((c) => `c${c}`), ...Array.from({ length: rows }, (_, r) => line((c) => String((r * c) % 97)))].join(
    '\n',
  );
};

const POLL_INTERVAL_MS = 50;
/** Time for which endpoints are asked after a file was saved. */
const SETTLE_MS = 8_000;

/** Sends a request to the endpoint `share`, which does not read the tried files. */
const ask = async (url: string): Promise<void> => {
  const response = await fetch(`${url}/pie/share`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ currentTime: Date.now(), timePeriod: 30 }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`the endpoint answered ${response.status}: ${text}`);
};

/** Asks the endpoint again and again until `work` has ended. Returns the longest time of a response. */
const slowestBeside = async (url: string, work: Promise<unknown>): Promise<number> => {
  let isOver = false;
  let slowest = 0;
  const done = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    await ask(url);
    slowest = Math.max(slowest, performance.now() - started);
    await sleep(POLL_INTERVAL_MS);
  }
  await done;
  return Math.round(slowest);
};

/** Drops a file on the console, and then saves it in the folder, where another endpoint reads it. */
const benchFile = async (url: string, page: string, folder: string, [columns, rows]: (typeof SIZES)[number]) => {
  const text = csvOf(columns, rows);
  const started = performance.now();
  const reply = fetch(`${page}api/fit?name=wide.csv`, { method: 'POST', body: text }).then((answer) => answer.text());
  const dropped = await slowestBeside(url, reply);
  const seconds = (performance.now() - started) / 1000;
  const saved = await slowestBeside(
    url,
    writeFile(join(folder, 'data/wide.csv'), text).then(() => sleep(SETTLE_MS)),
  );
  const megabytes = (await reply).length / 1e6;
  return [`${columns} x ${rows}`, seconds.toFixed(1), megabytes.toFixed(2), String(dropped), String(saved)];
};

const URLS = /http:\/\/127\.0\.0\.1:\d+(?=\/pie)/;

const benchConsole = async (folder: string): Promise<void> => {
  const start: StartProcess = runServer('start', ['--dashboard', folder, '--port', '0']);
  try {
    await start.printed(/^curl /m);
    const [, page = ''] = await start.printed(/^Console +(\S+)$/m);
    const [url = ''] = URLS.exec(start.output()) ?? [];
    const rows: (readonly string[])[] = [];
    for (const size of SIZES) rows.push(await benchFile(url, page, folder, size));
    console.log('\nFiles that are tried in the console and saved, while an endpoint is asked\n');
    const head = ['columns x rows', 'reply s', 'reply MB', 'endpoint, dropped: ms', 'endpoint, saved: ms'];
    console.log(formatTable([head, ...rows], [1, 2, 3, 4]));
  } finally {
    await start.stop();
  }
};

/**
 * Measures the import of long and odd workbooks, and the responses of an endpoint while wide files are tried and saved.
 */
export const benchOddFiles = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-odd-'));
  try {
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'dashboard.yml'), DASHBOARD);
    await writeFile(join(folder, 'data/share.csv'), 'name,value,score,pv\na,1,,\nb,2,,\n');
    await writeFile(join(folder, 'data/wide.csv'), 'c0,c1\na,1\n');
    await benchImport(folder);
    await benchConsole(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
