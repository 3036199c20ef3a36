import { readFile, stat } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { loadCatalogue } from '../../../infra/build/load-catalogue.ts';
import { buildValidators, loadValidators } from '../../../infra/build/validators.ts';

const catalogue = await loadCatalogue();

describe('the validators of the catalogue', () => {
  test('the catalogue has one validator for each shape, under the name of the shape', async () => {
    const validators = await loadValidators();
    const names = Object.entries(validators).flatMap(([family, ofFamily]) =>
      Object.keys(ofFamily).map((name) => [family, name]),
    );
    expect(names.sort()).toEqual(catalogue.map(({ family, shape }) => [family, shape.name]).sort());
  });

  test('the validators of the catalogue are not written again if nothing has changed', async () => {
    const file = await buildValidators('pie');
    const before = await stat(file);
    await buildValidators('pie');
    expect((await stat(file)).ino).toBe(before.ino);
  });

  test('the validators import nothing, so that their file loads even from a data URL', async () => {
    const code = await readFile(await buildValidators('pie'), 'utf8');
    await expect(import(`data:text/javascript,${encodeURIComponent(code)}`)).resolves.toHaveProperty('validators');
  });
});
