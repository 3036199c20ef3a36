import { expect, test } from '@jest/globals';
import { findFitting } from '../../../../infra/dashboard/fit/find-fitting.ts';

const fit = (text: string) => findFitting(Buffer.from(text));

test('finds the components that take a file by its columns, the most specific first', async () => {
  const { components } = await fit('name,value\na,1\nb,2\n');
  expect(components[0]).toBe('Mini Area Chart');
  expect(components).toEqual(expect.arrayContaining(['Treemap', 'Map']));
  expect(components).not.toContain('3D Pie Chart');
});

test('says why a component does not take a file', async () => {
  const { misfits } = await fit('name,value,score,pv\na,x,1,2\n');
  expect(misfits.get('3D Pie Chart')).toMatchObject({ line: 2, column: 2, message: "value: 'x' is not a number" });
});

test('proposes a list for a table of any columns', async () => {
  const { components } = await fit('Order,Region,Note\n1,North,"x, y"\n');
  expect(components).toContain('Paging List');
});

test('judges a large file by its first rows', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => `row ${index},${index}`);
  expect((await fit(`name,value\n${rows.join('\n')}\n`)).components).toContain('Mini Area Chart');
});

test('finds nothing for bytes that are no table', async () => {
  expect((await findFitting(Uint8Array.from([0, 159, 146, 150, 0, 1]))).components).toEqual([]);
});
