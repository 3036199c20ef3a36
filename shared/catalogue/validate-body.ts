import { DETAILS_LIMIT } from '../errors/wallfeed-error.ts';
import { resolvePointer } from './body-path.ts';
import { describeSchemaError } from './describe-schema-error.ts';
import type { Violation } from './rule.ts';
import type { Shape } from './shape.ts';
import type { SchemaError, Validate } from './validate.ts';

/** Keywords that only repeat what the errors inside them say. */
const CONTAINERS = new Set(['if', 'anyOf', 'oneOf', 'allOf']);

const toViolation = (error: SchemaError, body: unknown): Violation => {
  const { path, value } = resolvePointer(error.instancePath, body);
  return { path, rule: error.keyword, ...describeSchemaError(error, value) };
};

/** A body that is nested so deeply that no recursive check can follow it. */
export const TOO_DEEP: Violation = {
  path: '',
  rule: 'depth',
  message: 'is nested too deeply',
  hint: 'show the upper levels only',
};

/** Whether a schema accepts a body; undefined where the body is deeper than the stack. */
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
  return (telling.length > 0 ? telling : found).slice(0, DETAILS_LIMIT).map((error) => toViolation(error, body));
};

/**
 * Holds a body against its shape: first the schema, then, when that is right, the rules, which may compare a place that
 * is wrong with one that is not.
 * @returns every violation with its path, none when the body is right.
 */
export const validateBody = (shape: Pick<Shape, 'rules'>, validate: Validate, body: unknown): readonly Violation[] => {
  const accepted = accepts(validate, body);
  if (accepted === undefined) return [TOO_DEEP];
  return accepted ? shape.rules.flatMap((rule) => rule.check(body)) : schemaViolations(validate, body);
};
