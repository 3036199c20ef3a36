/** @jest-environment node */
import { chmod, cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { checkStatements } from '../../../infra/check/check-statements.ts';
import { checkBudget } from '../../../infra/cost/estimate-dashboard.ts';
import { checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { prepareDemo, refreshDemo } from '../../../infra/dashboards/demo/exports/refresh-demo.ts';
import { writeExports } from '../../../infra/dashboards/demo/exports/write-exports.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { serveExamples } from '../../support/requests/serve-examples.ts';

/** The current time of the tests: 09:00 in Shanghai. */
const NOW = Date.parse('2026-11-20T01:00:00Z');
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MIDNIGHT = Date.parse('2026-11-19T16:00:00Z');

const NAMES = ['alarms-gbk.csv', 'calls.csv', 'hosts-wide.csv', 'kpi.csv', 'orders.csv', 'steps.csv'];

const exportAt = async (now: number): Promise<Record<string, Buffer>> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-exports-'));
  await writeExports(folder, now);
  const read = NAMES.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return Object.fromEntries(await Promise.all(read));
};

const linesOf = (bytes: Buffer | undefined): readonly string[] => String(bytes).split(/\r?\n/);

let files: Record<string, Buffer>;
beforeAll(async () => {
  files = await exportAt(NOW);
});

describe('the demo’s exports', () => {
  test('the demo’s exports contain 5,000 orders of 14 columns, quoted as RFC 4180 says except for inch marks', () => {
    const rows = parse(files['orders.csv'] ?? '', { bom: true, relax_quotes: true, columns: true }) as object[];
    expect(rows).toHaveLength(5_000);
    expect(Object.keys(rows[0] ?? {})).toHaveLength(14);
    expect(rows).toContainEqual(expect.objectContaining({ Product: 'Monitor 27"', Amount: '2,598.00' }));
    expect(rows).toContainEqual(expect.objectContaining({ Note: 'Leave it at the "blue" door' }));
  });

  test('the demo’s exports end with a row of the last minutes before now, in the dashboard’s timezone', () => {
    const times = linesOf(files['orders.csv']).flatMap((line) => /2026-11-\d\d \d\d:\d\d:\d\d/.exec(line) ?? []);
    expect(times.at(-1)).toMatch(/^2026-11-20 08:5\d:\d\d$/);
    expect(times).toEqual(times.toSorted());
  });

  test('the demo’s exports contain alarms in GB18030', () => {
    const text = new TextDecoder('gb18030', { fatal: true }).decode(files['alarms-gbk.csv']);
    expect(text).toMatch(/^编号,发生时间,主机,级别,告警,确认,负责人\r\n\d+,\d\d\/11\/2026 \d\d:\d\d,/);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(files['alarms-gbk.csv'])).toThrow();
  });

  test('the demo’s exports are the same for the same moment', async () => {
    expect(await exportAt(NOW)).toEqual(files);
  });

  test('nine tenths of the rows in the demo’s exports stay the same within an hour', async () => {
    const later = await exportAt(NOW + HOUR_MS);
    const repeated = NAMES.map((name) => {
      const before = linesOf(files[name]);
      const after = new Set(linesOf(later[name]));
      return before.filter((line) => after.has(line)).length / before.length;
    });
    for (const share of repeated) expect(share).toBeGreaterThan(0.9);
  });
});

test('check finds neither an error nor a warning in the demo, also in a new clone, whose secrets all users may read', async () => {
  const folder = await prepareDemo();
  await chmod(join(folder, '.secrets.yml'), 0o644);
  await refreshDemo(folder);
  const { errors, warnings } = await checkDashboard(folder, [(one) => checkStatements(one), checkBudget]);
  expect([...errors, ...warnings]).toEqual([]);
});

test('each endpoint over the demo’s exports responds a minute after midnight in the dashboard’s timezone', async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-midnight-'));
  await cp(await prepareDemo(), folder, {
    recursive: true,
    filter: (path) => !/data\/(?:\w+\.sql|exports)$/.test(path),
  });
  const file = join(folder, 'dashboard.yml');
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(/^token: .*\n/m, '').replace(/^dashboard: .*/m, 'dashboard: wall'),
  );
  await writeExports(join(folder, 'data/exports'), MIDNIGHT + MINUTE_MS);
  const checked = await checkDashboard(folder);
  const served = await serveExamples(folder, checked, { currentTime: MIDNIGHT + MINUTE_MS, timePeriod: 30 });
  const slugs = checked.dashboard.endpoints
    .filter(({ config }) => JSON.stringify(config).includes('exports/'))
    .map(({ slug }) => slug);
  const bodies: (readonly [string, unknown])[] = [];
  for (const slug of slugs) bodies.push([slug, await served.respond(slug)]);
  await served.close();
  expect(slugs.length).toBeGreaterThan(10);
  expect(bodies.filter(([, body]) => 'error' in Object(body))).toEqual([]);
});

test('tests take the folder of the demo only from prepareDemo, so that its exports are there when a test runs alone', async () => {
  const sources = (await readdir(join(projectRoot, 'tests'), { recursive: true })).filter((path) => /\.ts$/.test(path));
  const texts = sources.map(async (path) => [path, await readFile(join(projectRoot, 'tests', path), 'utf8')] as const);
  const direct = /\bDEMO\b.*dashboard-folder|dashboards\/(?:demo|lake)['"`/](?!exports|generate)/;
  expect((await Promise.all(texts)).filter(([, text]) => direct.test(text)).map(([path]) => path)).toEqual([]);
});
