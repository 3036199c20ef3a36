import { describe, expect, test } from '@jest/globals';
import type { LoadedDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import type { Permission } from '../../../infra/dashboard/kinds/permission.ts';
import { permissionsOf, policySize } from '../../../infra/stack/permissions.ts';
import { resolveIntrinsics } from '../../../infra/stack/template/template.ts';
import { dashboard, endpoint, sql } from '../../support/template/dashboard.ts';
import { lakeDataset, selectedFrom } from '../../support/template/lake.ts';

const NAMES: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
  'AWS::AccountId': '123456789012',
};
const refer = (name: string, attribute = ''): string => NAMES[name] ?? `<${name}.${attribute}>`;

const grants = (described: LoadedDashboard, family = 'pie') => {
  const permissions = resolveIntrinsics(permissionsOf(family, described), refer) as readonly Permission[];
  return permissions.flatMap(({ Action, Resource, Condition }) =>
    Action.flatMap((action) =>
      Resource.map((resource) => [action, resource, ...(Condition ? [JSON.stringify(Condition)] : [])].join(' ')),
    ),
  );
};

const LOGS = ['logs:CreateLogStream <PieLogGroup.Arn>', 'logs:PutLogEvents <PieLogGroup.Arn>'];
const csv = (key: string, bucket?: string) =>
  ({ tables: { table: { source: 'csv', key, ...(bucket === undefined ? {} : { bucket }) } } }) as const;
const manyEndpoints = (count: number) =>
  Array.from({ length: count }, (_, n) => endpoint('pie', `e${n}`, csv(`ops-room/${n}.csv`)));

