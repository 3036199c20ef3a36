import { expect, test } from '@jest/globals';
import { freeSlug, slugOf } from '../../../../infra/dashboard/init/slug.ts';

test.each([
  ['Top Regions', 'top-regions'],
  ['3D Pie Chart', 'pie-chart'],
  ['2026-orders', 'orders'],
  ['Umsätze (März)', 'umsa-tze-ma-rz'],
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
