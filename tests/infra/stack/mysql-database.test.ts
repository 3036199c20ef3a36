import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { resourcesOf } from '../../../infra/stack/template/template.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { packageFolder } from '../../support/template/package-folder.ts';
import { checkResources } from '../../support/template/resource-schemas.ts';

const GROUP = 'AWS::RDS::DBClusterParameterGroup';

const folderWith = (database: string, head = ''): Promise<string> =>
  writeFolder({
    'dashboard.yml': `dashboard: shop\n${head}${database}\nendpoints:\n  orders: { component: Rows, sql: 'select 1 as n' }\n`,
  });

const packageWith = async (database: string, head?: string) =>
  (await packageFolder(await folderWith(database, head))).template;

const parametersOf = async (database: string, head?: string) =>
  resourcesOf(await packageWith(database, head), GROUP)[0]?.[1].Properties?.Parameters;

test('the sessions of the stack’s own Aurora MySQL have the zone of the database and the deadline of the functions', async () => {
  const template = await packageWith('database: { engine: mysql, timezone: Asia/Shanghai }');
  const [[id, { Properties: group }] = ['', {} as never]] = resourcesOf(template, GROUP);
  expect(group).toMatchObject({
    Family: 'aurora-mysql8.0',
    Parameters: { time_zone: 'Asia/Shanghai', max_execution_time: '8000' },
  });
  expect(template.Resources.Database?.Properties).toMatchObject({ DBClusterParameterGroupName: { Ref: id } });
  expect(checkResources(template)).toEqual([]);
});

test('a server of MySQL stops a SELECT when a function of a shorter `timeout` no longer waits for it', async () => {
  const parameters = await parametersOf('database: { engine: mysql }', 'timeout: 5s\n');
  expect(parameters).toEqual({ time_zone: 'UTC', max_execution_time: '3000' });
});

test('the template of PostgreSQL differs from that of MySQL in nothing but the engine, its version and its parameter group', async () => {
  const postgres = await packageWith('');
  expect(resourcesOf(postgres, GROUP)).toEqual([]);
  const text = JSON.stringify(postgres);
  expect(text).not.toContain('ParameterGroup');
  const { DatabaseParameters: _, ...others } = (await packageWith('database: { engine: mysql }')).Resources;
  const inPostgres = JSON.parse(
    JSON.stringify(others)
      .replaceAll('aurora-mysql', 'aurora-postgresql')
      .replaceAll('8.0.mysql_aurora.3.10.4', '17.7')
      .replace(',"DBClusterParameterGroupName":{"Ref":"DatabaseParameters"}', ''),
  );
  expect(inPostgres.Database).toEqual(postgres.Resources.Database);
  expect(inPostgres.DatabaseWriter).toEqual(postgres.Resources.DatabaseWriter);
});

const warningsOf = async (timezone: string): Promise<readonly string[]> => {
  const { warnings } = await loadDashboard(await folderWith(`database: { engine: mysql, timezone: ${timezone} }`));
  return warnings.map(({ message }) => message).filter((message) => message.includes('zone'));
};

test('a zone that Aurora MySQL knows under another name gets that name', async () => {
  const parameters = await parametersOf('database: { engine: mysql, timezone: America/New_York }');
  expect(parameters).toMatchObject({ time_zone: 'US/Eastern' });
  expect(await warningsOf('America/New_York')).toEqual([]);
});

test('a zone that Aurora MySQL lacks is warned of, and its sessions are in UTC', async () => {
  const parameters = await parametersOf('database: { engine: mysql, timezone: Europe/Berlin }');
  expect(parameters).toMatchObject({ time_zone: 'UTC' });
  expect(await warningsOf('Europe/Berlin')).toEqual([
    'Aurora MySQL has no zone Europe/Berlin for its sessions: now() and columns of TIMESTAMP are in UTC there',
  ]);
});

test('the dashboard that the page of MySQL shows gets no warning', async () => {
  const page = await readFile(join(projectRoot, 'schemas/mysql.md'), 'utf8');
  const [, written = '', seeds = ''] = /```yaml\n(.*?)```.*?```sql\n(.*?)```/s.exec(page) ?? [];
  const folder = await writeFolder({ 'dashboard.yml': written, 'data/shop.sql': seeds });
  const { errors, warnings } = await loadDashboard(folder);
  expect([...errors, ...warnings]).toEqual([]);
  expect(written).toContain('engine: mysql');
});
