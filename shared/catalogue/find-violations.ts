import { MAX_DETAILS } from '../errors/wallfeed-error.ts';
import { accepts, TOO_DEEP, type Validate } from './accepts.ts';
import { describeSchemaError, type SchemaError } from './describe-schema-error.ts';
import type { Violation } from './rule.ts';
import type { Shape } from './shape.ts';

const stepOf = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~');

const enter = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Readonly<Record<string, unknown>>)[step]
    : undefined;

/** `/series/0/name` is at the path `series[0].name`, the body itself at `''`. */
const resolvePointer = (pointer: string, body: unknown): { readonly path: string; readonly value: unknown } => {
  let value = body;
  let path = '';
  for (const step of pointer.split('/').slice(1).map(stepOf)) {
    const dot = path === '' ? '' : '.';
    path += Array.isArray(value) ? `[${step}]` : `${dot}${step}`;
    value = enter(value, step);
  }
  return { path, value };
};

const stepsOf = (path: string): readonly string[] => path.match(/[^.[\]]+/g) ?? [];

export const valueAt = (path: string, body: unknown): unknown => stepsOf(path).reduce<unknown>(enter, body);

/**
 * Returns the lengths of the lists along a path, as text. If the texts of two bodies differ, the path leads to
 * different elements in them.
 */
export const lengthsAlong = (path: string, body: unknown): string => {
  const lengths: number[] = [];
  stepsOf(path).reduce<unknown>((value, step) => {
    if (Array.isArray(value)) lengths.push(value.length);
    return enter(value, step);
  }, body);
  return lengths.join();
};

/** The error of such a keyword only repeats the errors of the schemas inside. */
const CONTAINERS = new Set(['if', 'anyOf', 'oneOf', 'allOf']);

const toViolation = (error: SchemaError, body: unknown): Violation => {
  const { path, value } = resolvePointer(error.instancePath, body);
  return { path, rule: error.keyword, ...describeSchemaError(error, value) };
};

const schemaViolations = ({ errors }: Validate, body: unknown, max: number): readonly Violation[] => {
  const found = errors ?? [];
  const telling = found.filter(({ keyword }) => !CONTAINERS.has(keyword));
  return (telling.length > 0 ? telling : found).slice(0, max).map((error) => toViolation(error, body));
};

/**
 * Checks the rules only if the schema accepts the body.
 * @param max number of violations after which each rule stops.
 */
export const findViolations = (
  shape: Pick<Shape, 'rules'>,
  validate: Validate,
  body: unknown,
  max = MAX_DETAILS,
): readonly Violation[] => {
  const accepted = accepts(validate, body);
  if (accepted === undefined) return [TOO_DEEP];
  return accepted ? shape.rules.flatMap((rule) => rule.check(body, '', max)) : schemaViolations(validate, body, max);
};
