import { rm } from 'node:fs/promises';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { describeStack } from '../stack/describe-stack.ts';
import { createStagingFolder, packageService } from '../stack/package-service.ts';
import { datasetsOf } from '../stack/sources.ts';
import { readService, type Service } from '../stack/template/read-service.ts';
import { type Refer, resourcesOf, type Template } from '../stack/template/template.ts';
import type { Workgroups } from './emulators/athena/start-athena.ts';
import type { TableDefinition } from './emulators/dynamodb.ts';

const STAGE = 'local';
export const REGION = 'us-east-1';
export const BUCKET = 'wallfeed-local';
const TABLE = 'wallfeed-local-answers';
export const LOCAL_WORKGROUP = 'wallfeed-local';

export interface Deployment {
  readonly folder: string;
  readonly service: Service;
  readonly table: TableDefinition | undefined;
  readonly workgroups: Workgroups | undefined;
  readonly taskRoots: Readonly<Record<string, string>>;
}

const DATABASE: Readonly<Record<string, string>> = {
  DBClusterArn: `arn:aws:rds:${REGION}:000000000000:cluster:wallfeed-local`,
  'MasterUserSecret.SecretArn': `arn:aws:secretsmanager:${REGION}:000000000000:secret:wallfeed-local`,
};

const refer: Refer = (logicalId, attribute) => {
  if (logicalId === 'DataBucket') return BUCKET;
  if (logicalId === 'AnswersTable') return TABLE;
  if (logicalId === 'Workgroup') return LOCAL_WORKGROUP;
  if (logicalId === 'Database' && attribute !== undefined) return DATABASE[attribute] ?? attribute;
  return logicalId === 'AWS::Region' ? REGION : logicalId;
};

const readTable = (template: Template): TableDefinition | undefined => {
  const [found] = resourcesOf(template, 'AWS::DynamoDB::Table');
  return found && { name: refer(found[0]), properties: found[1].Properties ?? {} };
};

interface WorkgroupProperties {
  readonly WorkGroupConfiguration: { readonly BytesScannedCutoffPerQuery: number };
}

/** Returns the stack's own workgroup with its limit, and the workgroups that datasets name; undefined without any. */
const readWorkgroups = (template: Template, dashboard: LoadedDashboard): Workgroups | undefined => {
  const own = resourcesOf(template, 'AWS::Athena::WorkGroup').map(([id, { Properties }]) => {
    const { WorkGroupConfiguration: configuration } = Properties as unknown as WorkgroupProperties;
    return [refer(id), { cutoffBytes: configuration.BytesScannedCutoffPerQuery }] as const;
  });
  const named = Object.values(datasetsOf(dashboard)).flatMap(({ config: { source } }) =>
    source.workgroup === undefined ? [] : [[source.workgroup, {}] as const],
  );
  return own.length + named.length > 0 ? Object.fromEntries([...own, ...named]) : undefined;
};

export interface PackageOptions {
  /** One folder for each family. */
  readonly bundles: string;
  readonly signal: AbortSignal;
}

export const packageDeployment = async (
  dashboard: LoadedDashboard,
  { bundles, signal }: PackageOptions,
): Promise<Deployment> => {
  const folder = await createStagingFolder();
  try {
    const options = { dashboard, stage: STAGE, folder, bundles, signal, isUnversioned: true };
    const { template, functions } = await packageService(options);
    const taskRoots = Object.fromEntries(functions.map(({ family, taskRoot }) => [family, taskRoot]));
    const workgroups = readWorkgroups(template, dashboard);
    return { folder, service: readService(template, refer), table: readTable(template), workgroups, taskRoots };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

export const definitionOf = (dashboard: LoadedDashboard): string =>
  JSON.stringify([describeStack(dashboard, STAGE), dashboard.timezone, dashboard.datasets, dashboard.endpoints]);
