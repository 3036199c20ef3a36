import type { Reference, Value } from './value.ts';

/** A statement of an IAM policy: actions that a function may take, and the resources it may take them on. */
export interface Permission {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly Value[];
  readonly Condition?: Reference;
}
