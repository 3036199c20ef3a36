import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type OwnAccounts, ownAccounts } from '../dashboard/head/accounts.ts';
import { deadlineOf } from '../dashboard/head/functions.ts';
import { needsDatabase } from '../stack/sources.ts';
import { regionOf, type Template, tagsOf } from '../stack/template/template.ts';

export const TEMPLATE_FILE = 'template.json';
export const ROLE_FILE = 'function-role.json';
export const POLICY_FILE = 'stack-policy.json';
export const MANIFEST_FILE = 'manifest.json';

/** Increased with each incompatible change. */
const FORM_VERSION = 1;

interface StageFacts {
  readonly region: string;
  readonly account?: string;
  /** Absent if dashboard.yml names none. */
  readonly ownAccounts?: OwnAccounts;
  readonly tags: Readonly<Record<string, string>>;
}

export interface PackageManifest extends StageFacts {
  readonly form: number;
  readonly version: string;
  readonly dashboard: string;
  readonly stage: string;
  /** By stage. The names of the files change with their content. */
  readonly templates?: Readonly<Record<string, string>>;
  readonly stages?: Readonly<Record<string, StageFacts>>;
  readonly codeBucket?: string;
  readonly deployRole?: string;
  /** Milliseconds. Absent if the stack has no database. */
  readonly statementMs?: number;
  /** Absent for PostgreSQL. */
  readonly engine?: 'mysql';
  readonly endpoints: readonly { readonly component: string; readonly slug: string; readonly path: string }[];
  /** SHA-256 by the name of the file. */
  readonly files: Readonly<Record<string, string>>;
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const accountOf = ({ account }: Pick<LoadedDashboard, 'account'>, stage: string): string | undefined =>
  typeof account === 'object' ? account[stage] : account;

const digestFiles = async (folder: string): Promise<PackageManifest['files']> => {
  const names = (await readdir(folder)).filter((name) => name !== MANIFEST_FILE).toSorted();
  const entries = names.map(async (name) => [name, digestOf(await readFile(join(folder, name)))] as const);
  return Object.fromEntries(await Promise.all(entries));
};

const factsOf = (dashboard: LoadedDashboard, stage: string): StageFacts => {
  const account = accountOf(dashboard, stage);
  const own = ownAccounts(dashboard.written.value, stage);
  return {
    region: regionOf(dashboard, stage),
    ...(account !== undefined && { account }),
    ...(Object.keys(own).length > 0 && { ownAccounts: own }),
    tags: tagsOf(dashboard, stage),
  };
};

/** @param templates the files with the templates of all stages; the first stage is that of the package. */
export const createManifest = async (
  dashboard: LoadedDashboard,
  templates: Readonly<Record<string, string>>,
  version: string,
  folder: string,
): Promise<PackageManifest> => {
  const [stage = '', ...further] = Object.keys(templates);
  const { codeBucket, roles } = dashboard;
  const stages = Object.fromEntries(further.map((one) => [one, factsOf(dashboard, one)]));
  return {
    form: FORM_VERSION,
    version,
    dashboard: dashboard.name,
    stage,
    ...factsOf(dashboard, stage),
    templates,
    ...(further.length > 0 && { stages }),
    ...(codeBucket !== undefined && { codeBucket }),
    ...(roles?.deploy !== undefined && { deployRole: roles.deploy }),
    ...(needsDatabase(dashboard) && { statementMs: deadlineOf(dashboard) }),
    ...(dashboard.dialect?.engine && { engine: dashboard.dialect.engine }),
    endpoints: dashboard.endpoints.map(({ component, slug, path }) => ({ component, slug, path })),
    files: await digestFiles(folder),
  };
};

export interface ReadPackage {
  readonly manifest: PackageManifest;
  readonly template: Template;
}

const parseManifest = async (folder: string, name: string): Promise<PackageManifest> => {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new Error(`${name} is no package of Wallfeed: it has no ${MANIFEST_FILE}. The command package writes one`);
  }
  try {
    const manifest = JSON.parse(text) as PackageManifest;
    if (manifest.form === FORM_VERSION && typeof manifest.files === 'object') return manifest;
  } catch {
    throw new Error(`${join(name, MANIFEST_FILE)} is not JSON: package the dashboard again`);
  }
  throw new Error(`${join(name, MANIFEST_FILE)} is of another version of Wallfeed: package the dashboard again`);
};

/**
 * Checks that no file is missing or changed.
 * @param name the folder as the user gave it.
 * @throws Error that names the stage or the file.
 */
export const readPackage = async (folder: string, name: string, stage: string): Promise<ReadPackage> => {
  const manifest = await parseManifest(folder, name);
  const facts = manifest.stage === stage ? manifest : manifest.stages?.[stage];
  if (!facts) {
    const further = Object.keys(manifest.stages ?? {});
    const stages = [manifest.stage, ...further].join(', ');
    throw new Error(
      `${name} is a package for the stage ${stages}, not ${stage}: package the dashboard with ` +
        `--stage ${manifest.stage} --also ${[...further, stage].join(',')}`,
    );
  }
  for (const [file, digest] of Object.entries(manifest.files)) {
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    if (!bytes) throw new Error(`${join(name, file)} is missing: package the dashboard again`);
    if (digestOf(bytes) !== digest) throw new Error(`${join(name, file)} was changed: package the dashboard again`);
  }
  const file = manifest.templates?.[stage] ?? TEMPLATE_FILE;
  const template = JSON.parse(await readFile(join(folder, file), 'utf8')) as Template;
  return { manifest: { ...manifest, ...facts, stage }, template };
};
