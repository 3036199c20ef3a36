import { expect, test } from '@jest/globals';
import { endpointsIn, withEndpoints } from '../../../infra/stack/package-service.ts';
import { endpoint } from '../../support/template/dashboard.ts';
import { lakeDataset, selectedFrom } from '../../support/template/lake.ts';

test('a changed query of a dataset redefines the endpoints over the dataset, and no others', () => {
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
