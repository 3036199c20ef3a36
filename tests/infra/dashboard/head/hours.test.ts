import { expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const load = async (...head: readonly string[]) => {
  const endpoints = 'endpoints: { pie: { component: 3D Pie Chart, csv: a.csv } }';
  const file = ['dashboard: ops-room', ...head, endpoints, ''].join('\n');
  const loaded = await loadDashboard(await writeFolder({ 'dashboard.yml': file, 'data/a.csv': 'a,b,c,d\nx,1,,\n' }));
  return { ...loaded, warnings: loaded.warnings.map((warning) => formatDiagnostic(warning, 'dashboard.yml')) };
};

const HOURS = 'hours: Mon 08:00-12:00';

test('opening hours without a timezone are read in UTC, with a warning', async () => {
  const { errors, warnings, hours } = await load(HOURS);
  expect([errors, hours]).toEqual([[], [{ from: 480, to: 720 }]]);
  expect(warnings).toEqual([
    'dashboard.yml:2:8  warning: `hours` are read in UTC, as the dashboard has no `timezone` (add `timezone: Europe/Berlin`, or `timezone: UTC` if that is meant)',
  ]);
});

test('opening hours with any timezone, UTC included, give no warning', async () => {
  expect((await load(HOURS, 'timezone: UTC')).warnings).toEqual([]);
  expect((await load('timezone: Asia/Shanghai')).warnings).toEqual([]);
});
