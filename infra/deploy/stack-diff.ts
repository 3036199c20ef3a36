import type { DeployedStack, StackAddress } from './aws/stacks.ts';

export const CHANGE_ACTIONS = ['add', 'change', 'replace', 'remove'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** The data that AWS keeps when a resource is removed or replaced. */
export type Kept = 'nothing' | 'snapshot' | 'everything';

/** The change of one resource. */
export interface StackChange {
  readonly action: ChangeAction;
  readonly logicalId: string;
  /** Type of the resource, such as `AWS::Lambda::Function`. */
  readonly type: string;
  /** The name of the resource in AWS, or else a text that identifies it. */
  readonly name: string;
  /** The properties that change, by CloudFormation's names. */
  readonly properties: readonly string[];
  /** True if AWS decides during the update whether it changes or replaces the resource. */
  readonly mayReplace: boolean;
  /** True if the resource has data that a deployment cannot restore. */
  readonly holdsData: boolean;
  /** The data that AWS keeps of a resource that is, or may be, removed or replaced. */
  readonly kept?: Kept;
}

/** Paths below the base URL. */
export interface UrlChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** A change of the base URL. */
export interface BaseUrlChange {
  readonly before: string;
  /** The new base URL. Absent if AWS chooses the address. */
  readonly after?: string;
}

/** The changes that a deployment would make to a stack. */
export interface StackDiff {
  readonly address: StackAddress;
  /** The deployed stack. Absent if it does not exist yet. */
  readonly stack?: DeployedStack;
  readonly changes: readonly StackChange[];
  /** The changes of URLs. Absent if the deployed template does not list its endpoints. */
  readonly urls?: UrlChanges;
  /** The change of every URL, if a domain is added, removed or replaced. */
  readonly baseUrl?: BaseUrlChange;
}

/** True for a change that may lose data for good. */
export const isLoss = ({ action, mayReplace, holdsData }: StackChange): boolean =>
  holdsData && (action === 'remove' || action === 'replace' || mayReplace);
