import { MAX_DETAILS } from '../errors/wallfeed-error.ts';

/** The path is a place in the body, such as `series[0].name`. */
export interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly hint?: string;
}

/** Checks across several fields of a body, which a schema cannot express. */
export interface Rule {
  /** The call that made the rule, such as `sameLength(legend, series[].data)`. */
  readonly name: string;
  /**
   * `base` is the path of the value if it is part of a body. Stops after `max` violations, by default the number that
   * an error response lists.
   */
  readonly check: (body: unknown, base?: string, max?: number) => readonly Violation[];
}

export type UnnamedViolation = Omit<Violation, 'rule'>;

/** Stops at the maximum number of violations. */
export const defineRule = (
  name: string,
  find: (body: unknown, base: string, max: number) => Iterable<UnnamedViolation>,
): Rule => ({
  name,
  check: (body, base = '', max = MAX_DETAILS) => {
    const violations: Violation[] = [];
    for (const violation of find(body, base, max)) {
      violations.push({ ...violation, rule: name });
      if (violations.length === max) break;
    }
    return violations;
  },
});

export interface Place {
  readonly path: string;
  readonly value: unknown;
}

type Step = (found: readonly Place[]) => readonly Place[];

const enterEach: Step = (found) => {
  const entries: Place[] = [];
  for (const { path, value } of found) {
    if (!Array.isArray(value)) continue;
    for (let index = 0; index < value.length; index++) entries.push({ path: `${path}[${index}]`, value: value[index] });
  }
  return entries;
};

const hasField = (value: unknown, name: string): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);

const enterField =
  (name: string): Step =>
  (found) => {
    const fields: Place[] = [];
    for (const { path, value } of found) {
      if (hasField(value, name)) fields.push({ path: path === '' ? name : `${path}.${name}`, value: value[name] });
    }
    return fields;
  };

const parseSteps = (path: string): readonly Step[] =>
  (path.match(/\[\]|[^.[\]]+/g) ?? []).map((step) => (step === '[]' ? enterEach : enterField(step)));

/**
 * Creates a function that finds the places of a path: `series[].data` finds `series[0].data`, `series[1].data` and so
 * on. Absent values and values of another type are skipped. `base` is the path of `value` itself.
 */
export const selector = (path: string): ((value: unknown, base?: string) => readonly Place[]) => {
  const steps = parseSteps(path);
  return (value, base = '') => steps.reduce((found, step) => step(found), [{ path: base, value }] as readonly Place[]);
};
