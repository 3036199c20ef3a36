import { describe, expect, test } from '@jest/globals';
import { compileClient, configOfClient } from '../../../infra/dashboard/clients/read-client.ts';
import { describeStack } from '../../../infra/stack/describe-stack.ts';
import { corsOf, routeKeys } from '../../../infra/stack/http-api.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { dashboard, endpoint } from '../../support/template/dashboard.ts';

const of = (value: unknown, family: string, slug: string, config: Partial<EndpointConfig> = {}) => {
  const client = compileClient(value);
  const ofFunction = configOfClient(client);
  return { ...endpoint(family, slug, { ...config, ...(ofFunction && { client: ofFunction }) }), client };
};

const PLATFORM_CORS = { methods: ['POST'], headers: ['content-type', 'x-token'], credentials: false };

describe('the routes of front ends', () => {
  test('a family has GET routes if one of its endpoints takes GET, and a custom path has one if its endpoint takes GET', () => {
    const pies = [of('goview', 'pie', 'a', { path: '/a' }), endpoint('pie', 'b', { path: '/b' })];
    const families = new Map([
      ['pie', pies],
      ['bar', [of('platform', 'bar', 'c')]],
      ['script', [of('amis', 'script', 'd')]],
    ]);
    expect(routeKeys(families)).toEqual([
      'POST /pie/{endpoint}',
      'POST /a',
      'POST /b',
      'GET /pie/{endpoint}',
      'GET /a',
      'POST /bar/{endpoint}',
      'POST /script/{endpoint}',
      'POST /script/{endpoint}/{library}',
      'GET /script/{endpoint}',
      'GET /script/{endpoint}/{library}',
    ]);
  });
});

describe('CORS of front ends', () => {
  test('the CORS settings of a dashboard without a client are those of the platform', () => {
    expect(corsOf([endpoint('pie', 'a'), of('platform', 'pie', 'b')])).toEqual(PLATFORM_CORS);
  });

  test('the CORS settings are the union of what all front ends send', () => {
    const endpoints = [of('goview', 'pie', 'a'), of('amis', 'pie', 'b'), of({ headers: ['X-Own'] }, 'bar', 'c')];
    expect(corsOf(endpoints)).toEqual({
      methods: ['GET', 'POST'],
      headers: ['content-type', 'x-token', 'token', 'x-own'],
      credentials: true,
    });
    expect(describeStack(dashboard(endpoints), 'dev').cors).toEqual(corsOf(endpoints));
  });
});

describe('alarms on errors that are sent with status 200', () => {
  const alarmsOf = (watch: 'full' | 'basic' | 'none') => {
    const endpoints = [of('amis', 'pie', 'a'), of('goview', 'bar', 'b')];
    const text = JSON.stringify(describeStack(dashboard(endpoints, { watch }), 'dev').resources);
    return [...text.matchAll(/"AlarmName":"([^"]*hidden[^"]*)"/g)].map(([, name]) => name);
  };

  test('a stack counts failures and refusals that the gateway takes for successes', () => {
    expect(alarmsOf('basic')).toEqual([
      'wallfeed-ops-room-dev-hidden-failures',
      'wallfeed-ops-room-dev-hidden-refusals',
    ]);
    expect(alarmsOf('full')).toEqual([
      'wallfeed-ops-room-dev-pie-hidden-failures',
      'wallfeed-ops-room-dev-pie-hidden-refusals',
    ]);
    expect(alarmsOf('none')).toEqual([]);
  });

  test('the alarms read the metrics of the functions’ log lines', () => {
    const { resources } = describeStack(dashboard([of('amis', 'pie', 'a')]), 'dev');
    const all = Object.assign({}, ...resources.map((one) => (typeof one === 'string' ? {} : one.Resources)));
    expect(all.HiddenFailuresAlarm.Properties).toMatchObject({
      Namespace: 'Wallfeed',
      MetricName: 'failures',
      Dimensions: [
        { Name: 'dashboard', Value: 'ops-room' },
        { Name: 'stage', Value: 'dev' },
      ],
      Threshold: 0,
      AlarmActions: [{ Ref: 'AlarmTopic' }],
    });
    expect(all.HiddenRefusalsAlarm.Properties).toMatchObject({ MetricName: 'refusals' });
  });

  test('a stack has no alarm on errors with status 200 unless a front end wants errors with that status', () => {
    expect(JSON.stringify(describeStack(dashboard([of('goview', 'pie', 'a')]), 'dev'))).not.toContain('hidden');
  });
});
