import { describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const load = async (head: readonly string[], endpoint = '') => {
  const file = [
    'dashboard: ops-room',
    ...head,
    'endpoints:',
    `  pie: { component: 3D Pie Chart, csv: traffic.csv${endpoint} }`,
    '',
  ].join('\n');
  const folder = await writeFolder({ 'dashboard.yml': file, 'data/traffic.csv': 'name,value,score,pv\na,1,,\n' });
  const { errors, warnings, endpoints } = await loadDashboard(folder);
  const [served] = endpoints;
  expect([errors, served?.slug]).toEqual([[], 'pie']);
  return {
    maxSkew: served?.config.maxSkew,
    warnings: warnings.map((warning) => formatDiagnostic(warning, 'dashboard.yml')),
  };
};

const TOKEN = 'token: ssm:/wall/token';
const REPLAYS =
  '`maxSkew` is off: anyone who sees one request with its digest can repeat it for ever ' +
  '(leave out `maxSkew`, which means 5m, or write the longest time by which clocks may differ)';

test('an origin with letters of other languages is refused with the form that browsers send', async () => {
  const file =
    "dashboard: ops-room\norigins: ['https://大屏.example.com']\nendpoints:\n  pie: { component: 3D Pie Chart, csv: a.csv }\n";
  const { errors } = await loadDashboard(await writeFolder({ 'dashboard.yml': file, 'data/a.csv': '' }));
  expect(errors.map((error) => formatDiagnostic(error, 'dashboard.yml'))).toEqual([
    'dashboard.yml:2:11  `origins[0]` is not written as browsers send it (write https://xn--pss66e.example.com)',
  ]);
});

describe('maxSkew', () => {
  test.each<[string, readonly string[], string, number | undefined]>([
    ['five minutes if there is a token', [TOKEN], '', 300_000],
    ['five minutes if an endpoint has a token of its own', [], ', token: ssm:/own', 300_000],
    ['the value of the dashboard', [TOKEN, 'maxSkew: 30s'], '', 30_000],
    ['the value of the endpoint instead of that of the dashboard', [TOKEN, 'maxSkew: off'], ', maxSkew: 1m', 60_000],
    ['not set if there is no token', ['maxSkew: off'], '', undefined],
    ['not set if the endpoint has switched its token off', [TOKEN], ', token: none', undefined],
  ])('`maxSkew` is %s', async (_, head, endpoint, expected) => {
    expect(await load(head, endpoint)).toEqual({ maxSkew: expected, warnings: [] });
  });

  test('check warns at `maxSkew: off` that anybody can repeat an old request', async () => {
    expect(await load([TOKEN, 'maxSkew: off'])).toEqual({
      maxSkew: undefined,
      warnings: [`dashboard.yml:3:10  warning: ${REPLAYS}`],
    });
    expect(await load([TOKEN], ', maxSkew: off')).toEqual({
      maxSkew: undefined,
      warnings: [`dashboard.yml:4:62  warning: pie (3D Pie Chart): ${REPLAYS}`],
    });
  });

  test('maxSkew: 0s gives a warning, because every request is refused', async () => {
    const { maxSkew, warnings } = await load([TOKEN, 'maxSkew: 0s']);
    expect(maxSkew).toBe(0);
    expect(warnings).toEqual([
      expect.stringMatching(/^dashboard\.yml:3:10 {2}warning: `maxSkew` is 0: every request is refused/),
    ]);
  });
});
