import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type SimulatedWall, simulateLog } from '../../../infra/lab/cost/simulate-log.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

const BODY_BYTES = 3500;

const WALL: SimulatedWall = {
  dashboard: 'ops-room',
  endpoints: [
    { slug: 'traffic', family: 'pie', cacheSeconds: 0, bodyBytes: BODY_BYTES },
    { slug: 'sales', family: 'pie', cacheSeconds: 600, bodyBytes: BODY_BYTES },
  ],
  screens: 3,
  refreshSeconds: 300,
  hoursADay: 12,
  days: 3,
  lifeSeconds: 7200,
  strangers: 30,
};

const LINES = [...simulateLog(WALL)];

let folder: string;

beforeAll(async () => {
  folder = await writeFolder({
    'dashboard.yml': `refresh: 5m\n${endpointsFile('  traffic: { component: 3D Pie Chart, csv: a.csv }\n  sales: { component: 3D Pie Chart, csv: a.csv, cache: 10m }')}`,
    'data/a.csv': 'name,value,score,pv\na,1,,\n',
  });
  await writeFile(join(folder, 'raw.log'), `${LINES.join('\n')}\n`);
  await mkdir(join(folder, 'exported', 'stream'), { recursive: true });
  await mkdir(join(folder, 'empty'));
  await writeFile(join(folder, 'exported', 'stream', '000000.gz'), gzipSync(LINES.join('\n')));
  await writeFile(join(folder, 'exported', 'aws-logs-write-test'), 'Permission Check Successful');
  const events = LINES.map((line, index) => ({
    logStreamName: 'stream',
    timestamp: Date.parse(line.slice(0, 24)),
    message: `${line.slice(25)}\n`,
    ingestionTime: 1,
    eventId: String(index),
  }));
  await writeFile(join(folder, 'cli.json'), JSON.stringify({ events, searchedLogStreams: [] }, null, 4));
  await writeFile(join(folder, 'utf16.log'), `\ufeff${LINES[0]}`, 'utf16le');
  await writeFile(join(folder, 'one-line.json'), JSON.stringify({ events }));
});

const cost = (...args: readonly string[]) => runCommand('cost', ['--dashboard', folder, ...args], { from: folder });

const jsonOf = async (...args: readonly string[]) => {
  const { code, out, error } = await cost('--format', 'json', '--body', '4KB', ...args);
  expect([code, error]).toEqual([0, '']);
  return JSON.parse(out);
};

