import { shown } from '../../shared/catalogue/describe-schema-error.ts';
import { defineRule } from '../../shared/catalogue/rules/define-rule.ts';
import { selector } from '../../shared/catalogue/rules/selector.ts';

interface DrillDownNode {
  readonly id: unknown;
  readonly hasNodes: unknown;
}

const nodeLists = ['nodes[]', 'childrenNodes[].data.nodes[]'].map((path) => selector(path));
const parents = selector('childrenNodes[].id');

/** Requires that each drill-down topology has the id of a node with `hasNodes`, in the tree or in another drill-down. */
export const drillDownParents = defineRule('drillDownParents', function* (body, base) {
  const nodes = nodeLists.flatMap((list) => list(body, base)).map(({ value }) => value as DrillDownNode);
  const known = new Set(nodes.map(({ id }) => id));
  const open = new Set(nodes.filter(({ hasNodes }) => hasNodes === true).map(({ id }) => id));
  for (const { path, value } of parents(body, base)) {
    if (open.has(value)) continue;
    yield known.has(value)
      ? {
          path,
          message: `the node ${shown(value)} has hasNodes false`,
          hint: 'set hasNodes of this node to true; in a table, to 1',
        }
      : { path, message: `${shown(value)} is not the id of a node`, hint: 'name a node whose hasNodes is true' };
  }
});
