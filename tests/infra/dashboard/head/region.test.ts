import { expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const warningsOf = async (head: string, databaseRegion: string): Promise<readonly string[]> => {
  const file = [
    'dashboard: ops-room',
    head,
    'database:',
    `  cluster: arn:aws:rds:${databaseRegion}:123456789012:cluster:metrics`,
    `  secret: arn:aws:secretsmanager:${databaseRegion}:123456789012:secret:metrics-AbCdEf`,
    '  name: metrics',
    'endpoints: { pie: { component: 3D Pie Chart, sql: "select 1, 2, 3, 4" } }',
    '',
  ].join('\n');
  const { errors, warnings, endpoints } = await loadDashboard(await writeFolder({ 'dashboard.yml': file }));
  expect([errors, endpoints.length]).toEqual([[], 1]);
  return warnings.map((warning) => formatDiagnostic(warning, 'dashboard.yml'));
};

test('check warns of a database in another region than the dashboard, at its place', async () => {
  const remedy = 'deploy the dashboard in eu-west-1, or name a database of us-east-1';
  const where = 'is in eu-west-1, and the dashboard in us-east-1: every query crosses regions';
  expect(await warningsOf('region: us-east-1', 'eu-west-1')).toEqual([
    `dashboard.yml:4:12  warning: \`database.cluster\` ${where} (${remedy})`,
    `dashboard.yml:5:11  warning: \`database.secret\` ${where} (${remedy})`,
  ]);
});

test('check gives no warning for a database in the region of the dashboard, or if the dashboard names no region', async () => {
  expect(await warningsOf('region: eu-west-1', 'eu-west-1')).toEqual([]);
  expect(await warningsOf('description: a wall', 'eu-west-1')).toEqual([]);
});
