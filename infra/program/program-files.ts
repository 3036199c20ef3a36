import { join } from 'node:path';
import { isPackaged, projectRoot } from './project-root.ts';

/** The files and folders that commands read at run time besides the modules that they import. The npm package has them all. */
export const PROGRAM_FILES = {
  athenaPackages: 'infra/trino/dialect/packages',
  checkWorker: 'infra/local/session/check-worker.ts',
  checksums: 'package-lock.json',
  console: 'dist/console',
  databaseWorker: 'infra/local/emulators/rds-data/worker.ts',
  demo: 'infra/dashboards/demo',
  suggestionWorker: 'infra/console/suggestions/suggestion-worker.ts',
  functions: 'dist/functions',
  interfaceClient: 'node_modules/aws-lambda-ric/index.mjs',
  manifest: 'package.json',
  osls: 'infra/stack/serve-osls.ts',
  policyActions: 'infra/deploy/policy/actions.json',
  prices: 'infra/cost/prices',
  runtimePreload: 'infra/local/runtime/runtime-client.cjs',
  schemas: 'schemas',
  serverless: 'serverless.yml',
  stackResources: 'infra/stack/resources',
  validators: 'dist/validators',
} as const;

/** The documents that the program prints. The npm package has them under the paths of a clone, so that links work. */
export const DOCUMENTS = [
  'infra/README.md',
  'infra/console/README.md',
  'infra/cost/README.md',
  'infra/cost/actual/README.md',
  'infra/dashboard/README.md',
  'infra/deploy/README.md',
  'infra/local/service.md',
  'schemas/README.md',
  'schemas/data-lake.md',
  'schemas/clients/README.md',
  'schemas/clients/aj-report.md',
  'schemas/clients/amis.md',
  'schemas/clients/dataease.md',
  'schemas/clients/dataroom.md',
  'schemas/clients/datav.md',
  'schemas/clients/goview.md',
  'schemas/clients/infinity.md',
  'schemas/clients/jimureport.md',
  'schemas/clients/parameters.md',
  'schemas/clients/sugar.md',
  'schemas/datasets.md',
  'schemas/http.md',
  'schemas/local-athena.md',
  'schemas/mysql.md',
  'schemas/selections.md',
  'shared/README.md',
] as const;

export type ProgramFile = keyof typeof PROGRAM_FILES;

/**
 * Files that are elsewhere in the npm package. npm packs neither lockfiles nor folders called node_modules, and would
 * compile the native client of aws-lambda-ric if it were a dependency.
 */
const PACKAGED_FILES: Partial<Record<ProgramFile, string>> = {
  checksums: 'checksums.json',
  interfaceClient: 'infra/local/runtime/interface-client/index.mjs',
};

/** Returns the compiled file, because Node runs no TypeScript below node_modules. */
export const compiledPath = (path: string): string => path.replace(/\.ts$/, '.js');

/** Returns a path relative to the folder that replaces the project's root. */
export const packagedPath = (name: ProgramFile): string => compiledPath(PACKAGED_FILES[name] ?? PROGRAM_FILES[name]);

export const programPath = (name: ProgramFile, ...below: readonly string[]): string =>
  join(projectRoot, isPackaged ? packagedPath(name) : PROGRAM_FILES[name], ...below);

/** Path of the documents in the npm package, relative to the folder that replaces the project's root there. */
export const DOCUMENT_ROOT = '../..';

export const documentPath = (document: string): string => join(projectRoot, isPackaged ? DOCUMENT_ROOT : '.', document);

/** Returns the path of a file or folder that only a clone has, such as `infra/dashboards/lake`. */
export const clonePath = (path: string): string => join(projectRoot, path);

/** Prefix of files that are in no folder, because they load official clients from `../build/clients/`. */
export const KIND_FILE = 'kind-';

/** The name of the function that passes alarms on to a webhook, and of the folder with its bundle. */
export const WEBHOOK = 'webhook';
