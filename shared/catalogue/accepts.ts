import type { SchemaError } from './describe-schema-error.ts';
import type { Violation } from './rule.ts';

/** A compiled schema: returns true if the body is valid; otherwise sets `errors`. */
export interface Validate {
  (body: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Compiled schemas, by the names of their shapes. */
export type Validators = Readonly<Record<string, Validate>>;

/** The modules with the compiled schemas of a family, by the names of its shapes. */
export type ValidatorModules = Readonly<Record<string, () => Promise<{ readonly validate: Validate }>>>;

/** The violation of a body that is nested too deeply for recursive checks. */
export const TOO_DEEP: Violation = {
  path: '',
  rule: 'depth',
  message: 'is nested too deeply',
  hint: 'show the upper levels only',
};

/** True if a schema accepts a body; undefined if the body is nested too deeply for the stack. */
export const accepts = (validate: Validate, body: unknown): boolean | undefined => {
  try {
    return validate(body);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
