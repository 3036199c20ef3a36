import { expect, test } from '@jest/globals';
import { endpoint } from '../../../infra/lab/template/dashboard.ts';
import { lakeDataset, selectedFrom } from '../../../infra/lab/template/lake.ts';
import { endpointsIn, withEndpoints } from '../../../infra/stack/package-service.ts';

test('an endpoint counts as redefined if the query of its dataset changes, and no other endpoint does', () => {
  const endpoints = [endpoint('pie', 'a', selectedFrom('sales')), endpoint('pie', 'b')];
  const digests = (statement: string) => {
    const datasets = { sales: lakeDataset({ statement }) };
    return endpointsIn(withEndpoints({ Resources: {} }, { endpoints, datasets })) ?? {};
  };
  const [before, after] = [digests('select 1'), digests('select 2')];
  expect(Object.keys(before)).toEqual(['/pie/a', '/pie/b']);
  expect(after['/pie/a']).not.toBe(before['/pie/a']);
  expect(after['/pie/b']).toBe(before['/pie/b']);
});
