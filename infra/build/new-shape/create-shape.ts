import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { clonePath } from '../program-files.ts';
import { scaffoldHandler, scaffoldShape, scaffoldValidTables } from './scaffold.ts';
import { parseShapeName, type ShapeName } from './shape-name.ts';

const SHAPES = /\bshapes: \[([^\]]*)\]/;
const IMPORT = /^import .*;$/m;

/** Words that cannot be the name of a variable. */
const RESERVED =
  /^(?:break|case|catch|class|const|default|delete|do|else|enum|export|for|function|if|import|in|new|null|return|super|switch|this|throw|true|false|try|var|void|while|with|yield|let|await)$/;

/** Turns `mini-pie-chart` into `miniPieChart`. Words that begin with a digit go last: `3d-pie-chart` becomes `pieChart3d`. */
const camelCase = (name: string): string => {
  const words = name.split('-');
  const ordered = [...words.filter((word) => /^[a-z]/.test(word)), ...words.filter((word) => /^\d/.test(word))];
  const [first = '', ...rest] = ordered;
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
};

const isTaken = (name: string, source: string): boolean =>
  !/^[a-z]/.test(name) || RESERVED.test(name) || new RegExp(`\\b${name}\\b`).test(source.replaceAll(/'.*?'/g, ''));

const freeName = (name: string, source: string): string => {
  const plain = camelCase(name);
  return isTaken(plain, source) ? `shape${plain.charAt(0).toUpperCase()}${plain.slice(1)}` : plain;
};

/**
 * Adds a shape to the source of a family's handler: its import, and its name in the list of shapes.
 * Returns undefined if the source has no such list.
 */
const addToHandler = (source: string, { family, name }: ShapeName): string | undefined => {
  const [, listed] = SHAPES.exec(source) ?? [];
  if (listed === undefined || !IMPORT.test(source)) return undefined;
  const local = freeName(name, source);
  const names = [...listed.split(',').map((one) => one.trim()), local].filter(Boolean);
  const line = `import { shape as ${local} } from '../../schemas/${family}/${name}/shape.ts';`;
  return source.replace(SHAPES, `shapes: [${names.join(', ')}]`).replace(IMPORT, (first) => `${first}\n${line}`);
};

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
  await promisify(execFile)(clonePath('node_modules/.bin/biome'), ['check', '--write', file], { cwd: root });
};

/**
 * Scaffolds the folder of a shape, and adds it to the handler of its family. The tests of the folder fail until it is filled in.
 * @param root the project's folder.
 * @param text `<family>/<shape>`.
 * @param isNewFamily true to make the family, too. The families are the folders of functions/.
 */
export const createShape = async (root: string, text: string, isNewFamily = false): Promise<CreatedShape> => {
  const shape = parseShapeName(text, (await readdir(join(root, 'functions'))).toSorted(), isNewFamily);
  if ('message' in shape) return shape;
  const folder = join('schemas', shape.family, shape.name);
  const handler = join('functions', shape.family, 'handler.ts');
  const handlerSource = await readIfThere(join(root, handler));
  const source = addToHandler(handlerSource ?? scaffoldHandler(shape), shape);
  if (source === undefined)
    return { message: `${handler} has no list 'shapes: [...]' (add one, as the other handlers have)` };
  if (!(await makeFolder(join(root, folder)))) return { message: `${folder} exists already (choose another name)` };
  const parts = Object.entries(scaffoldShape(shape)).map(([file, content]) => [join(folder, file), content] as const);
  const validTables = join('infra/lab/tables', `${shape.family}.ts`);
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
