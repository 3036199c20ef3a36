import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderCatalogue } from '../build/catalogue/render-catalogue.ts';
import { projectRoot } from '../build/project-root.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { drawCatalogue } from '../console/draw-catalogue.ts';

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
    const files = new Map([...(await renderCatalogue()), ...(await drawCatalogue())]);
    const written = (await Promise.all(Array.from(files, update))).flat();
    for (const path of written) console.log(`wrote ${path}`);
    console.log(`${written.length} of ${files.size} files changed`);
    return undefined;
  },
});
