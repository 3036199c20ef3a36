import type { Reference, Value } from './value.ts';

/** A statement of an IAM policy: what a function may do, and with which resources. */
export interface Permission {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly Value[];
  readonly Condition?: Reference;
}
