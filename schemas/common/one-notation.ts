import { defineRule } from '../../shared/catalogue/rules/define-rule.ts';
import { selector } from '../../shared/catalogue/rules/selector.ts';

/**
 * Creates a function that returns the index of a node by its id. The function returns an unknown id unchanged, so that
 * the rules refuse it.
 */
export const createIndexOf = (nodes: readonly { readonly id: string }[]): ((id: string) => number | string) => {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]));
  return (id) => indexes.get(id) ?? id;
};

const nodes = selector('nodes[]');
const links = selector('links[]');

const has = (value: unknown, key: string): boolean => Object.hasOwn(value as object, key);

/**
 * Requires the same notation for nodes and links: links have `source` if nodes have `node`, and `from` if nodes have
 * `id`.
 */
export const oneNotation = defineRule('oneNotation', function* (body, base) {
  const [node] = nodes(body, base);
  if (!node) return;
  for (const { path, value } of links(body, base)) {
    const fits = has(value, 'source') ? has(node.value, 'node') : has(node.value, 'id');
    if (fits) continue;
    const [found, expected] = has(value, 'source') ? ['source', 'from'] : ['from', 'source'];
    yield {
      path,
      message: `has '${found}', but the nodes are written in the other notation`,
      hint: `write the links with '${expected}' like the nodes, or the nodes like the links`,
    };
  }
});
