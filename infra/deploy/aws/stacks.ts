import { relative } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { invocationFolder } from '../../dashboard/folder/read-dashboard-file.ts';
import { commandLine } from '../../program/command-line.ts';
import { posixPath } from '../../program/project-root.ts';
import { stackName } from '../../stack/function-name.ts';
import { regionOf, type Template } from '../../stack/template/template.ts';
import { clientOf, explainError, explained } from './call-service.ts';
import { throwIfInterrupted } from './interruption.ts';

export interface StackAddress {
  readonly name: string;
  readonly region: string;
  /** The options that find the stack, such as `--stage dev`. */
  readonly options?: readonly string[];
  /** The ARN of the role by which CloudFormation changes the stack. Default: it uses the permissions of the user. */
  readonly role?: string;
}

export const nextCommand = ({ options = [] }: StackAddress, name: string, ...more: readonly string[]): string =>
  commandLine(name, ...options, ...more);

export interface DeployedStack extends StackAddress {
  /** The ARN. A deleted stack can only be read by its ARN. */
  readonly id: string;
  /** Such as CREATE_COMPLETE. */
  readonly status: string;
  /** When the last update began, in milliseconds since 1970; undefined if the stack was never updated. */
  readonly updatedAt?: number | undefined;
  readonly isProtected: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
}

export interface StackResource {
  readonly logicalId: string;
  readonly type: string;
  /** Name or ARN. */
  readonly id: string;
  /** Such as UPDATE_FAILED. */
  readonly status: string;
  readonly reason?: string;
}

const isMissing = (error: unknown): boolean =>
  (error as Error).name === 'ValidationError' && /does not exist/.test((error as Error).message);

/** Returns undefined if the stack does not exist. `by` is its name or ARN. Only the ARN finds a deleted stack. */
export const findStack = async (address: StackAddress, by = address.name): Promise<DeployedStack | undefined> => {
  throwIfInterrupted();
  const client = clientOf(CloudFormationClient, { region: address.region });
  try {
    const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName: by }));
    const {
      StackId: id = '',
      StackStatus: status = '',
      EnableTerminationProtection: isProtected = false,
    } = found ?? {};
    const { Outputs = [], Tags = [] } = found ?? {};
    const outputs = Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
    const tags = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
    return { ...address, id, status, updatedAt: found?.LastUpdatedTime?.getTime(), isProtected, outputs, tags };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(explainError(`reading the stack ${address.name}`, error), { cause: error });
  }
};

/** @throws Error if the stack does not exist. */
export const requireStack = async (address: StackAddress): Promise<DeployedStack> => {
  const stack = await findStack(address);
  if (stack) return stack;
  throw new Error(
    `There is no stack ${address.name} in ${address.region}: deploy it first (${commandLine('deploy')}), or check the stage, ` +
      'the region and the account of the credentials',
  );
};

/** @throws Error if the stack has no such output: it was never fully deployed. */
export const outputOf = (stack: DeployedStack, key: string): string => {
  const value = stack.outputs[key];
  if (value) return value;
  throw new Error(
    `Nothing is deployed yet in the stack ${stack.name} in ${stack.region}, which is ${stack.status}: ${nextCommand(stack, 'deploy')}`,
  );
};

const resourceOf = (summary: StackResourceSummary): StackResource => {
  const { LogicalResourceId, ResourceType, PhysicalResourceId, ResourceStatus, ResourceStatusReason } = summary;
  return {
    logicalId: LogicalResourceId ?? '',
    type: ResourceType ?? '',
    id: PhysicalResourceId ?? '',
    status: ResourceStatus ?? '',
    ...(ResourceStatusReason !== undefined && { reason: ResourceStatusReason }),
  };
};

export const listResources = ({ name, region }: StackAddress): Promise<readonly StackResource[]> =>
  explained(`listing the resources of the stack ${name}`, async () => {
    const client = clientOf(CloudFormationClient, { region });
    const pages = await Array.fromAsync(paginateListStackResources({ client }, { StackName: name }));
    return pages
      .flatMap(({ StackResourceSummaries = [] }) => StackResourceSummaries)
      .filter(({ ResourceStatus }) => ResourceStatus !== 'DELETE_COMPLETE')
      .map(resourceOf);
  });

type Tags = Readonly<Record<string, string>>;

/**
 * @throws Error if a tag of the stack differs from `own`, or is missing. Accepts a stack without tags in the state
 * REVIEW_IN_PROGRESS: its change set was never executed.
 */
export const refuseForeignStack = ({ name, region, status, tags }: DeployedStack, own: Tags): void => {
  const { dashboard, stage } = own;
  if (tags.dashboard === dashboard && tags.stage === stage) return;
  if (tags.dashboard !== undefined && tags.stage !== undefined) {
    throw new Error(
      `The stack ${name} belongs to the dashboard ${tags.dashboard} at the stage ${tags.stage}, not to ${dashboard} at ` +
        `${stage}. Choose another stage, or rename the dashboard`,
    );
  }
  if (status === 'REVIEW_IN_PROGRESS') return;
  throw new Error(
    `The stack ${name} in ${region} is not one of Wallfeed's, because it lacks the tags dashboard and stage. Choose another ` +
      `stage, or rename the dashboard. If the stack is yours, add the tags: dashboard=${dashboard} and stage=${stage}`,
  );
};

export const readDeployedTemplate = ({ name, region }: StackAddress): Promise<Template> =>
  explained(`reading the template of the stack ${name}`, async () => {
    const client = clientOf(CloudFormationClient, { region });
    const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName: name }));
    const template = JSON.parse(TemplateBody) as Partial<Template>;
    return template.Resources ? (template as Template) : { ...template, Resources: {} };
  });

/** Returns the name and region of a dashboard's stack in a stage. The stack need not be deployed. */
export const stackAddressOf = (dashboard: LoadedDashboard, stage: string): StackAddress => {
  const folder = posixPath(relative(invocationFolder(), dashboard.folder));
  return {
    name: stackName(dashboard, stage),
    region: regionOf(dashboard, stage),
    ...(dashboard.roles?.deploy !== undefined && { role: dashboard.roles.deploy }),
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
