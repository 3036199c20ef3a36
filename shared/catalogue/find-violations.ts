import { MAX_DETAILS } from '../errors/wallfeed-error.ts';
import { resolvePointer } from './body-path.ts';
import { describeSchemaError } from './describe-schema-error.ts';
import type { Violation } from './rule.ts';
import type { Shape } from './shape.ts';
import type { SchemaError, Validate } from './validate.ts';

/** Keywords whose own error only repeats the errors of the schemas inside. */
const CONTAINERS = new Set(['if', 'anyOf', 'oneOf', 'allOf']);

const toViolation = (error: SchemaError, body: unknown): Violation => {
  const { path, value } = resolvePointer(error.instancePath, body);
  return { path, rule: error.keyword, ...describeSchemaError(error, value) };
};

/** The violation of a body that is nested too deeply for recursive checks. */
export const TOO_DEEP: Violation = {
  path: '',
  rule: 'depth',
  message: 'is nested too deeply',
  hint: 'show the upper levels only',
};

/** True if a schema accepts a body; undefined if the body is nested too deeply for the stack. */
const accepts = (validate: Validate, body: unknown): boolean | undefined => {
  try {
    return validate(body);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const schemaViolations = ({ errors }: Validate, body: unknown): readonly Violation[] => {
  const found = errors ?? [];
  const telling = found.filter(({ keyword }) => !CONTAINERS.has(keyword));
  return (telling.length > 0 ? telling : found).slice(0, MAX_DETAILS).map((error) => toViolation(error, body));
};

/**
 * Validates a body against the schema of its shape, and a body that passes it against the rules as well.
 * @returns all violations; empty if the body is valid.
 */
export const findViolations = (
  shape: Pick<Shape, 'rules'>,
  validate: Validate,
  body: unknown,
): readonly Violation[] => {
  const accepted = accepts(validate, body);
  if (accepted === undefined) return [TOO_DEEP];
  return accepted ? shape.rules.flatMap((rule) => rule.check(body)) : schemaViolations(validate, body);
};
