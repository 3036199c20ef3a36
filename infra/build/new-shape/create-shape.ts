import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { addToHandler } from './add-to-handler.ts';
import { scaffoldHandler, scaffoldShape, scaffoldValidTables } from './scaffold.ts';
import { parseShapeName, type ShapeName } from './shape-name.ts';

/** The written and changed files, by their paths from the root, or the reason why nothing was done. */
export type CreatedShape =
  | { readonly shape: ShapeName; readonly written: readonly string[]; readonly changed: readonly string[] }
  | { readonly message: string };

const readIfThere = async (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Returns the files that do not exist yet. Existing files of the family are left alone. */
const missingFiles = async (root: string, files: Readonly<Record<string, string>>) => {
  const present = await Promise.all(Object.keys(files).map((path) => readIfThere(join(root, path))));
  return Object.entries(files).filter((_, index) => present[index] === undefined);
};

const writeAll = async (root: string, files: readonly (readonly [string, string])[]): Promise<void> => {
  for (const [path, content] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
};

/** Creates the folder. Returns false if it exists. */
const makeFolder = async (folder: string): Promise<boolean> => {
  await mkdir(dirname(folder), { recursive: true });
  return mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
};

/** Formats a file with Biome. */
const format = async (root: string, file: string): Promise<void> => {
  await promisify(execFile)('biome', ['check', '--write', file], { cwd: root });
};

/**
 * Scaffolds the folder of a shape, and adds it to the handler of its family. The tests of the folder fail until it is filled in.
 * @param root the project's folder.
 * @param text `<family>/<shape>`.
 */
export const createShape = async (root: string, text: string): Promise<CreatedShape> => {
  const shape = parseShapeName(text);
  if ('message' in shape) return shape;
  const folder = join('schemas', shape.family, shape.name);
  const handler = join('functions', shape.family, 'handler.ts');
  const handlerSource = await readIfThere(join(root, handler));
  const source = addToHandler(handlerSource ?? scaffoldHandler(shape), shape);
  if (source === undefined)
    return { message: `${handler} has no list 'shapes: [...]' (add one, as the other handlers have)` };
  if (!(await makeFolder(join(root, folder)))) return { message: `${folder} exists already (choose another name)` };
  const parts = Object.entries(scaffoldShape(shape)).map(([file, content]) => [join(folder, file), content] as const);
  const validTables = join('tests/schemas/valid-tables', `${shape.family}.ts`);
  const forFamily = await missingFiles(root, { [validTables]: scaffoldValidTables() });
  await writeAll(root, [...parts, ...forFamily, [handler, source]]);
  await format(root, handler);
  const isNew = handlerSource === undefined;
  return {
    shape,
    written: [...parts, ...forFamily].map(([path]) => path).concat(isNew ? [handler] : []),
    changed: isNew ? [] : [handler],
  };
};
