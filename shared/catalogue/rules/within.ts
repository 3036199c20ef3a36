import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

/** Holds a rule inside each place on its own: `within('menus[]', sameLength('seriestitle', 'series[]'))`. */
export const within = (path: string, rule: Rule): Rule => {
  const scopes = selector(path);
  return defineRule(`within(${path}, ${rule.name})`, function* (body, base) {
    for (const scope of scopes(body, base)) yield* rule.check(scope.value, scope.path);
  });
};
