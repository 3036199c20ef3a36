import { readdir, readFile } from 'node:fs/promises';
import { programPath } from '../../program/program-files.ts';
import { posixPath } from '../../program/project-root.ts';

/** Others refer to a schema by its path: `schemas/common/colour.json`. */
export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

export interface FamilySchemas {
  readonly shapes: Readonly<Record<string, SchemaFile>>;
  readonly common: readonly SchemaFile[];
}

export const readSchema = async (path: string): Promise<SchemaFile> => ({
  path: `schemas/${path}`,
  text: await readFile(programPath('schemas', path), 'utf8'),
});

const list = async (folder: string, pattern: RegExp): Promise<readonly string[]> => {
  const paths = await readdir(programPath('schemas', folder), { recursive: true });
  return paths
    .map(posixPath)
    .filter((path) => pattern.test(path))
    .sort();
};

export const listFamilies = async (): Promise<readonly string[]> => [
  ...new Set((await list('', /^[^/]+\/[^/]+\/schema\.json$/)).map((path) => path.split('/')[0] as string)),
];

export const readFamilySchemas = async (family: string): Promise<FamilySchemas> => {
  const shapes = await list(family, /^[^/]+\/schema\.json$/);
  const common = await list('common', /\.json$/);
  return {
    shapes: Object.fromEntries(
      await Promise.all(
        shapes.map(async (path) => [path.split('/')[0], await readSchema(`${family}/${path}`)] as const),
      ),
    ),
    common: await Promise.all(common.map((path) => readSchema(`common/${path}`))),
  };
};
