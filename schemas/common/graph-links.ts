import { defineRule, type Rule, selector } from '../../shared/catalogue/rule.ts';
import { refersTo, unique } from '../../shared/catalogue/rules.ts';
import { say } from '../../shared/tabular/say.ts';

/**
 * Requires that node ids are unique and that each end of a link is a node's id: `linksById('nodes[].id',
 * 'links[].source')`.
 */
export const linksById = (id: string, ...ends: readonly string[]): readonly Rule[] => [
  unique(id),
  ...ends.map((end) => refersTo(end, id)),
];

interface IdForm {
  readonly matches: (segments: readonly string[]) => boolean;
  readonly example: string;
}

/** Splits an id into segments. Unlike a regular expression with repetitions, this takes linear time for every id. */
const segmentsOf = (id: string): readonly string[] => id.split('_');

/** Returns the form `xx_[0-<kind>]_x_x_x`. Its brackets are optional. */
const frontForm = (kinds: readonly string[]): IdForm['matches'] => {
  const second = new Set(kinds.flatMap((kind) => [`0-${kind}`, `[0-${kind}`, `0-${kind}]`, `[0-${kind}]`]));
  return ([, kind = '', ...rest]) => second.has(kind.toUpperCase()) && rest.length >= 3;
};

/** Returns the form `x_x_x_x_<kind>_x`: at least four segments before the kind and one after it. */
const storeForm = (kinds: readonly string[]): IdForm['matches'] => {
  const known = new Set(kinds);
  return (segments) => segments.slice(4, -1).some((segment) => known.has(segment.toUpperCase()));
};

const FRONTS = ['APPLICATION', 'BROWSER', 'NETWORK', 'APP', 'USER'];
const DATABASES = ['ORACLE', 'MYSQL', 'DB2', 'OTHER'];
const STORES = ['REDIS', 'MEMCACHED', 'MONGODB', 'OTHER'];

/**
 * Forms by the type of the node. Published samples write the kind in title case and use more segments, so title case
 * and more segments are accepted.
 */
const FORMS: ReadonlyMap<unknown, IdForm> = new Map([
  [11, { matches: frontForm(FRONTS), example: `xx_[0-BROWSER]_x_x_x, with one of ${FRONTS.join(', ')}` }],
  [14, { matches: storeForm(DATABASES), example: `x_x_x_x_MYSQL_x, with one of ${DATABASES.join(', ')}` }],
  [15, { matches: storeForm(STORES), example: `x_x_x_x_REDIS_x, with one of ${STORES.join(', ')}` }],
]);

const isOfForm = (id: string, { matches }: IdForm): boolean => {
  const segments = segmentsOf(id);
  return !segments.includes('') && matches(segments);
};

/** Advises that the ids of nodes of type 11 (FRONT), 14 (DATABASE) and 15 (NOSQL) should name their kind. */
export const idPatterns = (path: string): Rule => {
  const nodes = selector(path);
  return defineRule(`idPatterns(${path})`, function* (body, base) {
    for (const { path: node, value } of nodes(body, base)) {
      const { id, type } = value as { readonly id: string; readonly type: unknown };
      const expected = FORMS.get(type);
      if (!expected || isOfForm(id, expected)) continue;
      yield {
        path: `${node}.id`,
        message: `does not name the kind of a node of type ${type}`,
        hint: `write an id such as ${expected.example}`,
      };
    }
  });
};

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

/** Links have `source` if nodes have `node`, and `from` if nodes have `id`. */
export const oneNotation = defineRule('oneNotation', function* (body, base) {
  const [node] = nodes(body, base);
  if (!node) return;
  for (const { path, value } of links(body, base)) {
    const fits = has(value, 'source') ? has(node.value, 'node') : has(node.value, 'id');
    if (fits) continue;
    const [found, expected] = has(value, 'source') ? ['source', 'from'] : ['from', 'source'];
    yield {
      path,
      message: say`has '${found}', but the nodes are written in the other notation`,
      hint: `write the links with '${expected}' like the nodes, or the nodes like the links`,
    };
  }
});
