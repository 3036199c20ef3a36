import type { DeployedStack, StackAddress } from './aws/stacks.ts';

export const CHANGE_ACTIONS = ['add', 'change', 'replace', 'remove'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** The data that AWS keeps of a removed or replaced resource. */
export type Kept = 'nothing' | 'snapshot' | 'everything';

/** The change of one resource. */
export interface StackChange {
  readonly action: ChangeAction;
  readonly logicalId: string;
  /** Such as `AWS::Lambda::Function`. */
  readonly type: string;
  /** The name in AWS where there is one, else what tells it apart. */
  readonly name: string;
  /** The properties that change, by CloudFormation's names. */
  readonly properties: readonly string[];
  /** True if AWS decides only during the update between change and replacement. */
  readonly mayReplace: boolean;
  /** True if the resource holds data that no deployment brings back. */
  readonly holdsData: boolean;
  /** Absent unless the resource is, or may be, removed or replaced. */
  readonly kept?: Kept;
}

/** Paths below the base URL. */
export interface UrlChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** The base URL. */
export interface BaseUrlChange {
  readonly before: string;
  /** Absent for an address that AWS chooses. */
  readonly after?: string;
}

/** The changes that a deployment would make to a stack. */
export interface StackDiff {
  readonly address: StackAddress;
  /** Absent for a stack that does not exist yet. */
  readonly stack?: DeployedStack;
  readonly changes: readonly StackChange[];
  /** Absent where the deployed template does not note its endpoints. */
  readonly urls?: UrlChanges;
  /** Absent unless every URL changes, as a domain comes, goes or is another one. */
  readonly baseUrl?: BaseUrlChange;
}

/** True for what cannot be taken back: data that leaves, or may leave, the stack. */
export const isLoss = ({ action, mayReplace, holdsData }: StackChange): boolean =>
  holdsData && (action === 'remove' || action === 'replace' || mayReplace);
