import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { listFamilies, readFamilySchemas } from '../../../../infra/build/bundling/family-schemas.ts';
import { buildValidators, loadValidators } from '../../../../infra/build/bundling/validators.ts';
import { loadCatalogue } from '../../../../infra/build/catalogue/load-catalogue.ts';

const catalogue = await loadCatalogue();

/**
 * Matches keywords that give one error for each entry of a list or map. The number of errors of `items` and
 * `patternProperties` is limited.
 */
const UNLIMITED = /"(?:additionalProperties|propertyNames|contains|unevaluated\w+)":/;

describe('the validators of the catalogue', () => {
  test('no schema of a shape has a keyword whose errors are not limited', async () => {
    for (const family of await listFamilies()) {
      const { shapes, common } = await readFamilySchemas(family);
      const schemas = [...Object.values(shapes), ...common];
      expect(schemas.filter(({ text }) => UNLIMITED.test(text)).map(({ path }) => path)).toEqual([]);
    }
  });

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

  test('a validator imports nothing, so that its file loads even from a data URL', async () => {
    const file = join(dirname(await buildValidators('pie')), 'pie/3d-pie-chart.js');
    const code = await readFile(file, 'utf8');
    await expect(import(`data:text/javascript,${encodeURIComponent(code)}`)).resolves.toHaveProperty('validate');
  });
});
