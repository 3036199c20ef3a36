import { defineRule } from '../../shared/catalogue/rules/define-rule.ts';
import { selector } from '../../shared/catalogue/rules/selector.ts';

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
