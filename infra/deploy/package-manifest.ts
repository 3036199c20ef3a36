import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type OwnAccounts, ownAccounts } from '../dashboard/head/accounts.ts';
import { deadlineOf } from '../dashboard/head/functions.ts';
import { needsDatabase } from '../stack/sources.ts';
import { regionOf, type Template, tagsOf } from '../stack/template/template.ts';

export const TEMPLATE_FILE = 'template.json';
/** The template of the role of the functions, for a dashboard that names one. */
export const ROLE_FILE = 'function-role.json';
export const MANIFEST_FILE = 'manifest.json';

/** Version of the format, which is increased with each incompatible change. */
const FORM_VERSION = 1;

/** The facts about a dashboard that a deployment needs besides the template and the zips of its package. */
export interface PackageManifest {
  readonly form: number;
  /** The version of Wallfeed that wrote the package. */
  readonly version: string;
  readonly dashboard: string;
  readonly stage: string;
  readonly region: string;
  /** The account that dashboard.yml names for the stage. */
  readonly account?: string;
  /** The accounts of resources that must belong to the account of the stack. Absent if dashboard.yml names none. */
  readonly ownAccounts?: OwnAccounts;
  readonly codeBucket?: string;
  /** The role by which CloudFormation makes the stack, if dashboard.yml names one. */
  readonly deployRole?: string;
  /** The tags of the stack. */
  readonly tags: Readonly<Record<string, string>>;
  /** Timeout of a statement in the stack's own database, in milliseconds. Absent if the stack has no database. */
  readonly statementMs?: number;
  readonly endpoints: readonly { readonly component: string; readonly slug: string; readonly path: string }[];
  /** The SHA-256 digest of each file, by its name. */
  readonly files: Readonly<Record<string, string>>;
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the account that dashboard.yml names for a stage; undefined if it names none. */
export const accountOf = ({ account }: Pick<LoadedDashboard, 'account'>, stage: string): string | undefined =>
  typeof account === 'object' ? account[stage] : account;

const digestFiles = async (folder: string): Promise<PackageManifest['files']> => {
  const names = (await readdir(folder)).filter((name) => name !== MANIFEST_FILE).toSorted();
  const entries = names.map(async (name) => [name, digestOf(await readFile(join(folder, name)))] as const);
  return Object.fromEntries(await Promise.all(entries));
};

/** Creates the manifest of a package whose other files are in a folder. */
export const createManifest = async (
  dashboard: LoadedDashboard,
  stage: string,
  version: string,
  folder: string,
): Promise<PackageManifest> => {
  const account = accountOf(dashboard, stage);
  const { codeBucket, roles, written } = dashboard;
  const own = ownAccounts(written.value, stage);
  return {
    form: FORM_VERSION,
    version,
    dashboard: dashboard.name,
    stage,
    region: regionOf(dashboard, stage),
    ...(account !== undefined && { account }),
    ...(Object.keys(own).length > 0 && { ownAccounts: own }),
    ...(codeBucket !== undefined && { codeBucket }),
    ...(roles?.deploy !== undefined && { deployRole: roles.deploy }),
    tags: tagsOf(dashboard, stage),
    ...(needsDatabase(dashboard) && { statementMs: deadlineOf(dashboard) }),
    endpoints: dashboard.endpoints.map(({ component, slug, path }) => ({ component, slug, path })),
    files: await digestFiles(folder),
  };
};

/** A package that was read from a folder. */
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
 * Reads a package, and checks that it is for a stage and that no file is missing or changed.
 * @param name the folder as the user gave it.
 * @throws Error that names the stage or the file.
 */
export const readPackage = async (folder: string, name: string, stage: string): Promise<ReadPackage> => {
  const manifest = await parseManifest(folder, name);
  if (manifest.stage !== stage) {
    throw new Error(
      `${name} is a package for the stage ${manifest.stage}, not ${stage}: package the dashboard for ${stage}`,
    );
  }
  for (const [file, digest] of Object.entries(manifest.files)) {
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    if (!bytes) throw new Error(`${join(name, file)} is missing: package the dashboard again`);
    if (digestOf(bytes) !== digest) throw new Error(`${join(name, file)} was changed: package the dashboard again`);
  }
  return { manifest, template: JSON.parse(await readFile(join(folder, TEMPLATE_FILE), 'utf8')) as Template };
};
