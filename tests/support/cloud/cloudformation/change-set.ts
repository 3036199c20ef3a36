import type { ResourceChange, TaggedTemplate } from './compare-templates.ts';
import type { ValidationError } from './early-validation.ts';

export interface StackEvent {
  readonly id: string;
  readonly logicalId: string;
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

export interface WantedTemplate extends TaggedTemplate {
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ChangeSet {
  readonly name: string;
  readonly after: WantedTemplate;
  readonly changes: readonly ResourceChange[];
  readonly isCreation: boolean;
  readonly revertsDrift: boolean;
  readonly errors: readonly ValidationError[];
  /** False until the change set has been described: its status is CREATE_IN_PROGRESS. */
  isReady: boolean;
}
