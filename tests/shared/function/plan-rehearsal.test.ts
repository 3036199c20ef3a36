import { expect, test } from '@jest/globals';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { TableSource } from '../../../shared/config/sources.ts';
import { planRehearsal } from '../../../shared/function/plan-rehearsal.ts';

const endpoint = (table: TableSource): EndpointConfig => ({
  component: 'Map',
  shape: 'map',
  options: {},
  tables: { table },
  tokens: [],
  deadline: 1_000,
});

const plan = (endpoints: Readonly<Record<string, EndpointConfig>>) => {
  const samples = { map: { document: '{}', options: {}, tables: { table: [['name', 'value']] } } };
  const config = { dashboard: 'wall', family: 'map', version: '1', timezone: 'UTC', endpoints };
  return planRehearsal(config, samples).endpoints;
};

test('a rehearsal reads a file with a selection and a file by position, if endpoints have both', () => {
  const csv = { source: 'csv', key: 'wall/a.csv' } as const;
  const endpoints = {
    first: endpoint(csv),
    second: endpoint(csv),
    third: endpoint({ source: 'list', of: [{ ...csv, selection: { limit: 1 } }] }),
  };
  const planned = plan(endpoints);
  expect(Object.keys(planned)).toEqual(['first', 'third']);
  expect(planned.first?.tables.table).toEqual({ source: 'csv', key: 'first/table' });
  expect(planned.third?.tables.table).toEqual({ source: 'csv', key: 'third/table', selection: {} });
});

test('a rehearsal selects from the result of SQL where the endpoint does, and reads no joined file', () => {
  const sql = { source: 'sql', statement: 'select * from orders', parameters: ['to'] } as const;
  const goals = { name: 'goals', key: 'wall/goals.csv', file: 'goals.csv', on: [['region', 'Region']] } as const;
  const planned = plan({
    first: endpoint({ source: 'csv', key: 'wall/a.csv', selection: {} }),
    second: endpoint({ ...sql, columns: [['name', 'region']] }),
    third: endpoint({ ...sql, join: [goals], blank: ['-'], selection: { limit: 1 } }),
  });
  expect(planned.second?.tables.table).toEqual({ source: 'sql', statement: 'second/table', parameters: ['to'] });
  expect(planned.third?.tables.table).toEqual({
    source: 'sql',
    statement: 'third/table',
    parameters: ['to'],
    selection: {},
  });
});
