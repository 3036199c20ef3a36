import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { commandLine } from '../../build/command-line.ts';
import { explainError, explained } from './explain-error.ts';

/** The name and region of a stack. */
export interface StackAddress {
  readonly name: string;
  readonly region: string;
}

export interface DeployedStack extends StackAddress {
  /** Status of the stack, such as CREATE_COMPLETE. */
  readonly status: string;
  readonly isProtected: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  /** Tags of the stack itself, which name its dashboard and stage. */
  readonly tags: Readonly<Record<string, string>>;
}

export interface StackResource {
  readonly logicalId: string;
  readonly type: string;
  /** Name or ARN of the resource in AWS. */
  readonly id: string;
}

const isMissing = (error: unknown): boolean =>
  (error as Error).name === 'ValidationError' && /does not exist/.test((error as Error).message);

/** Returns a deployed stack; undefined if it does not exist. */
export const findStack = async ({ name, region }: StackAddress): Promise<DeployedStack | undefined> => {
  const client = new CloudFormationClient({ region });
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const [{ StackStatus = '', EnableTerminationProtection = false, Outputs = [], Tags = [] } = {}] = Stacks;
    const outputs = Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
    const tags = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
    return { name, region, status: StackStatus, isProtected: EnableTerminationProtection, outputs, tags };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(explainError(`reading the stack ${name}`, error), { cause: error });
  } finally {
    client.destroy();
  }
};

/** Returns the deployed stack. @throws Error if the stack does not exist. */
export const requireStack = async (address: StackAddress): Promise<DeployedStack> => {
  const stack = await findStack(address);
  if (stack) return stack;
  throw new Error(
    `There is no stack ${address.name} in ${address.region}: deploy it first (${commandLine('deploy')}), or check the stage, ` +
      'the region and the account of the credentials',
  );
};

/** Returns an output of a stack. @throws Error if the stack has no such output: it was never fully deployed. */
export const outputOf = ({ name, status, outputs }: DeployedStack, key: string): string => {
  const value = outputs[key];
  if (value) return value;
  throw new Error(
    `The stack ${name} is ${status} and has no output ${key}: deploy it again (${commandLine('deploy')})`,
  );
};

const resourceOf = ({ LogicalResourceId, ResourceType, PhysicalResourceId }: StackResourceSummary): StackResource => ({
  logicalId: LogicalResourceId ?? '',
  type: ResourceType ?? '',
  id: PhysicalResourceId ?? '',
});

/** Lists the resources of a stack. */
export const listResources = ({ name, region }: StackAddress): Promise<readonly StackResource[]> =>
  explained(`listing the resources of the stack ${name}`, async () => {
    const client = new CloudFormationClient({ region });
    const pages = await Array.fromAsync(paginateListStackResources({ client }, { StackName: name }));
    client.destroy();
    return pages
      .flatMap(({ StackResourceSummaries = [] }) => StackResourceSummaries)
      .filter(({ ResourceStatus }) => ResourceStatus !== 'DELETE_COMPLETE')
      .map(resourceOf);
  });

type Tags = Readonly<Record<string, string>>;

/** True for an empty stack that a change set announced but nobody created. */
const isOnlyAnnounced = ({ status }: DeployedStack): boolean => status === 'REVIEW_IN_PROGRESS';

const FAILED_AT_FIRST = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED|DELETE_FAILED)$/;

/** Returns advice for a status in which CloudFormation cannot update a stack. */
const adviceFor = ({ name, region, status }: DeployedStack): string | undefined => {
  if (FAILED_AT_FIRST.test(status)) {
    return `CloudFormation can no longer update it. Remove it (${commandLine('remove')}), then deploy again`;
  }
  if (status === 'UPDATE_ROLLBACK_FAILED') {
    return `finish its rollback first: aws cloudformation continue-update-rollback --stack-name ${name} --region ${region}`;
  }
  return /_IN_PROGRESS$/.test(status) ? 'another deployment is under way. Wait until it has ended' : undefined;
};

/**
 * Refuses a stack that belongs to another dashboard or stage.
 * @throws Error if a tag of the stack differs from `own`.
 */
export const refuseForeignStack = ({ name, tags }: DeployedStack, own: Tags): void => {
  const foreign = Object.keys(own).find((key) => tags[key] !== undefined && tags[key] !== own[key]);
  if (foreign === undefined) return;
  throw new Error(
    `The stack ${name} belongs to the dashboard ${tags.dashboard} at the stage ${tags.stage}, not to ${own.dashboard} at ` +
      `${own.stage}. Choose another stage, or rename the dashboard`,
  );
};

/**
 * Finds the stack that a deployment would update; undefined if the deployment would create the stack.
 * @throws Error if the stack belongs to another dashboard, or if CloudFormation cannot update the stack.
 */
export const findUpdatableStack = async (address: StackAddress, own: Tags): Promise<DeployedStack | undefined> => {
  const stack = await findStack(address);
  if (!stack) return undefined;
  refuseForeignStack(stack, own);
  if (isOnlyAnnounced(stack)) return undefined;
  const advice = adviceFor(stack);
  if (advice !== undefined) throw new Error(`The stack ${stack.name} is ${stack.status}: ${advice}`);
  return stack;
};
