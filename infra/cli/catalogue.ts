import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderCatalogue } from '../build/catalogue/render-catalogue.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { drawCatalogue } from '../console/draw-catalogue.ts';
import { withKeyTables } from '../dashboard/reference/render-reference.ts';
import { renderSchema, withKindTables } from '../dashboard/reference/render-schema.ts';
import { projectRoot } from '../program/project-root.ts';

const renderSchemaAndKinds = async () => {
  const [schema, datasets, folder] = [
    'schemas/dashboard.json',
    'schemas/datasets.md',
    'infra/dashboard/README.md',
  ] as const;
  const read = (path: string) => readFile(join(projectRoot, path), 'utf8');
  const text = await read(schema);
  const rendered = renderSchema(JSON.parse(text));
  const isCurrent = JSON.stringify(JSON.parse(text)) === JSON.stringify(rendered);
  return [
    [schema, isCurrent ? text : JSON.stringify(rendered)],
    [datasets, withKindTables(await read(datasets))],
    [folder, withKeyTables(await read(folder), rendered)],
  ] as const;
};

/** Returns an empty list if the file already contains this text. */
const update = async ([path, text]: readonly [path: string, text: string]): Promise<readonly string[]> => {
  const file = join(projectRoot, path);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return [];
  await writeFile(file, text);
  return [path];
};

export const command = defineCommand({
  options: {},
  run: async () => {
    const kinds = await renderSchemaAndKinds();
    const written = (await Promise.all(kinds.map(update))).flat();
    const files = new Map([...(await renderCatalogue()), ...(await drawCatalogue())]);
    written.push(...(await Promise.all(Array.from(files, update))).flat());
    for (const path of written) console.log(`wrote ${path}`);
    console.log(`${written.length} of ${kinds.length + files.size} files changed`);
    return undefined;
  },
});
