import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { renderCatalogue } from '../../../infra/tools/catalogue/render-catalogue.ts';
import { components } from '../../schemas/components.ts';
import { shapeFolders } from '../../schemas/shape-folders.ts';

const written = readFileSync(new URL('../../../schemas/README.md', import.meta.url), 'utf8');

test('is what npm run catalogue writes now', async () => {
  expect(written).toBe(await renderCatalogue());
});

test('describes every component of the families there are, with a sample of its body', () => {
  const families = new Set(shapeFolders.map(({ family }) => family));
  for (const name of [...families].flatMap((family) => components[family] ?? []))
    expect(written).toContain(`[${name}](#`);
  expect(written.match(/^The body \(`sample.json`\):$/gm)).toHaveLength(shapeFolders.length);
});
