import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { clonePath } from '../../program/program-files.ts';

/** The folder of a shape is `schemas/<family>/<name>`. */
interface ShapeName {
  readonly family: string;
  readonly name: string;
}

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const NUMBER = /^s\d+(-|$)/;

const kebabCase = (text: string): string =>
  text
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const unknownFamily = (family: string, name: string, families: readonly string[]): string => {
  const near = nearestNames(family, families).map((one) => `${one}/${name}`);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `known are ${families.join(', ')}.`;
  return `there is no family ${family} (${hint} To make a new family, add --new-family)`;
};

const familyFault = (family: string, name: string, families: readonly string[], isNew: boolean): string | undefined => {
  if (!isNew) return families.includes(family) ? undefined : unknownFamily(family, name, families);
  if (families.includes(family)) return `the family ${family} exists already (leave out --new-family)`;
  if (KEBAB_CASE.test(family) && family !== 'common') return undefined;
  return `${family} cannot be the name of a family (write one such as gauge-cluster)`;
};

/**
 * Parses `pie/mini-pie-chart` into its parts. Returns a message if the text is not the name of a shape.
 * @param families the families that exist.
 * @param isNew true if the family shall be new.
 */
const parseShapeName = (
  text: string,
  families: readonly string[],
  isNew: boolean,
): ShapeName | { readonly message: string } => {
  const [family = '', name = '', ...more] = text.split('/');
  if (name === '' || more.length > 0) {
    return { message: `${text} is not <family>/<shape> (write, for example, pie/mini-pie-chart)` };
  }
  const fault = familyFault(family, name, families, isNew);
  if (fault !== undefined) return { message: fault };
  if (!KEBAB_CASE.test(name)) {
    const kebab = kebabCase(name);
    const hint = kebab === '' ? 'write lower-case letters, digits and hyphens' : `did you mean ${family}/${kebab}?`;
    return { message: `${name} is not in kebab-case (${hint})` };
  }
  if (NUMBER.test(name)) {
    return { message: `${name} is the number of a shape (name the shape after what it shows, such as carousel-list)` };
  }
  return { family, name };
};

const shapeSource = (
  { name }: ShapeName,
  id: string,
): string => `import { defineShape } from '../../../shared/catalogue/shape.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: '${id}',
  name: '${name}',
  components: [],
  tables: { table: table({}) },
  fold: () => ({}),
});
`;

const PREVIEW = `import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<unknown> = () => ({ kind: 'tiles', tiles: [] });
`;

const SCHEMA = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": ""
}
`;

const readme = ({ name }: ShapeName): string => `# ${name}

\`npm run catalogue\` writes this file from the files of this folder.
`;

/** Writes placeholders. The tests in tests/schemas say what to write in each file. */
const scaffoldShape = (shape: ShapeName, id: string): Readonly<Record<string, string>> => ({
  'shape.ts': shapeSource(shape, id),
  'preview.ts': PREVIEW,
  'schema.json': SCHEMA,
  'sample.json': '{}\n',
  'sample.csv': '',
  'README.md': readme(shape),
  'rejects.json': '[{ "base": { "body": "sample.json" }, "rejects": [] }]\n',
});

const scaffoldHandler = ({ family }: ShapeName): string => `import { validators } from '#validators/${family}';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({ validators, shapes: {} });
`;

/** Returns the file of valid tables for the property tests, for a family that has no shape yet. */
const scaffoldValidTables = (): string => `import type fc from 'fast-check';
import type { Cells } from './csv-cells.ts';

/** Tables that each shape must accept, by shape. */
export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {};
`;

const SHAPES = /\bshapes: \{\n?/;

/** Returns undefined if the source has no such list. */
const addToHandler = (source: string, { family, name }: ShapeName): string | undefined =>
  SHAPES.test(source)
    ? source.replace(SHAPES, `shapes: {\n'${name}': () => import('../../schemas/${family}/${name}/shape.ts'),\n`)
    : undefined;

/** By their paths from the root. */
export type CreatedShape =
  | { readonly shape: ShapeName; readonly written: readonly string[]; readonly changed: readonly string[] }
  | { readonly message: string };

const readIfThere = async (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

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

/** Returns the next free id of a shape that is not in the platform's interface: X and a number. */
const freeId = async (root: string): Promise<string> => {
  const paths = await readdir(join(root, 'schemas'), { recursive: true });
  const shapes = paths.filter((path) => basename(path) === 'shape.ts');
  const sources = await Promise.all(shapes.map((path) => readFile(join(root, 'schemas', path), 'utf8')));
  const taken = sources.map((source) => Number(/\bid: 'X(\d+)'/.exec(source)?.[1] ?? 0));
  return `X${Math.max(0, ...taken) + 1}`;
};

/** Returns false if the folder exists. */
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
    return { message: `${handler} has no list 'shapes: { ... }' (add one, as the other handlers have)` };
  const id = await freeId(root);
  if (!(await makeFolder(join(root, folder)))) return { message: `${folder} exists already (choose another name)` };
  const parts = Object.entries(scaffoldShape(shape, id)).map(
    ([file, content]) => [join(folder, file), content] as const,
  );
  const validTables = join('tests/support/tables', `${shape.family}.ts`);
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
