import { relative } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { posixPath } from '../build/project-root.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { stackName } from '../stack/describe-stack.ts';
import { regionOf } from '../stack/template/template.ts';
import { explained } from './aws/explain-error.ts';
import type { StackAddress } from './aws/stacks.ts';

/** Returns the name and region of a dashboard's stack in a stage. The stack need not be deployed. */
export const stackAddressOf = (dashboard: LoadedDashboard, stage: string): StackAddress => {
  const folder = posixPath(relative(invocationFolder(), dashboard.folder));
  return {
    name: stackName(dashboard, stage),
    region: regionOf(dashboard, stage),
    options: [...(folder === '' ? [] : ['--dashboard', folder]), '--stage', stage],
  };
};

const NONE = 'Region is missing';

/** Reads the region like the SDK: from the profile in AWS_PROFILE, or from the default profile. */
const profileRegion = (): Promise<string | undefined> =>
  explained('finding the region', async () => {
    const client = new CloudFormationClient({});
    try {
      return await client.config.region();
    } catch (error) {
      if ((error as Error).message === NONE) return undefined;
      throw error;
    } finally {
      client.destroy();
    }
  });

/** Returns the region of the user's environment, like the AWS CLI; undefined if no region is set. */
export const findRegion = async (): Promise<string | undefined> => {
  // The SDK would use an empty variable as the name of a region.
  if (process.env.AWS_REGION === '') delete process.env.AWS_REGION;
  return process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION || profileRegion();
};

/** Returns the dashboard with the region of its file, or else of the user's environment. */
export const withRegion = async (dashboard: LoadedDashboard): Promise<LoadedDashboard> => {
  const region = dashboard.region ?? (await findRegion());
  return region === undefined ? dashboard : { ...dashboard, region };
};