describe('the permissions of a function', () => {
  test('a function with CSV files may read these files, and may see which files of the dashboard are missing', () => {
    expect(grants(dashboard([endpoint('pie', 'a'), endpoint('pie', 'b')]))).toEqual([
      ...LOGS,
      's3:GetObject <DataBucket.Arn>/ops-room/a.csv',
      's3:ListBucket <DataBucket.Arn> {"StringLike":{"s3:prefix":["ops-room/*"]}}',
    ]);
  });

  test('a function that has only SQL may query the cluster with its secret, and has no access to a bucket', () => {
    expect(grants(dashboard([endpoint('pie', 'a', sql())]))).toEqual([
      ...LOGS,
      'rds-data:ExecuteStatement <Database.DBClusterArn>',
      'secretsmanager:GetSecretValue <ReaderSecret.>',
    ]);
  });

  test('a function may use the bucket and the database that dashboard.yml names', () => {
    const database = { cluster: 'arn:cluster', secret: 'arn:secret', name: 'metrics' };
    const endpoints = [endpoint('pie', 'a', sql(database)), endpoint('pie', 'b')];
    expect(grants(dashboard(endpoints, { bucket: 'theirs' }))).toEqual([
      ...LOGS,
      's3:GetObject arn:aws:s3:::theirs/ops-room/a.csv',
      's3:ListBucket arn:aws:s3:::theirs {"StringLike":{"s3:prefix":["ops-room/*"]}}',
      'rds-data:ExecuteStatement arn:cluster',
      'secretsmanager:GetSecretValue arn:secret',
    ]);
  });

  test('a function that reads an object of another bucket may read this object, and may see if it is missing', () => {
    expect(grants(dashboard([endpoint('pie', 'a', csv('x/y.csv', 'other'))]))).toEqual([
      ...LOGS,
      's3:GetObject arn:aws:s3:::other/x/y.csv',
      's3:ListBucket arn:aws:s3:::other {"StringLike":{"s3:prefix":["x/y.csv"]}}',
    ]);
  });

  test('a function that reads only patterns of its dashboard may list only keys with the fixed beginnings of the patterns', () => {
    const ofKey = (key: string) => ({
      config: { source: { source: 'parquet', key: `ops-room/${key}` }, ttl: 60_000, shared: false },
    });
    const datasets = { days: ofKey('sales/day={date}/*.parquet'), exports: ofKey('orders-{date}.csv') };
    const endpoints = [endpoint('pie', 'a', selectedFrom('days')), endpoint('pie', 'b', selectedFrom('exports'))];
    const begin = ['ops-room/sales/day=*', 'ops-room/orders-*'];
    expect(grants(dashboard(endpoints, { datasets })).slice(2)).toEqual([
      ...begin.map((key) => `s3:GetObject <DataBucket.Arn>/${key}`),
      `s3:ListBucket <DataBucket.Arn> ${JSON.stringify({ StringLike: { 's3:prefix': begin } })}`,
    ]);
    expect(grants(dashboard([...endpoints, endpoint('pie', 'c')], { datasets })).at(-1)).toBe(
      's3:ListBucket <DataBucket.Arn> {"StringLike":{"s3:prefix":["ops-room/*"]}}',
    );
  });

  test('a function with tokens may read the parameter of each token', () => {
    const tokens = ['/ops-room/old', '/ops-room/new'].map((name) => ({ from: 'ssm', name }) as const);
    expect(grants(dashboard([endpoint('pie', 'a', { tokens }), endpoint('pie', 'b', { tokens })])).slice(4)).toEqual([
      'ssm:GetParameter arn:aws:ssm:eu-west-1:123456789012:parameter/ops-room/old',
      'ssm:GetParameter arn:aws:ssm:eu-west-1:123456789012:parameter/ops-room/new',
    ]);
  });

  test('a function with a shared cache may get, put and delete items of its own family in the table', () => {
    const cachedEndpoint = (shared: boolean) => endpoint('pie', 'a', { ...sql(), cache: { ttl: 1, shared } });
    const table = (family: string) =>
      `<AnswersTable.Arn> {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["${family}#*"]}}`;
    expect(grants(dashboard([cachedEndpoint(true), endpoint('pie', 'b')])).slice(-3)).toEqual([
      `dynamodb:GetItem ${table('pie')}`,
      `dynamodb:PutItem ${table('pie')}`,
      `dynamodb:DeleteItem ${table('pie')}`,
    ]);
    expect(grants(dashboard([cachedEndpoint(true)]), 'bar').at(-1)).toBe(`dynamodb:DeleteItem ${table('bar')}`);
    expect(grants(dashboard([cachedEndpoint(false)])).join()).not.toContain('dynamodb');
  });

  test('a function may decrypt the resources that may be encrypted with the KMS key of dashboard.yml', () => {
    const key = 'arn:aws:kms:eu-west-1:123456789012:key/0a';
    const tokens = [{ from: 'ssm', name: '/t' }] as const;
    expect(grants(dashboard([endpoint('pie', 'a', { tokens })], { key }))).toContain(`kms:Decrypt ${key}`);
    expect(grants(dashboard([endpoint('pie', 'a')], { key, bucket: 'theirs' }))).toContain(`kms:Decrypt ${key}`);
    expect(grants(dashboard([endpoint('pie', 'a')], { key })).join()).not.toContain('kms');
    expect(grants(dashboard([endpoint('pie', 'a', { tokens })])).join()).not.toContain('kms');
  });

  test('a function may encrypt query results that it stores in a bucket with the KMS key of dashboard.yml', () => {
    const key = 'arn:aws:kms:eu-west-1:123456789012:key/0a';
    const keyGrants = (results?: string) => {
      const datasets = {
        sales: lakeDataset({ workgroup: 'walls' }, { data: ['s3://lake/'], ...(results && { results }) }),
      };
      const described = dashboard([endpoint('pie', 'a', selectedFrom('sales'))], { key, datasets });
      return grants(described).filter((grant) => grant.startsWith('kms:'));
    };
    expect(keyGrants()).toEqual([`kms:Decrypt ${key}`]);
    expect(keyGrants('s3://results/walls/')).toEqual([`kms:Decrypt ${key}`, `kms:GenerateDataKey ${key}`]);
  });

  test('the permissions of a function have a ? for each character of a file name that IAM does not allow', () => {
    const endpoints = [
      endpoint('pie', 'a', csv('ops-room/销售 2026.csv')),
      endpoint('pie', 'b', csv('ops-room/a?$*.csv')),
    ];
    expect(grants(dashboard(endpoints)).slice(2, 4)).toEqual([
      's3:GetObject <DataBucket.Arn>/ops-room/?? 2026.csv',
      's3:GetObject <DataBucket.Arn>/ops-room/a???.csv',
    ]);
  });

  test.each([
    ['数据/流量?.csv', '??/???.csv'],
    ['x/*.csv', 'x/?.csv'],
    ['x/🦆é.csv', 'x/?é.csv'],
  ])('a function that reads %s of another bucket may read %s there, and has no wildcard *', (key, granted) => {
    expect(grants(dashboard([endpoint('pie', 'a', csv(key, 'other'))])).slice(2)).toEqual([
      `s3:GetObject arn:aws:s3:::other/${granted}`,
      `s3:ListBucket arn:aws:s3:::other {"StringLike":{"s3:prefix":["${granted}"]}}`,
    ]);
  });

  test('a function may read the dashboard’s whole folder if its policy has no room for all keys', () => {
    const permissions = permissionsOf('pie', dashboard(manyEndpoints(80)));
    expect(grants(dashboard(manyEndpoints(80)))).toContain('s3:GetObject <DataBucket.Arn>/ops-room/79.csv');
    expect(policySize(permissions)).toBeLessThanOrEqual(10_240);
    expect(grants(dashboard(manyEndpoints(300)))).toEqual([
      ...LOGS,
      's3:GetObject <DataBucket.Arn>/ops-room/*',
      's3:ListBucket <DataBucket.Arn> {"StringLike":{"s3:prefix":["ops-room/*"]}}',
    ]);
  });
});