describe('npm run cost --actual', () => {
  test('npm run cost --actual counts the lines of a log, names the causes, and adds them up', async () => {
    const found = await jsonOf('--actual', 'raw.log');
    const calls = 3 * 3 * 144;
    expect(found.period).toMatchObject({ days: 3, from: expect.stringMatching(/^2026-10-01T08:0/) });
    expect(found.components[0]).toMatchObject({
      endpoint: 'traffic',
      actual: { calls, sourceCalls: calls, bytes: calls * (BODY_BYTES + 500) },
    });
    const { total, parts } = found.actual;
    expect(Object.values<number>(parts).reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 3);
    const sum = found.causes.reduce((all: number, { amount }: { readonly amount: number }) => all + amount, 0);
    expect(sum).toBeCloseTo(found.difference, 3);
    expect(total - found.forecast.total).toBeCloseTo(found.difference, 3);
    expect(found.assumed).toEqual(['watching']);
    expect(found.lines).toMatchObject({ read: LINES.length, copies: 0, others: 0 });
  });

  test('npm run cost --actual reads exports to S3 with gzip and the JSON of the AWS CLI, and counts a copy once', async () => {
    const { lines, ...raw } = await jsonOf('--actual', 'raw.log');
    for (const name of ['exported', 'cli.json', 'one-line.json'])
      expect([name, await jsonOf('--actual', name)]).toEqual([name, { ...raw, lines: expect.anything() }]);
    const { lines: twice, ...both } = await jsonOf('--actual', 'raw.log', 'exported');
    expect(both).toEqual(raw);
    expect(twice).toMatchObject({ copies: lines.read, others: 1 });
  });

  test('npm run cost --actual --month counts the lines of one month, and --stage those of one stage', async () => {
    expect((await jsonOf('--actual', 'raw.log', '--month', '2026-10')).period.days).toBe(3);
    const { code, error } = await cost('--actual', 'raw.log', '--month', '2026-09');
    expect([code, error]).toEqual([
      1,
      `--actual: raw.log has no line of a request to the dashboard ops-room in 2026-09: it has ${LINES.length} lines outside the month\n`,
    ]);
    const other = await cost('--actual', 'raw.log', '--stage', 'dev');
    expect(other.error).toContain('dashboard ops-room, stage dev: it has 2592 lines of ops-room, stage prod');
  });

  test('npm run cost --actual of a log of two months costs what the months cost one by one', async () => {
    const lines = [...simulateLog({ ...WALL, refreshSeconds: 3600, days: 40, strangers: 0 })];
    await writeFile(join(folder, 'long.log'), `${lines.join('\n')}\n`);
    const both = await jsonOf('--actual', 'long.log');
    const [october, november] = [
      await jsonOf('--actual', 'long.log', '--month', '2026-10'),
      await jsonOf('--actual', 'long.log', '--month', '2026-11'),
    ];
    expect(both.actual.parts.watching).toBeCloseTo(2 * october.actual.parts.watching, 3);
    expect(both.actual.total).toBeCloseTo(october.actual.total + november.actual.total, 2);
  });

  test('npm run cost --actual --against says why a month is dearer, in lines that add up', async () => {
    const args = ['--actual', 'long.log', '--month', '2026-10', '--against', '2026-11'];
    const { out } = await cost(...args);
    const [, dearer, other, difference] =
      /^October 2026: ([\d.]+) US dollars, November 2026: ([\d.]+), difference (\S+): days/.exec(out) ?? [];
    expect(Number(dearer) - Number(other)).toBeCloseTo(Number(difference), 5);
    const lines = Array.from(out.matchAll(/^ {2}([+-][\d.]+) {2}/gm), ([, amount]) => Number(amount));
    expect(lines.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(Number(difference), 5);
    expect(out).toContain('days  from 9 to 31 days with requests');
    const found = await jsonOf(...args);
    expect(found.against.total).toBe((await jsonOf('--actual', 'long.log', '--month', '2026-11')).actual.total);
    expect(found.components[0].against.calls).toBe(9 * 36);
    expect((await cost(...args, '--format', 'csv')).out).toMatch(/^kind,name,against calls,/);
    const chinese = await cost(...args, '--lang', 'zh');
    expect(chinese.out).toMatch(/^2026 年 10 月：[\d.]+ 美元，2026 年 11 月：[\d.]+，相差 \+[\d.]+：天数 /);
    expect(chinese.out.replace(/ops-room|dashboard\.yml|us-east-1|traffic|sales|AWS|KB|MB/g, '')).not.toMatch(
      /[A-Za-z]{3}/,
    );
  });

  test('npm run cost --actual prints at most 40 lines of 100 characters', async () => {
    const { out } = await cost('--actual', 'raw.log');
    expect(out).toMatch(/^1 October 2026 to 3 October 2026: [\d.]+ US dollars, forecast [\d.]+, difference [+-][\d.]+/);
    expect(out.split('\n').length).toBeLessThan(40);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    const { out: csv } = await cost('--actual', 'raw.log', '--format', 'csv');
    expect(csv).toMatch(/^kind,name,forecast calls,[\s\S]+\ncause,hours,[\s\S]+\ntotal,/);
  });

  test.each([
    [2, '--actual without files asks AWS about a stage: add --stage, such as --actual --stage prod', ['--actual']],
    [2, '--month must be a month such as 2026-10', ['--actual', 'raw.log', '--month', 'October']],
    [2, '--against belongs to --actual', ['--against', '2026-10']],
    [2, '--against compares two months', ['--actual', 'raw.log', '--against', '2026-10']],
    [2, '--against compares two months', ['--actual', 'raw.log', '--month', '2026-10', '--against', '2026-10']],
    [2, '--against must be a month', ['--actual', 'raw.log', '--month', '2026-10', '--against', 'may']],
    [1, 'ops-room in 2026-11: it has', ['--actual', 'raw.log', '--month', '2026-10', '--against', '2026-11']],
    [2, '--month belongs to --actual', ['--month', '2026-10']],
    [2, '--year is about the forecast', ['--actual', 'raw.log', '--year']],
    [2, '--by is about the forecast', ['--actual', 'raw.log', '--by', 'department']],
    [2, '--report is about the forecast', ['--actual', 'raw.log', '--report', 'bill.csv']],
    [2, '--enforce-budget is about the forecast', ['--actual', 'raw.log', '--enforce-budget']],
    [1, 'utf16.log cannot be read: it is UTF-16, as Windows PowerShell writes it', ['--actual', 'utf16.log']],
    [1, '--actual: nowhere.log cannot be read', ['--actual', 'nowhere.log']],
    [1, '--actual: the folder empty has no files: name one with log lines', ['--actual', 'empty']],
    [1, 'it has 2 lines that no function, Lambda or gateway wrote', ['--actual', 'data/a.csv']],
  ])('npm run cost ends with exit code %i and says %j for %j', async (code, says, args) => {
    const found = await cost(...args);
    expect([found.code, found.out]).toEqual([code, '']);
    expect(found.error).toContain(says);
  });
});
