import { describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

const findingsOf = async (head: string, endpoint = '  share: { component: 3D Pie Chart, csv: pie.csv }') => {
  const folder = await writeFolder({
    'dashboard.yml': `${head}\n${endpointsFile(endpoint)}`,
    'data/pie.csv': 'a,b,c,d\n',
  });
  const { errors, warnings } = await loadDashboard(folder);
  return [...errors, ...warnings].map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n');
};

describe('the keys by which a dashboard fits into a company', () => {
  test.each([
    ["account: '12345'", '1:10'],
    ["account: { dev: '12345' }", '1:17'],
    ['account: 123456789012', '1:10'],
    ["tags: { dashboard: 'x' }", '1:9'],
    ["tags: { stage: 'x' }", '1:9'],
    ["tags: { aws:x: 'y' }", '1:9'],
    ['tags: { cost: 4711 }', '1:15'],
    ["tags: { cost: '' }", '1:15'],
    ["tags: { cost: 'a;b' }", '1:15'],
    ["tags: { 'a#b': x }", '1:9'],
    [`tags: { cost: '${'x'.repeat(257)}' }`, '1:15'],
    [`tags: { ${Array.from({ length: 41 }, (_, index) => `t${index}: 'x'`).join(', ')} }`, '1:7'],
    ['roles: { path: walls }', '1:16'],
    ['roles: { boundary: arn:aws:iam::123456789012:role/x }', '1:20'],
    ['codeBucket: No_Bucket', '1:13'],
    ['key: [arn:aws:kms:x]', '1:7'],
    [
      'domain: { name: w.example.com, certificate: arn:aws:acm:eu-west-1:123456789012:certificate/1, defaultAddress: shut, stage: prod }',
      '1:111',
    ],
  ])('the line %s is an error at its place', async (line, place) => {
    expect((await findingsOf(line)).split('\n').map((one) => one.split(' ')[0])).toContain(place);
  });

  test('an account, tags, roles, a bucket for packages and a list of KMS keys are accepted', async () => {
    const lines = [
      "account: { dev: '123456789012' }",
      "tags: { cost-centre: '4711', 部门: 'Größe + Höhe: a/b=1@x.y_z' }",
      'roles: { boundary: team-boundary, path: /walls/ }',
      'codeBucket: packages',
      'key: [arn:aws:kms:eu-west-1:123456789012:key/1a2b]',
    ];
    expect(await findingsOf(lines.join('\n'))).toBe('');
  });
});

describe('the account of a dashboard and the accounts of its resources', () => {
  const CLUSTER = 'arn:aws:rds:eu-west-1:111111111111:cluster:sales';
  const SECRET = 'arn:aws:secretsmanager:eu-west-1:111111111111:secret:reader-1a2b3c';
  const DATABASE = `database: { cluster: '${CLUSTER}', secret: '${SECRET}', name: sales }`;
  const DOMAIN =
    "domain: { name: w.example.com, certificate: 'arn:aws:acm:eu-west-1:111111111111:certificate/1', stage: prod }";

  test.each([
    ['the cluster of another account', `account: '222222222222'\n${DATABASE}`, '1:10 `database.cluster` is in'],
    ['the secret of another account', `account: '222222222222'\n${DATABASE}`, '1:10 `database.secret` is in'],
    ['the certificate of another account', `account: '222222222222'\n${DOMAIN}`, '1:10 `domain.certificate` is in'],
    [
      'the certificate of another stage',
      `account: { dev: '111111111111', prod: '222222222222' }\n${DOMAIN}`,
      '1:10 `domain.certificate` is in the account 111111111111, which `account` does not name',
    ],
    [
      'the boundary of another account',
      "account: '222222222222'\nroles: { boundary: 'arn:aws:iam::111111111111:policy/team' }",
      '1:10 `roles.boundary` is in',
    ],
  ])('%s is an error', async (_, head, finding) => {
    expect(await findingsOf(head)).toContain(finding);
  });

  test.each([
    ['of the account', `account: '111111111111'\n${DATABASE}\n${DOMAIN}`],
    ['of the account of one stage', `account: { dev: '222222222222', prod: '111111111111' }\n${DATABASE}\n${DOMAIN}`],
    ['of AWS itself', "account: '222222222222'\nroles: { boundary: 'arn:aws:iam::aws:policy/ReadOnlyAccess' }"],
  ])('resources %s are accepted', async (_, head) => {
    expect(await findingsOf(head)).toBe('');
  });

  test('without `account`, a cluster and a certificate are noted with the account that they need', async () => {
    const folder = await writeFolder({
      'dashboard.yml': `${DATABASE}\n${DOMAIN}\n${endpointsFile('  share: { component: 3D Pie Chart, csv: pie.csv }')}`,
      'data/pie.csv': 'a,b,c,d\n',
    });
    const { notes } = await loadDashboard(folder);
    const hint = "write account: '111111111111', and every command refuses another one";
    expect(
      notes.filter(({ message }) => message.includes('account')).map(({ message, ...rest }) => [message, rest.hint]),
    ).toEqual([
      ['`database.cluster` is in the account 111111111111, so that only a stack of that account can use it', hint],
      ['`domain.certificate` is in the account 111111111111, so that only a stack of that account can use it', hint],
    ]);
  });
});

describe('the region of a dashboard', () => {
  test.each([
    ['region: eu-west-9', "1:9 there was no region 'eu-west-9' in November 2026"],
    ['region: cn-north-1', '1:9 in cn-north-1 every endpoint answers 403 until the account has an ICP licence'],
  ])('the line %s is a warning at its place', async (line, finding) => {
    expect(await findingsOf(line)).toContain(finding);
  });

  test('SQL in a region without the Data API is refused, at the line of the key `region`', async () => {
    const sql = '  orders: { component: Mini Pie Chart, sql: select n from t }';
    expect(await findingsOf('region: ap-south-2', sql)).toContain('1:9 the endpoints with SQL need the Data API');
    expect(await findingsOf('region: ap-south-2')).toBe('');
  });
});

test('a domain without a stage is a warning, because two stages cannot have it', async () => {
  const certificate = 'arn:aws:acm:eu-west-1:123456789012:certificate/1a2b';
  const domain = `domain: { name: wall.example.com, certificate: '${certificate}' }`;
  expect(await findingsOf(domain)).toContain('without `stage`, every stage claims the domain');
});
