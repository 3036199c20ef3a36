import { basename, dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadCatalogue } from '../../../../infra/build/catalogue/load-catalogue.ts';

const catalogue = await loadCatalogue();

test('the catalogue names each shape after its folder, and its family after the folder above', () => {
  expect(catalogue.length).toBeGreaterThan(0);
  for (const { family, shape, folder } of catalogue) {
    expect([basename(dirname(folder)), basename(folder)]).toEqual([family, shape.name]);
  }
});

test('each component is served by one shape only', () => {
  const components = catalogue.flatMap(({ shape }) => shape.components);
  expect(components).toEqual([...new Set(components)]);
});
