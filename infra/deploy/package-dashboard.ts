import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { buildFunctions } from '../build/bundling/build-functions.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { createSbom, readPackageLists } from '../program/package-list.ts';
import { type ProgramFile, programPath, WEBHOOK } from '../program/program-files.ts';
import { replaceFolder } from '../program/write-files.ts';
import { functionRoleTemplate } from '../stack/function-role.ts';
import { createStagingFolder, type PackagedService, packageService, usedKinds } from '../stack/package-service.ts';
import { readService } from '../stack/template/read-service.ts';
import type { Template } from '../stack/template/template.ts';
import { hasWebhook } from '../stack/webhook.ts';
import { explainWriteError } from '../terminal/fail.ts';
import { formatBytes, formatTable } from '../terminal/format-table.ts';
import { step } from '../terminal/print.ts';
import type { StackAddress } from './aws/stacks.ts';
import { templateHash } from './deployments.ts';
import { createManifest, MANIFEST_FILE, POLICY_FILE, ROLE_FILE, TEMPLATE_FILE } from './package-manifest.ts';
import { CLOSED_POLICY } from './stack-policy.ts';

export interface PackagedDashboard extends PackagedService {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  readonly version: string;
  /** In CycloneDX. */
  readonly sbom: object;
}

const readProgramJson = async (name: ProgramFile) => JSON.parse(await readFile(programPath(name), 'utf8'));

/** Lists the packages in the zips. A zip has no packages of kinds of sources that its function does not read. */
const sbomOf = async (dashboard: LoadedDashboard, version: string, bundles: string, families: readonly string[]) => {
  const [lists, { packages }] = await Promise.all([readPackageLists(bundles, families), readProgramJson('checksums')]);
  const zipped = Array.from(lists, ([family, all]) => {
    const endpoints = dashboard.endpoints.filter((endpoint) => endpoint.family === family);
    const kinds = usedKinds({ ...dashboard, endpoints });
    return [family, all.filter(({ kind }) => kind === undefined || kinds.has(kind))] as const;
  });
  return createSbom(dashboard.name, version, new Map(zipped), packages);
};

/** Passes a temporary folder to `use`, and deletes it afterwards. Progress goes to `output`. */
export const packageDashboard = async <Result>(
  dashboard: LoadedDashboard,
  stage: string,
  use: (packaged: PackagedDashboard) => Promise<Result>,
  output: NodeJS.WritableStream = process.stdout,
): Promise<Result> => {
  const families = Array.from(new Set(dashboard.endpoints.map(({ family }) => family)));
  const { folder: bundles } = await step('Building the functions', () => buildFunctions({ families }), { output });
  const folder = await createStagingFolder();
  try {
    const packaged = await step('Packaging', () => packageService({ dashboard, stage, folder, bundles }), { output });
    const { version } = await readProgramJson('manifest');
    const zipped = hasWebhook(dashboard, stage) ? [...families, WEBHOOK] : families;
    const sbom = await sbomOf(dashboard, version, bundles, zipped);
    return await use({ ...packaged, dashboard, stage, version, sbom });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const SBOM_FILE = 'sbom.cdx.json';

export const packageFolderOf = (folder: string, dashboard: string, stage: string): string =>
  join(folder, 'packages', `${dashboard}-${stage}`);

const isOfPackage = (name: string): boolean =>
  [TEMPLATE_FILE, SBOM_FILE, MANIFEST_FILE, ROLE_FILE, POLICY_FILE].includes(name) ||
  /^template-[0-9a-f]+\.json$/.test(name) ||
  name.endsWith('.zip');

/** Returns a file that would be lost if a package replaced the folder. */
export const findForeign = async (folder: string): Promise<string | undefined> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw explainWriteError(error, folder);
  });
  const isPackage = names.includes(TEMPLATE_FILE);
  return names.find((name) => !(isPackage && isOfPackage(name)));
};

const jsonOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

export interface StageTemplate {
  readonly stage: string;
  readonly template: Template;
}

/** @throws Error if the zips differ from those of the package. */
export const packageStage = (
  packaged: PackagedDashboard,
  stage: string,
  output: NodeJS.WritableStream,
): Promise<StageTemplate> =>
  packageDashboard(
    packaged.dashboard,
    stage,
    async ({ template, functions }) => {
      const names = (all: PackagedDashboard['functions']): string => all.map(({ zip }) => basename(zip)).join(' ');
      if (names(functions) !== names(packaged.functions))
        throw new Error(`the functions of the stage ${stage} differ from those of ${packaged.stage}: package it alone`);
      return { stage, template };
    },
    output,
  );

/** Replaces an earlier package. The names of the templates of all stages change with their content, too. */
export const writePackage = async (
  packaged: PackagedDashboard,
  folder: string,
  further: readonly StageTemplate[] = [],
): Promise<void> => {
  const { dashboard, stage, version, template, functions, sbom } = packaged;
  const unfinished = join(dirname(folder), `.${basename(folder)}.${randomUUID()}`);
  try {
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, TEMPLATE_FILE), jsonOf(template));
    await writeFile(join(unfinished, SBOM_FILE), jsonOf(sbom));
    if (dashboard.roles?.function !== undefined)
      await writeFile(join(unfinished, ROLE_FILE), jsonOf(functionRoleTemplate(dashboard, stage)));
    for (const { zip } of functions) await cp(zip, join(unfinished, basename(zip)));
    await writeFile(join(unfinished, POLICY_FILE), jsonOf(CLOSED_POLICY));
    const templates: Record<string, string> = {};
    for (const one of [{ stage, template }, ...further]) {
      const name = `template-${templateHash(one.template)}.json`;
      await writeFile(join(unfinished, name), jsonOf(one.template));
      templates[one.stage] = name;
    }
    const manifest = await createManifest(dashboard, templates, version, unfinished);
    await writeFile(join(unfinished, MANIFEST_FILE), jsonOf(manifest));
    await replaceFolder(unfinished, folder);
  } catch (error) {
    throw explainWriteError(error, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};

export interface PackageSummary {
  readonly stack: { readonly name: string; readonly region: string };
  readonly functions: readonly {
    readonly family: string;
    readonly zip: string;
    readonly bytes: number;
    readonly routes: readonly string[];
  }[];
  readonly routes: number;
  readonly resources: number;
}

export const summarizePackage = async (
  { template, functions }: PackagedDashboard,
  { name, region }: StackAddress,
): Promise<PackageSummary> => {
  const service = readService(template, (logicalId) => logicalId);
  const routesOf = (family: string): readonly string[] => {
    const ids = service.functions.filter(({ code }) => code === family).map(({ logicalId }) => logicalId);
    return service.routes.flatMap(({ key, target }) => (ids.includes(target) ? [key] : []));
  };
  const summaries = functions.map(async ({ family, zip }) => ({
    family,
    zip: basename(zip),
    bytes: (await stat(zip)).size,
    routes: routesOf(family),
  }));
  return {
    stack: { name, region },
    functions: await Promise.all(summaries),
    routes: service.routes.length,
    resources: Object.keys(template.Resources).length,
  };
};

export const describePackage = ({ stack, functions, routes, resources }: PackageSummary): string => {
  const rows = functions.map(({ family, bytes, routes: own }) => [family, formatBytes(bytes), own.join(', ')]);
  const counts = [
    pluralize(functions.length, 'function'),
    pluralize(routes, 'route'),
    pluralize(resources, 'resource'),
  ];
  const table = formatTable([['Function', 'Zip', 'Routes'], ...rows], [1]);
  return [`Stack ${stack.name} in ${stack.region}: ${counts.join(', ')}`, '', table].join('\n');
};
