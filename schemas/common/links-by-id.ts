import type { Rule } from '../../shared/catalogue/rule.ts';
import { refersTo } from '../../shared/catalogue/rules/refers-to.ts';
import { unique } from '../../shared/catalogue/rules/unique.ts';

/** No two nodes have the same id, and each end of a link is the id of one: `linksById('nodes[].id', 'links[].source')`. */
export const linksById = (id: string, ...ends: readonly string[]): readonly Rule[] => [
  unique(id),
  ...ends.map((end) => refersTo(end, id)),
];
