/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import { serveEndpoints } from '../support/requests/serve-endpoints.ts';

const rows = (file: string, options: object = {}, more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  component: 'Rows',
  shape: 'rows',
  options: options as EndpointConfig['options'],
  tables: { table: { source: 'csv', key: `wall/${file}` } },
  tokens: [],
  deadline: 5000,
  client: { methods: ['GET'], period: 60 },
  ...more,
});

const FILES = {
  'sales.csv': 'region,amount\nEast,1419\nSouth,\n',
  'odd.csv': 'name,2024,__proto__,7\na,1,x,"quote "" and \\"\n',
  'codes.csv': 'code,amount\n007,"1,204"\n12,12.50\n',
  'empty.csv': 'region,amount\n',
};

let served: Awaited<ReturnType<typeof serveEndpoints>>;

beforeAll(async () => {
  const endpoints = {
    rows: rows('sales.csv'),
    dataset: rows('sales.csv', { form: 'dataset' }),
    pairs: rows('sales.csv', { form: 'pairs' }),
    table: rows('sales.csv', { form: 'table' }),
    odd: rows('odd.csv', {}, { client: { methods: ['GET'], period: 60, envelope: 'code' } }),
    codes: rows('codes.csv'),
    texts: rows('codes.csv', { text: ['code', 'amount'] }),
    'empty-rows': rows('empty.csv'),
    'empty-dataset': rows('empty.csv', { form: 'dataset' }),
    'empty-table': rows('empty.csv', { form: 'table' }),
  };
  served = await serveEndpoints('rows', endpoints, FILES);
});
afterAll(() => served.close());

const ask = async (endpoint: string) => (await served.ask({ method: 'GET', endpoint })).text;

describe('the forms of Rows', () => {
  test.each([
    ['rows', '[{"region":"East","amount":1419},{"region":"South","amount":null}]'],
    [
      'dataset',
      '{"dimensions":["region","amount"],"source":[{"region":"East","amount":1419},{"region":"South","amount":null}]}',
    ],
    ['pairs', '[{"name":"East","value":1419},{"name":"South","value":null}]'],
    [
      'table',
      '{"columns":[{"id":"region","name":"region"},{"id":"amount","name":"amount"}],"rows":[{"region":"East","amount":1419},{"region":"South","amount":null}]}',
    ],
    ['empty-rows', '[]'],
    ['empty-dataset', '{"dimensions":["region","amount"],"source":[]}'],
    ['empty-table', '{"columns":[{"id":"region","name":"region"},{"id":"amount","name":"amount"}],"rows":[]}'],
  ])('the form %s has the columns in their order, and null for a blank cell', async (endpoint, text) => {
    expect(await ask(endpoint)).toBe(text);
  });

  test('keys keep the order of the columns, also numbers and __proto__', async () => {
    const row = String.raw`{"name":"a","2024":1,"__proto__":"x","7":"quote \" and \\"}`;
    expect(await ask('odd')).toBe(`{"code":200,"msg":"success","data":[${row}]}`);
  });

  test('a plain number is a Number, and other text stays as it is', async () => {
    expect(await ask('codes')).toBe('[{"code":"007","amount":"1,204"},{"code":12,"amount":12.5}]');
    expect(await ask('texts')).toBe('[{"code":"007","amount":"1,204"},{"code":"12","amount":"12.50"}]');
  });
});
