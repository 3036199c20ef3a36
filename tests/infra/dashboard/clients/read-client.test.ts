import { describe, expect, test } from '@jest/globals';
import {
  checkClient,
  clientPresets,
  compileClient,
  configOfClient,
} from '../../../../infra/dashboard/clients/read-client.ts';
import { checkSchema } from '../../../../infra/dashboard/definition/check-schema.ts';

const NAMES = [
  'aj-report',
  'amis',
  'dataease',
  'dataroom',
  'datav',
  'goview',
  'infinity',
  'jimureport',
  'platform',
  'sugar',
];

describe('the front ends that Wallfeed knows', () => {
  test('each supported front end has a file', () => {
    expect([...clientPresets().keys()]).toEqual(NAMES);
  });

  test.each(NAMES)('the settings of %s are valid as a client of dashboard.yml', async (name) => {
    const { settings = {} } = clientPresets().get(name) ?? {};
    const file = { dashboard: 'wall', endpoints: { it: { component: 'Map' } }, client: settings };
    expect(await checkSchema(file)).toEqual([]);
    expect(checkClient(settings, ['client'], ['https://wall.example.com'])).toEqual([]);
  });

  test('the client of each front end has the documented settings', () => {
    const platform = { methods: ['POST'], headers: [], credentials: false, envelope: 'plain', errors: 'status' };
    const any = { ...platform, methods: ['GET', 'POST'], period: 3_600_000 };
    expect(Object.fromEntries(NAMES.map((name) => [name, compileClient(name)]))).toEqual({
      'aj-report': { name: 'aj-report', ...any },
      amis: { name: 'amis', ...any, credentials: true, envelope: 'status', errors: 200 },
      dataease: { name: 'dataease', ...any },
      dataroom: { name: 'dataroom', ...any },
      datav: { name: 'datav', ...any },
      goview: { name: 'goview', ...any, headers: ['token'], envelope: 'code' },
      infinity: { name: 'infinity', ...any },
      jimureport: { name: 'jimureport', ...any, headers: ['token', 'x-access-token'], envelope: 'code' },
      platform: { name: 'platform', ...platform },
      sugar: { name: 'sugar', ...any, methods: ['POST', 'GET'], envelope: 'status', errors: 200 },
    });
  });
});

describe('a client', () => {
  test('a client with `like` has the settings of that front end, and adds its own headers', () => {
    const client = compileClient({ like: 'goview', headers: ['X-Login'], period: '24h', envelope: 'plain' });
    expect(client).toEqual({
      ...compileClient('goview'),
      headers: ['token', 'x-login'],
      period: 86_400_000,
      envelope: 'plain',
    });
  });

  test('a client without `like` begins with the settings of the platform', () => {
    expect(compileClient({ methods: ['GET'] })).toEqual({ ...compileClient('platform'), methods: ['GET'] });
  });

  test('a function gets no client settings for the platform, and gets the period of other clients in minutes', () => {
    expect(configOfClient(compileClient(undefined))).toBeUndefined();
    expect(configOfClient(compileClient({ headers: ['x-login'] }))).toBeUndefined();
    expect(configOfClient(compileClient({ like: 'sugar', period: '24h' }))).toEqual({
      methods: ['POST', 'GET'],
      period: 1440,
      envelope: 'status',
      errorsAsOk: true,
    });
  });
});
