import { defineRule, selector } from '../../shared/catalogue/rule.ts';
import { shown } from '../../shared/catalogue/shown.ts';
import { sum } from '../../shared/tabular/mean.ts';
import { say } from '../../shared/tabular/say.ts';

interface DrillDownNode {
  readonly id: unknown;
  readonly hasNodes: unknown;
}

const nodeLists = ['nodes[]', 'childrenNodes[].data.nodes[]'].map((path) => selector(path));
const parents = selector('childrenNodes[].id');

/** Each drill-down topology must have the id of a node with `hasNodes`, in the tree or in another drill-down. */
export const drillDownParents = defineRule('drillDownParents', function* (body, base) {
  const nodes = nodeLists.flatMap((list) => list(body, base)).map(({ value }) => value as DrillDownNode);
  const known = new Set(nodes.map(({ id }) => id));
  const open = new Set(nodes.filter(({ hasNodes }) => hasNodes === true).map(({ id }) => id));
  for (const { path, value } of parents(body, base)) {
    if (open.has(value)) continue;
    yield known.has(value)
      ? {
          path,
          message: say`the node ${shown(value)} has hasNodes false`,
          hint: 'set hasNodes of this node to true; in a table, to 1',
        }
      : { path, message: say`${shown(value)} is not the id of a node`, hint: 'name a node whose hasNodes is true' };
  }
});

/** The platform shows nothing of a deeper tree, and JSON parsers fail on its nesting. */
export const MAX_LEVELS = 999;

interface Branch {
  value?: number;
  readonly children: Branches;
}

type Branches = Map<string, Branch>;

/** Branches keep the order of their first appearance. */
export const growTree = (rows: readonly { readonly path: readonly string[]; readonly value: number }[]): Branches => {
  const root: Branch = { children: new Map() };
  for (const { path, value } of rows) {
    let branch = root;
    for (const name of path) {
      const next = branch.children.get(name) ?? { children: new Map() };
      branch.children.set(name, next);
      branch = next;
    }
    branch.value = value;
  }
  return root.children;
};

interface TreeNode {
  readonly name: string;
  readonly value: number;
  readonly children?: readonly TreeNode[];
}

/** Returns a tree as nested nodes. A node without a value of its own has the sum of its children. */
export const nestedNodes = (branches: Branches): readonly TreeNode[] =>
  Array.from(branches, ([name, { value, children: inner }]): TreeNode => {
    if (inner.size === 0) return { name, value: value ?? 0 };
    const children = nestedNodes(inner);
    return { name, value: value ?? sum(children.map((child) => child.value)), children };
  });

const topNodes = selector('children[]');

const childrenOf = (node: unknown): readonly unknown[] => (node as { children?: readonly unknown[] }).children ?? [];

/** Includes the node itself. Does not use recursion, so that no depth overflows the stack. */
const levelsOf = (node: unknown): number => {
  let levels = 0;
  for (let level: readonly unknown[] = [node]; level.length > 0; level = level.flatMap(childrenOf)) levels++;
  return levels;
};

export const withinMaxLevels = defineRule('withinMaxLevels', function* (body, base) {
  for (const { path, value } of topNodes(body, base)) {
    const levels = levelsOf(value);
    if (levels <= MAX_LEVELS) continue;
    const message = `has ${levels} levels; at most ${MAX_LEVELS} can be nested`;
    yield { path, message, hint: 'show the upper levels only' };
  }
});
