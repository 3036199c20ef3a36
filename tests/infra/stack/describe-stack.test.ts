/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { describeStack } from '../../../infra/stack/describe-stack.ts';
import { dashboard, endpoint, sql } from '../../support/template/dashboard.ts';

const tokensOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ from: 'ssm', name: `/wallfeed/ops-room/token-${n}` }) as const);

const STAGE = { WALLFEED_STAGE: 'dev' };

describe('describeStack', () => {
  test('a stack has no database for a dashboard without SQL', () => {
    const stack = describeStack(dashboard([endpoint('pie', 'a')]), 'dev');
    expect(stack.name).toBe('wallfeed-ops-room-dev');
    expect(stack.resources.join()).not.toContain('database');
    expect(stack.functions.pie?.environment).toEqual({ ...STAGE, WALLFEED_BUCKET: { Ref: 'DataBucket' } });
  });

  test('the database of a stack gets three subnets, or two in regions where an account may see only two zones', () => {
    const subnetsIn = (region: string) => {
      const { database, resources } = describeStack(dashboard([endpoint('bar', 'a', sql())], { region }), 'dev');
      const made = JSON.stringify(resources).match(/AWS::EC2::Subnet"/g);
      return [database?.subnets.length, made?.length];
    };
    expect(subnetsIn('eu-west-1')).toEqual([3, 3]);
    expect(subnetsIn('us-west-1')).toEqual([2, 2]);
  });

  test('the database of a stack is in a new security group unless the dashboard names one', () => {
    const endpoints = [endpoint('bar', 'a', sql())];
    const ownDatabase = { subnets: ['subnet-1', 'subnet-2'], securityGroup: 'sg-1' };
    expect(describeStack(dashboard(endpoints), 'dev').database?.securityGroup).toEqual({ Ref: 'DatabaseAccess' });
    const { database } = describeStack(dashboard(endpoints, { ownDatabase }), 'dev');
    expect(database).toEqual({ engine: 'aurora-postgresql', engineVersion: '17.7', ...ownDatabase });
  });

  test('a stack has no bucket and no database if the dashboard names existing ones', () => {
    const database = { cluster: 'arn:cluster', secret: 'arn:secret', name: 'metrics' };
    const endpoints = [endpoint('pie', 'a', sql(database)), endpoint('bar', 'b')];
    const { resources, functions } = describeStack(dashboard(endpoints, { bucket: 'theirs' }), 'dev');
    expect(resources.join()).not.toMatch(/bucket|database/);
    expect(functions.pie?.environment).toEqual(STAGE);
    expect(functions.bar?.environment).toEqual({ ...STAGE, WALLFEED_BUCKET: 'theirs' });
  });

  test('a function of a stack has only the environment variables that its endpoints need', () => {
    const cache = { ttl: 1, shared: true };
    const endpoints = [endpoint('pie', 'a', { cache }), endpoint('bar', 'b', sql()), endpoint('line', 'c')];
    const { functions, resources } = describeStack(dashboard(endpoints), 'dev');
    const bucket = { ...STAGE, WALLFEED_BUCKET: { Ref: 'DataBucket' } };
    expect(functions.pie?.environment).toEqual({ ...bucket, WALLFEED_CACHE_TABLE: { Ref: 'AnswersTable' } });
    expect(functions.bar?.environment).toEqual({
      ...STAGE,
      WALLFEED_CLUSTER_ARN: { 'Fn::GetAtt': ['Database', 'DBClusterArn'] },
      WALLFEED_SECRET_ARN: { Ref: 'ReaderSecret' },
      WALLFEED_DATABASE: 'wallfeed',
    });
    expect(functions.line?.environment).toEqual(bucket);
    expect(resources.join()).toContain('cache.yml');
  });

  test('a stack has no table for a cache that is not shared', () => {
    const own = dashboard([endpoint('pie', 'a', { cache: { ttl: 1, shared: false } })]);
    const { functions, resources } = describeStack(own, 'dev');
    expect(functions.pie?.environment).not.toHaveProperty('WALLFEED_CACHE_TABLE');
    expect(resources.join()).not.toContain('cache.yml');
  });

  test('describeStack refuses env: tokens outside the local stage', () => {
    process.env.WALLFEED_TEST_TOKEN = 'abc';
    const withToken = dashboard([endpoint('pie', 'a', { tokens: [{ from: 'env', name: 'WALLFEED_TEST_TOKEN' }] })]);
    expect(describeStack(withToken, 'local').functions.pie?.environment).toMatchObject({ WALLFEED_TEST_TOKEN: 'abc' });
    expect(() => describeStack(withToken, 'dev')).toThrow(
      'env:WALLFEED_TEST_TOKEN would put the secret into the template; keep it in the Parameter Store',
    );
  });
});

describe('stacks that AWS would refuse', () => {
  const pie = dashboard([endpoint('pie', 'a')]);

  test('describeStack refuses a stage name that cannot be part of a stack name', () => {
    expect(() => describeStack(pie, 'Dev_1')).toThrow('the stage Dev_1 must be lower-case letters and digits');
  });

  test('describeStack refuses function names over 64 characters', () => {
    const long = dashboard([endpoint('mixed-list', 'a')], { name: 'o'.repeat(40) });
    expect(() => describeStack(long, 'production')).not.toThrow();
    expect(() => describeStack(long, 'preproduction1')).toThrow('use a stage that is 2 letters shorter');
  });

  test('describeStack refuses more routes than an HTTP API allows', () => {
    const withPaths = (count: number) =>
      dashboard(Array.from({ length: count }, (_, n) => endpoint('pie', `e${n}`, { path: `/own/${n}` })));
    expect(() => describeStack(withPaths(299), 'dev')).not.toThrow();
    expect(() => describeStack(withPaths(300), 'dev')).toThrow('there are 301 routes (an HTTP API allows 300)');
  });

  test('describeStack refuses a certificate from another region than that of the API', () => {
    const certificate = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b';
    const domain = { name: 'wall.example.com', certificate };
    const inRegion = (region: string) => dashboard([endpoint('pie', 'a')], { domain, region });
    expect(() => describeStack(inRegion('eu-west-1'), 'dev')).not.toThrow();
    expect(() => describeStack(inRegion('us-east-1'), 'dev')).toThrow('`domain.certificate` is in eu-west-1');
    const elsewhere = dashboard([endpoint('pie', 'a')], { domain: { ...domain, stage: 'prod' } });
    expect(JSON.stringify(describeStack(elsewhere, 'dev').resources)).not.toContain('ApiDomain');
  });

  test('describeStack refuses route keys that API Gateway does not allow', () => {
    const withPath = (path: string) => dashboard([endpoint('pie', 'a', { path })]);
    expect(() => describeStack(withPath('/a'), 'dev')).not.toThrow();
    expect(() => describeStack(withPath('/a/'), 'dev')).toThrow('the route key POST /a/ ends in a slash');
    const same = dashboard(['a', 'b'].map((slug) => endpoint('pie', slug, { path: '/same' })));
    expect(() => describeStack(same, 'dev')).toThrow('the route key POST /same occurs twice');
  });

  test('describeStack refuses more tokens than fit into a policy', () => {
    expect(() => describeStack(dashboard([endpoint('pie', 'a', { tokens: tokensOf(50) })]), 'dev')).not.toThrow();
    const many = dashboard([endpoint('pie', 'a', { tokens: tokensOf(150) })]);
    expect(() => describeStack(many, 'dev')).toThrow(/^the endpoints of pie use too many tokens/);
  });
});
