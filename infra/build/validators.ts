import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Validators } from '../../shared/catalogue/validate.ts';
import { type FamilySchemas, listFamilies, readFamilySchemas } from './family-schemas.ts';
import { isPackaged, projectRoot } from './project-root.ts';
import { writeFileWhole } from './write-file-whole.ts';

/** The source files that the generated code depends on, besides the schemas. */
const INGREDIENTS = ['infra/build/bound-errors.ts', 'infra/build/compile-validators.ts', 'package-lock.json'];

const fileOf = (family: string): string => join(projectRoot, 'dist/validators', `${family}.js`);

const stampOf = async (schemas: FamilySchemas): Promise<string> => {
  const ingredients = await Promise.all(INGREDIENTS.map((path) => readFile(join(projectRoot, path), 'utf8')));
  const digest = createHash('sha256')
    .update(JSON.stringify([schemas, ingredients]))
    .digest('hex');
  return `// ${digest}\n`;
};

const isCurrent = async (file: string, stamp: string): Promise<boolean> =>
  (await readFile(file, 'utf8').catch(() => '')).startsWith(stamp);

/** Writes dist/validators/<family>.js unless it exists and is current. */
export const buildValidators = async (family: string): Promise<string> => {
  const file = fileOf(family);
  if (isPackaged) return file;
  const schemas = await readFamilySchemas(family);
  const stamp = await stampOf(schemas);
  if (await isCurrent(file, stamp)) return file;
  const { compileValidators } = await import('./compile-validators.ts');
  await writeFileWhole(file, stamp + (await compileValidators(schemas)));
  return file;
};

/** Loads the validators of all families, or of the given families, from the files that go into the bundles. */
export const loadValidators = async (families?: readonly string[]): Promise<Readonly<Record<string, Validators>>> => {
  const load = async (family: string) => {
    const { validators } = (await import(pathToFileURL(await buildValidators(family)).href)) as {
      validators: Validators;
    };
    return [family, validators] as const;
  };
  return Object.fromEntries(await Promise.all((families ?? (await listFamilies())).map(load)));
};
