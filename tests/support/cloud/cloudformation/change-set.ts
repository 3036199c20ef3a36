import type { ResourceChange, TaggedTemplate } from './compare-templates.ts';
import type { ValidationError } from './early-validation.ts';

export interface StackEvent {
  readonly id: string;
  readonly logicalId: string;
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

/** The template of a change set, with the values of its parameters. */
export interface WantedTemplate extends TaggedTemplate {
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ChangeSet {
  readonly name: string;
  readonly after: WantedTemplate;
  readonly changes: readonly ResourceChange[];
  readonly isCreation: boolean;
  /** True if the change set compares with the actual state of the resources. */
  readonly revertsDrift: boolean;
  /** The reasons why CloudFormation refuses the change set; empty if it does not. */
  readonly errors: readonly ValidationError[];
  /** True once the change set has been described. Until then, its status is CREATE_IN_PROGRESS. */
  isReady: boolean;
}
