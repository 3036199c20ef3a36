import { describe, expect, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { kindNamed } from '../../../../infra/dashboard/registry/kinds.ts';
import { permissionsOf } from '../../../../infra/stack/permissions.ts';
import type { DatasetConfig } from '../../../../shared/config/sources.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { dashboard, endpoint } from '../../../support/template/dashboard.ts';
import { selectedFrom } from '../../../support/template/lake.ts';

const HEAD = 'At,Gate,Visitors';
const DAYS = {
  'data/visits-2026-11-19.csv': `${HEAD}\n2026-11-19 23:50,South,3\n`,
  'data/visits-2026-11-20.csv': `${HEAD}\n2026-11-20 08:05,North,12\n`,
};

const SELECT = 'columns: { name: Gate, value: { sum: Visitors } }';

/** Checks a dataset whose source begins in column 16 of line 4. */
const check = async (source: string, files: Readonly<Record<string, string>> = DAYS) => {
  const lines = [
    'dashboard: shop',
    'timezone: UTC',
    'datasets:',
    `  visits: { ${source} }`,
    'endpoints:',
    `  pie: { component: 3D Pie Chart, dataset: visits, ${SELECT} }`,
    '',
  ];
  const folder = await writeFolder({ 'dashboard.yml': lines.join('\n'), ...files });
  const { errors, dashboard: loaded } = await checkDashboard(folder);
  const found = errors.map((one) =>
    formatDiagnostic(one, one.file.slice(folder.length + 1)).replaceAll(`${folder}/`, ''),
  );
  return { found, source: loaded.datasets.visits?.config.source };
};

const WINDOW = 'window: { of: At, last: 24h }';

describe('a pattern of files', () => {
  test('the source of a pattern has the pattern as its key, and keeps its selection', async () => {
    const { found, source } = await check(`csv: { file: 'visits-{date}.csv', ${WINDOW} }`);
    expect(found).toEqual([]);
    expect(source).toMatchObject({ source: 'csv', key: 'shop/visits-{date}.csv', selection: { window: { of: 'At' } } });
    const star = await check(`csv: 'visits-*.csv'`);
    expect(star.found).toEqual([]);
    expect(star.source).toEqual({ source: 'csv', key: 'shop/visits-*.csv' });
    const foreign = await check(`csv: { file: 's3://exports/visits-{date}.csv', ${WINDOW} }`);
    expect(foreign.found).toEqual([]);
    expect(foreign.source).toMatchObject({ bucket: 'exports', key: 'visits-{date}.csv' });
  });

  test.each(['csv', 'parquet'])('a wrong pattern is refused at its place: %s', async (kind) => {
    const at = `dashboard.yml:4:${15 + kind.length}  `;
    const inMap = `dashboard.yml:4:${23 + kind.length}  `;
    const report = async (source: string) => (await check(`${kind}: ${source}`)).found;
    expect(await report(`'visits-{date}.csv'`)).toEqual([
      expect.stringContaining(`${at}visits-{date}.csv needs a \`window\` with \`of\`, and with \`last\` or \`atMost\``),
    ]);
    expect(await report(`{ file: 'visits-{date}.csv', window: At }`)).toEqual([
      expect.stringContaining(`${inMap}visits-{date}.csv needs a \`window\``),
    ]);
    expect(await report(`{ file: 'visits-{yyyy/MM/dd/HH}.csv', window: { of: At, last: 30d } }`)).toEqual([
      expect.stringContaining(`${inMap}the pattern has 769 names in its window, and at most 400 are tried`),
    ]);
    expect(await report(`{ file: 'visits-{week}.csv', ${WINDOW} }`)).toEqual([
      expect.stringContaining(`${inMap}the pattern has no times in {week}`),
    ]);
    expect(await report(`{ file: 'visits-{date.csv', ${WINDOW} }`)).toEqual([
      expect.stringContaining(`${inMap}visits-{date.csv has a brace too many`),
    ]);
    expect(await report(`{ file: 'gates-*/{date}.csv', ${WINDOW} }`)).toEqual([
      expect.stringContaining(`${inMap}\`*\` may only be in the last part of the name`),
    ]);
    expect(await report(`{ file: '${'*a'.repeat(21)}', ${WINDOW} }`)).toEqual([
      expect.stringContaining(`${inMap}the pattern has 21 \`*\`, and at most 5 are read`),
    ]);
    expect(await report(`{ file: 'visit-{date}.csv', ${WINDOW} }`)).toEqual([
      expect.stringContaining(`${inMap}no file of data/ fits visit-{date}.csv`),
    ]);
  });

  test.each(['csv', 'parquet'])('a mistyped key in the window of a pattern is one error: %s', async (kind) => {
    const { found } = await check(`${kind}: { file: 'visits-{date}.csv', window: { of: At, lst: 7d } }`);
    const ofDefinition = found.filter((line) => line.startsWith('dashboard.yml'));
    expect(ofDefinition).toEqual([expect.stringContaining('window.lst` (did you mean `last`?)')]);
  });

  test('check reports in dashboard.yml that the files of a pattern have different columns, or lack a selected column', async () => {
    const source = `csv: { file: 'visits-{date}.csv', ${WINDOW} }`;
    const other = { ...DAYS, 'data/visits-2026-11-18.csv': 'At,Visitors,Gate\n2026-11-18 10:00,1,North\n' };
    expect((await check(source, other)).found).toEqual([
      expect.stringContaining(
        'dashboard.yml:4:26  data/visits-2026-11-19.csv has other columns than data/visits-2026-11-18.csv (give all',
      ),
    ]);
    const misspelt = await check(source.replace('of: At', 'of: Att'));
    expect(misspelt.found).toEqual([
      expect.stringMatching(/^dashboard\.yml:4:\d+ {2}line 1 of data\/visits-2026-11-20/),
    ]);
    const broken = { ...DAYS, 'data/visits-2026-11-18.csv': 'At,"Gate\n' };
    expect((await check(source, broken)).found).toEqual([expect.stringContaining('data/visits-2026-11-18.csv:1:1  ')]);
  });
});

const datasetOver = (source: string, key: string): DatasetConfig => ({
  source: { source, key, bucket: 'exports', selection: { window: { of: 'At', last: 7 * 86_400_000 } } },
  ttl: 60_000,
  shared: false,
});

describe.each([
  ['csv', 1],
  ['parquet', 3],
])('a pattern of %s files', (kind, requests) => {
  test('functions may read the objects whose names begin with the fixed part of a pattern', () => {
    const datasets = { visits: { config: datasetOver(kind, 'days/visits-{date}/*.x') } };
    const permissions = permissionsOf('pie', dashboard([endpoint('pie', 'a', selectedFrom('visits'))], { datasets }));
    const text = JSON.stringify(permissions);
    expect(text).toContain('days/visits-*');
    expect(text).not.toContain('{date}');
  });

  test('each read of a pattern is priced with the requests for each of its dates', () => {
    const { price } = kindNamed(kind);
    const requestsOf = (key: string) => price.facts?.({ config: datasetOver(kind, key) }).requests;
    expect(requestsOf('days/visits-{date}.x')).toBe(10 * requests);
    expect(requestsOf('days/{date}/*.x')).toBe(10 * (requests + 1));
    expect(requestsOf('visits.x')).toBe(requests);
  });

  test('each read of a dataset costs one more request for each file that it is joined with', () => {
    const { source, ...dataset } = datasetOver(kind, 'visits.x');
    const goals = { name: 'goals', key: 'goals.csv', file: 'goals.csv', on: [['Gate', 'Gate']] };
    const joined = { ...source, join: [goals] };
    expect(kindNamed(kind).price.facts?.({ config: { ...dataset, source: joined } }).requests).toBe(requests + 1);
  });
});
