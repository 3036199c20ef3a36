import { basename, dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadCatalogue } from '../../../infra/build/load-catalogue.ts';

const catalogue = await loadCatalogue();

test('a shape has the name of its folder, in the folder of its family', () => {
  expect(catalogue.length).toBeGreaterThan(0);
  for (const { family, shape, folder } of catalogue) {
    expect([basename(dirname(folder)), basename(folder)]).toEqual([family, shape.name]);
  }
});

test('no two shapes serve the same component', () => {
  const components = catalogue.flatMap(({ shape }) => shape.components);
  expect(components).toEqual([...new Set(components)]);
});
