import { expect, test } from '@jest/globals';
import { endpointKeysOf, freeSlug, proposeKey, slugOf } from '../../../../infra/begin/suggestions/slug.ts';

test.each([
  ['Top Regions', 'top-regions'],
  ['3D Pie Chart', 'pie-chart'],
  ['2026-orders', 'orders'],
  ['Umsätze (März)', 'umsatze-marz'],
  ['数据', 'table'],
  ['a', 'table'],
  ['x'.repeat(60), 'x'.repeat(40)],
])('the name %s becomes the endpoint name %s', (name, slug) => {
  expect(slugOf(name, 'table')).toBe(slug);
});

test('an endpoint name that exists already gets a number, and has at most 40 letters', () => {
  expect(freeSlug('orders', new Set())).toBe('orders');
  expect(freeSlug('orders', new Set(['orders', 'orders-2']))).toBe('orders-3');
  expect(freeSlug('x'.repeat(40), new Set(['x'.repeat(40)]))).toBe(`${'x'.repeat(38)}-2`);
});

test.each([
  ['Orders 2026', 'orders-2026'],
  ['订单 q3', 'table'],
  ['订单', 'table'],
  ['a', 'table'],
  ['KW 47', 'kw-47'],
])('the key for an endpoint that shows the file %s is %s', (name, key) => {
  expect(proposeKey(name, new Set())).toBe(key);
});

test('the key of a new endpoint differs from the keys of the other endpoints', () => {
  expect(proposeKey('渠道', new Set(['table']))).toBe('table-2');
});

test('the keys of the endpoints are found in dashboard.yml, also if the file has mistakes', () => {
  expect([...endpointKeysOf('endpoints:\n  a: {}\n  b: { csv: [ }\n')]).toEqual(['a', 'b']);
  expect([...endpointKeysOf('')]).toEqual([]);
});
