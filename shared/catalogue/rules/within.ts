import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

/** Applies a rule to each place separately: `within('menus[]', sameLength('seriestitle', 'series[]'))`. */
export const within = (path: string, rule: Rule): Rule => {
  const scopes = selector(path);
  return defineRule(`within(${path}, ${rule.name})`, function* (body, base, max) {
    for (const scope of scopes(body, base)) yield* rule.check(scope.value, scope.path, max);
  });
};
