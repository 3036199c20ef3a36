import { DETAILS_LIMIT } from '../../errors/wallfeed-error.ts';
import type { Rule, Violation } from '../rule.ts';

/** A violation without the name of its rule, which `defineRule` adds. */
export type Finding = Omit<Violation, 'rule'>;

/** Declares a rule by a function that yields its violations. It stops at the number of violations that an error lists. */
export const defineRule = (name: string, find: (body: unknown, base: string) => Iterable<Finding>): Rule => ({
  name,
  check: (body, base = '') => {
    const violations: Violation[] = [];
    for (const finding of find(body, base)) {
      violations.push({ ...finding, rule: name });
      if (violations.length === DETAILS_LIMIT) break;
    }
    return violations;
  },
});
