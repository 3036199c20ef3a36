import { MAX_DETAILS } from '../../errors/wallfeed-error.ts';
import type { Rule, Violation } from '../rule.ts';

/** A violation without the name of its rule, which `defineRule` adds. */
export type UnnamedViolation = Omit<Violation, 'rule'>;

/**
 * Declares a rule by a function that yields its violations. The rule stops at the maximum number of violations.
 */
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
