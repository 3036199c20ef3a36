import { DETAILS_LIMIT } from '../../errors/wallfeed-error.ts';
import type { Rule, Violation } from '../rule.ts';

/** What a rule says of one place; the rule's own name is added to it. */
export type Finding = Omit<Violation, 'rule'>;

/** Declares a rule by what finds its violations, one after the other; it is not asked for more than a problem lists. */
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
