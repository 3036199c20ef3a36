import { expect, test } from '@jest/globals';
import { findFitting } from '../../../../infra/dashboard/fit/find-fitting.ts';

const fit = (text: string) => findFitting(Buffer.from(text));

test('a file fits the components that have its columns, the most specific component first', async () => {
  const { components } = await fit('name,value\na,1\nb,2\n');
  expect(components[0]).toBe('Mini Area Chart');
  expect(components).toEqual(expect.arrayContaining(['Treemap', 'Map']));
  expect(components).not.toContain('3D Pie Chart');
});

test('a component that a file does not fit has the reason', async () => {
  const { misfits } = await fit('name,value,score,pv\na,x,1,2\n');
  expect(misfits.get('3D Pie Chart')).toMatchObject({ line: 2, column: 2, message: "value: 'x' is not a number" });
});

test('a file with any other columns fits a list', async () => {
  const { components } = await fit('Order,Region,Note\n1,North,"x, y"\n');
  expect(components).toContain('Paging List');
});

test('a large file fits a component if its first rows do', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => `row ${index},${index}`);
  expect((await fit(`name,value\n${rows.join('\n')}\n`)).components).toContain('Mini Area Chart');
});

test('bytes that are no table fit no component', async () => {
  expect((await findFitting(Uint8Array.from([0, 159, 146, 150, 0, 1]))).components).toEqual([]);
});
