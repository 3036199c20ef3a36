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

test('a rehearsal reads a file with a selection and a file by position, if endpoints have both', () => {
  const csv = { source: 'csv', key: 'wall/a.csv' } as const;
  const endpoints = {
    first: endpoint(csv),
    second: endpoint(csv),
    third: endpoint({ source: 'list', of: [{ ...csv, selection: { limit: 1 } }] }),
  };
  const samples = { map: { document: '{}', options: {}, tables: { table: [['name', 'value']] } } };
  const config = { dashboard: 'wall', family: 'map', version: '1', timezone: 'UTC', endpoints };
  const planned = planRehearsal(config, samples).endpoints;
  expect(Object.keys(planned)).toEqual(['first', 'third']);
  expect(planned.first?.tables.table).toEqual({ source: 'csv', key: 'first/table' });
  expect(planned.third?.tables.table).toEqual({ source: 'csv', key: 'third/table', selection: {} });
});
