import type { Rule } from '../../shared/catalogue/rule.ts';
import { defineRule } from '../../shared/catalogue/rules/define-rule.ts';
import { selector } from '../../shared/catalogue/rules/selector.ts';

interface IdPattern {
  readonly pattern: RegExp;
  readonly example: string;
}

/** Published samples write the kind in title case and use more segments, so the patterns accept both. */
const PATTERNS: ReadonlyMap<unknown, IdPattern> = new Map([
  [
    11,
    {
      pattern: /^[^_]+_\[?0-(?:APPLICATION|BROWSER|NETWORK|APP|USER)\]?(?:_[^_]+){3,}$/i,
      example: 'xx_[0-BROWSER]_x_x_x, of APPLICATION, BROWSER, NETWORK, APP, USER',
    },
  ],
  [
    14,
    {
      pattern: /^(?:[^_]+_){4,}(?:ORACLE|MYSQL|DB2|OTHER)(?:_[^_]+)+$/i,
      example: 'x_x_x_x_MYSQL_x, of ORACLE, MYSQL, DB2, OTHER',
    },
  ],
  [
    15,
    {
      pattern: /^(?:[^_]+_){4,}(?:REDIS|MEMCACHED|MONGODB|OTHER)(?:_[^_]+)+$/i,
      example: 'x_x_x_x_REDIS_x, of REDIS, MEMCACHED, MONGODB, OTHER',
    },
  ],
]);

/** Advises that the ids of nodes of type 11 (FRONT), 14 (DATABASE) and 15 (NOSQL) name their kind. */
export const idPatterns = (path: string): Rule => {
  const nodes = selector(path);
  return defineRule(`idPatterns(${path})`, function* (body, base) {
    for (const { path: node, value } of nodes(body, base)) {
      const { id, type } = value as { readonly id: string; readonly type: unknown };
      const expected = PATTERNS.get(type);
      if (!expected || expected.pattern.test(id)) continue;
      yield {
        path: `${node}.id`,
        message: `does not name the kind of a node of type ${type}`,
        hint: `write it like ${expected.example}`,
      };
    }
  });
};
