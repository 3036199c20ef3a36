import type { SchemaError } from './describe-schema-error.ts';
import type { Violation } from './rule.ts';

/** Returns true if the body is valid; otherwise sets `errors`. */
export interface Validate {
  (body: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export type Validators = Readonly<Record<string, Validate>>;

export type ValidatorModules = Readonly<Record<string, () => Promise<{ readonly validate: Validate }>>>;

export const TOO_DEEP: Violation = {
  path: '',
  rule: 'depth',
  message: 'is nested too deeply',
  hint: 'show the upper levels only',
};

/** Returns undefined if the body is nested too deeply for the stack. */
export const accepts = (validate: Validate, body: unknown): boolean | undefined => {
  try {
    return validate(body);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
