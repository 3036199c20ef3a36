import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderCatalogue } from '../build/catalogue/render-catalogue.ts';
import { projectRoot } from '../build/project-root.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { drawCatalogue } from '../console/draw-catalogue.ts';
import { withKinds, withKindTables } from '../dashboard/registry/render-schema.ts';

/** Returns the texts that describe the kinds of sources: the schema of dashboard.yml, and the page of datasets. */
const renderKinds = async () => {
  const [schema, page] = ['schemas/dashboard.json', 'schemas/datasets.md'] as const;
  const text = await readFile(join(projectRoot, schema), 'utf8');
  const rendered = withKinds(JSON.parse(text));
  const isCurrent = JSON.stringify(JSON.parse(text)) === JSON.stringify(rendered);
  return [
    [schema, isCurrent ? text : JSON.stringify(rendered)],
    [page, withKindTables(await readFile(join(projectRoot, page), 'utf8'))],
  ] as const;
};

/** Writes a file unless it already contains this text. Returns its path if it was written. */
const update = async ([path, text]: readonly [path: string, text: string]): Promise<readonly string[]> => {
  const file = join(projectRoot, path);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return [];
  await writeFile(file, text);
  return [path];
};

export const command = defineCommand({
  options: {},
  run: async () => {
    const kinds = await renderKinds();
    const written = (await Promise.all(kinds.map(update))).flat();
    const files = new Map([...(await renderCatalogue()), ...(await drawCatalogue())]);
    written.push(...(await Promise.all(Array.from(files, update))).flat());
    for (const path of written) console.log(`wrote ${path}`);
    console.log(`${written.length} of ${kinds.length + files.size} files changed`);
    return undefined;
  },
});
