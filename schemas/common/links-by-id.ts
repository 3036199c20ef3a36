import type { Rule } from '../../shared/catalogue/rule.ts';
import { refersTo } from '../../shared/catalogue/rules/refers-to.ts';
import { unique } from '../../shared/catalogue/rules/unique.ts';

/** Requires that node ids are unique and that each end of a link is a node's id: `linksById('nodes[].id', 'links[].source')`. */
export const linksById = (id: string, ...ends: readonly string[]): readonly Rule[] => [
  unique(id),
  ...ends.map((end) => refersTo(end, id)),
];
