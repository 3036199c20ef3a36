import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { DashboardConfig } from '../../shared/config/dashboard-config.ts';
import type { Template } from '../local/template/template.ts';
import type { LoadedDashboard } from '../tools/dashboard/load-dashboard.ts';
import { projectRoot } from './project-root.ts';
import { createRunOsls } from './run-osls.ts';
import { describeStack, type StackDescription } from './stack/describe-stack.ts';

export interface PackageOptions {
  /** Only its endpoints count, not its faults. */
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** Where everything is put: best a new one from `createStagingFolder`. */
  readonly folder: string;
  /** Where the built bundles are, a folder a family. */
  readonly bundles: string;
  /** Aborts a run of osls. */
  readonly signal?: AbortSignal;
}

/** A packaged service. */
export interface PackagedService {
  readonly template: Template;
  /** `taskRoot` holds the very files that are in the zip. */
  readonly functions: readonly { readonly family: string; readonly zip: string; readonly taskRoot: string }[];
}

const configOf = ({ name, timezone, endpoints }: LoadedDashboard, family: string): DashboardConfig => ({
  dashboard: name,
  timezone,
  endpoints: Object.fromEntries(
    endpoints.filter((endpoint) => endpoint.family === family).map(({ slug, config }) => [slug, config]),
  ),
});

/** The same bytes for the same files: the time is fixed, and entries are sorted. */
const zipFolder = async (folder: string): Promise<Uint8Array> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const attributes = { mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 * 0x10000 };
  const files = paths.sort().map(async (path) => [path.slice(folder.length + 1), [await readFile(path), attributes]]);
  return zipSync(Object.fromEntries(await Promise.all(files)));
};

const stageFunction = async ({ dashboard, folder, bundles }: PackageOptions, family: string) => {
  const taskRoot = join(folder, family);
  const zip = join(folder, `${family}.zip`);
  await cp(join(bundles, family), taskRoot, { recursive: true });
  await writeFile(join(taskRoot, 'dashboard.json'), JSON.stringify(configOf(dashboard, family)));
  await writeFile(zip, await zipFolder(taskRoot));
  return { family, zip, taskRoot };
};

/** Writes what osls reads of a dashboard's stack into the folder. */
export const writeService = async (folder: string, stack: StackDescription): Promise<void> => {
  await mkdir(join(folder, 'infra'), { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'stack.json'), JSON.stringify(stack, null, 2)),
    cp(join(projectRoot, 'serverless.yml'), join(folder, 'serverless.yml')),
    cp(join(projectRoot, 'infra', 'resources'), join(folder, 'infra', 'resources'), { recursive: true }),
  ]);
};

/** Packages a dashboard's functions and its CloudFormation template. */
export const packageService = async (options: PackageOptions): Promise<PackagedService> => {
  const { dashboard, stage, folder, signal } = options;
  const stack = describeStack(dashboard, stage);
  await writeService(folder, stack);
  const functions = await Promise.all(Object.keys(stack.functions).map((family) => stageFunction(options, family)));
  await createRunOsls()({ command: 'package', stage, folder, ...(signal && { signal }) });
  const template = await readFile(join(folder, '.serverless', 'cloudformation-template-update-stack.json'), 'utf8');
  return { template: JSON.parse(template) as Template, functions };
};
