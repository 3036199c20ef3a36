import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ValidatorModules, Validators } from '../../../shared/catalogue/accepts.ts';
import { programPath } from '../../program/program-files.ts';
import { isPackaged } from '../../program/project-root.ts';
import { writeFileWhole } from '../../program/write-files.ts';
import { type FamilySchemas, listFamilies, readFamilySchemas, readSchema } from './family-schemas.ts';
import { createHashes, type Hashes } from './stamp.ts';

/** The source files that the generated code depends on, besides the schemas. */
const INGREDIENTS = ['infra/build/bundling/compile-validators.ts', 'package-lock.json'];

/** Beside the names of the families. */
const DASHBOARD = 'dashboard';

const fileOf = (family: string): string => programPath('validators', `${family}.js`);

const stampOf = (schemas: object, hashes: Hashes): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([schemas, INGREDIENTS.map(hashes.file)]))
    .digest('hex');
  return `// ${digest}\n`;
};

const isCurrent = async (file: string, stamp: string): Promise<boolean> =>
  (await readFile(file, 'utf8').catch(() => '')).startsWith(stamp);

/** Writes dist/validators/<name>.js unless it exists and is current. `generate` returns its text, and writes what it imports. */
const writeCurrent = async <Schemas extends object>(
  name: string,
  hashes: Hashes,
  read: () => Promise<Schemas>,
  generate: (schemas: Schemas) => Promise<string>,
): Promise<string> => {
  const file = fileOf(name);
  if (isPackaged) return file;
  const schemas = await read();
  const stamp = stampOf(schemas, hashes);
  if (await isCurrent(file, stamp)) return file;
  await writeFileWhole(file, stamp + (await generate(schemas)));
  return file;
};

/** Writes the validator of each shape into a module of its own. Returns the module that loads each of them on demand. */
const generateFamily = async (family: string, { shapes, common }: FamilySchemas): Promise<string> => {
  const { compileValidator } = await import('./compile-validators.ts');
  for (const [name, shape] of Object.entries(shapes))
    await writeFileWhole(fileOf(join(family, name)), await compileValidator(shape, common));
  const pathOf = (name: string): string => JSON.stringify(`./${family}/${name}.js`);
  const entries = Object.keys(shapes).map((name) => `'${name}': () => import(${pathOf(name)}),\n`);
  return `export const validators = {\n${entries.join('')}};\n`;
};

export const buildValidators = (family: string, hashes = createHashes()): Promise<string> =>
  writeCurrent(
    family,
    hashes,
    () => readFamilySchemas(family),
    (schemas) => generateFamily(family, schemas),
  );

export const buildDashboardValidator = (): Promise<string> =>
  writeCurrent(
    DASHBOARD,
    createHashes(),
    () => readSchema('dashboard.json'),
    async (schema) => (await import('./compile-validators.ts')).compileDashboardValidator(schema),
  );

let ofDashboard: Promise<ValidateFunction> | undefined;

export const loadDashboardValidator = (): Promise<ValidateFunction> => {
  ofDashboard ??= buildDashboardValidator().then(async (file) => (await import(pathToFileURL(file).href)).default);
  return ofDashboard;
};

const loadAll = async (modules: ValidatorModules): Promise<Validators> => {
  const load = async ([name, open]: (typeof entries)[number]) => [name, (await open()).validate] as const;
  const entries = Object.entries(modules);
  return Object.fromEntries(await Promise.all(entries.map(load)));
};

const ofFamilies = new Map<string, Promise<Validators>>();

/** Loads the validators once, because a second import in this process would not read a changed file. */
const loadFamily = (family: string, hashes: Hashes): Promise<Validators> => {
  const known = ofFamilies.get(family);
  if (known) return known;
  const loading = buildValidators(family, hashes).then(async (file) => {
    const { validators } = (await import(pathToFileURL(file).href)) as { readonly validators: ValidatorModules };
    return loadAll(validators);
  });
  ofFamilies.set(family, loading);
  return loading;
};

/** Reads the files that go into the bundles. All families by default. */
export const loadValidators = async (families?: readonly string[]): Promise<Readonly<Record<string, Validators>>> => {
  const hashes = createHashes();
  const load = async (family: string) => [family, await loadFamily(family, hashes)] as const;
  return Object.fromEntries(await Promise.all((families ?? (await listFamilies())).map(load)));
};
