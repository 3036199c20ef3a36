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

/** A change of the address of API Gateway. A deployment that adds a domain leaves it open. */
export type AddressChange = 'opens' | 'closes';

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
  /** Present if the address of API Gateway is opened or closed. */
  readonly addressChange?: AddressChange;
}

/** True for a change that may lose data for good. */
export const isLoss = ({ action, mayReplace, holdsData }: StackChange): boolean =>
  holdsData && (action === 'remove' || action === 'replace' || mayReplace);

const DATABASE = 'AWS::RDS::DBCluster';

const DATABASE_KEPT: Readonly<Record<Kept, string>> = {
  nothing: 'Its tables are lost for good',
  snapshot:
    'Its tables are deleted. A last snapshot stays in the account, and costs money, until you delete it: a later deployment ' +
    'with SQL can restore it',
  everything: 'It stays in the account, and costs money, but no endpoint reads it any more',
};

const BUCKET_KEPT: Readonly<Record<Kept, string>> = {
  nothing: 'Its files are lost for good',
  snapshot: 'Its files are lost for good',
  everything: 'It stays in the account with its files, but a later deployment makes a new, empty bucket',
};

const verbOf = ({ action, mayReplace }: StackChange): string => {
  if (mayReplace) return 'may be replaced by a new, empty one';
  return action === 'replace' ? 'is replaced by a new, empty one' : 'is removed from the stack';
};

const sentenceFor = (change: StackChange): string => {
  const { type, name, kept = 'nothing' } = change;
  const [noun, words] = type === DATABASE ? ['database', DATABASE_KEPT] : ['bucket', BUCKET_KEPT];
  return `The ${noun} ${name} ${verbOf(change)}. ${words[kept]}.`;
};

/** Describes the data that a deployment would remove, one paragraph for each resource; empty if no data is lost. */
export const describeLosses = (changes: readonly StackChange[]): readonly string[] =>
  changes.filter(isLoss).map(sentenceFor);
