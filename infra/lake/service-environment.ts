import type { DatasetSource } from '../../shared/config/dataset.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { QueryPlace } from '../dashboard/kinds/query-run.ts';
import { kindOf } from '../dashboard/registry/kinds.ts';
import { explained, requireCredentials } from '../deploy/aws/explain-error.ts';
import { requireStack } from '../deploy/aws/stacks.ts';
import { stackAddressOf } from '../deploy/stack-address.ts';
import { startEmulators } from '../local/emulators/start-emulators.ts';
import { BUCKET, LOCAL_WORKGROUP, REGION } from '../local/package-deployment.ts';
import { OWN_DATABASE } from '../stack/permissions.ts';
import { printError } from '../terminal/print.ts';

/** The environment variables with which a dataset's reader finds the services. */
type Variables = Readonly<Record<string, string>>;

/** True if a source is in the bucket or the database of a stack. */
export const needsStack = (source: DatasetSource, { bucket }: LoadedDashboard): boolean =>
  'key' in source ? (source.bucket ?? bucket) === undefined : source.database === undefined;

/** Returns the credentials of the user as variables, because readers know no other credentials. */
const credentialVariables = async (region: string): Promise<Variables> => {
  const { accessKeyId, secretAccessKey, sessionToken } = await requireCredentials(region);
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
  };
};

/** Returns the outputs of a stage's stack as the variables of a function. */
const stackVariables = async (dashboard: LoadedDashboard, stage: string): Promise<Variables> => {
  const { outputs } = await requireStack(stackAddressOf(dashboard, stage));
  return {
    WALLFEED_BUCKET: outputs.DataBucketName ?? '',
    WALLFEED_CLUSTER_ARN: outputs.DatabaseClusterArn ?? '',
    WALLFEED_SECRET_ARN: outputs.ReaderSecretArn ?? '',
    WALLFEED_DATABASE: OWN_DATABASE,
  };
};

/** Sets the variables with which a dataset is read from AWS. */
export const useAws = async (
  dashboard: LoadedDashboard,
  source: DatasetSource,
  stage: string | undefined,
  region: string,
): Promise<void> => {
  Object.assign(process.env, { AWS_REGION: region }, await credentialVariables(region));
  if (dashboard.bucket !== undefined) process.env.WALLFEED_BUCKET = dashboard.bucket;
  if (stage !== undefined && needsStack(source, dashboard))
    Object.assign(process.env, await stackVariables(dashboard, stage));
};

/** Runs work while the emulators of a dataset's services run over the files of the dashboard's folder. */
export const withEmulators = async <Result>(
  dashboard: LoadedDashboard,
  source: DatasetSource,
  work: (place: QueryPlace) => Promise<Result>,
): Promise<Result> => {
  const { folder, name } = dashboard;
  const bucket = dashboard.bucket ?? BUCKET;
  const emulators = await startEmulators({
    folder,
    region: REGION,
    report: (error, meaning) => printError(`${error.message}: ${meaning}`),
    log: (_, line) => (line.startsWith('installing') ? printError(line) : undefined),
  });
  try {
    const needs = { database: false, ...kindOf(source).emulator?.needs(LOCAL_WORKGROUP) };
    await emulators.provide({ dashboard: name, bucket, ...needs });
    const database = { WALLFEED_CLUSTER_ARN: 'local', WALLFEED_SECRET_ARN: 'local', WALLFEED_DATABASE: OWN_DATABASE };
    Object.assign(process.env, emulators.environment(), { WALLFEED_BUCKET: bucket, ...database });
    return await work({ region: REGION, workgroup: LOCAL_WORKGROUP, explained });
  } finally {
    await emulators.close();
  }
};
