import fc from 'fast-check';
import { blankable, colour, number, rows, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

type Columns = Readonly<Record<string, fc.Arbitrary<string>>>;
type Tables = Readonly<Record<string, Cells>>;

const ids = fc.uniqueArray(text, { maxLength: 6 });

/** Draws a table with one row for each id. The id is the first column. */
const rowsOf = (known: readonly string[], id: string, columns: Columns): fc.Arbitrary<Cells> =>
  fc
    .tuple(...known.map((one) => fc.tuple(fc.constant(one), ...Object.values(columns))))
    .map((cells): Cells => [[id, ...Object.keys(columns)], ...cells]);

const linksOf = (known: readonly string[], header: readonly [string, string], columns: Columns = {}) => {
  const end = known.length === 0 ? text : fc.constantFrom(...known);
  return rows({ [header[0]]: end, [header[1]]: end, ...columns }, { max: known.length === 0 ? 0 : 8 });
};

const network = (id: string, columns: Columns, ends: readonly [string, string], more: Columns = {}) =>
  ids.chain(
    (known): fc.Arbitrary<Tables> =>
      fc.record({ nodes: rowsOf(known, id, columns), links: linksOf(known, ends, more) }),
  );

const flag = fc.constantFrom('0', '1');
const numberOrText = fc.oneof(number, text);

const treeNode = {
  zIndex: number,
  name: text,
  value: numberOrText,
  scale: number,
  info: blankable(text),
  hasChildren: flag,
};

const below = (parent: string, [header = [], ...cells]: Cells): Cells => [
  ['parent', ...header],
  ...cells.map((row) => [parent, ...row]),
];

const joined = (tables: readonly Cells[]): Cells => [tables[0]?.[0] ?? [], ...tables.flatMap(([, ...cells]) => cells)];

const drillDown = (parent: string) =>
  fc
    .uniqueArray(text, { minLength: 1, maxLength: 4 })
    .chain((known) =>
      fc.tuple(
        rowsOf(known, 'id', { ...treeNode, hasNodes: flag }),
        linksOf(known, ['source', 'target'], { value: blankable(number) }),
      ),
    )
    .map(([nodes, links]) => ({ childNodes: below(parent, nodes), childLinks: below(parent, links) }));

const tree2 = fc.uniqueArray(text, { minLength: 1, maxLength: 5 }).chain((known) =>
  fc
    .tuple(
      rowsOf(known, 'id', { ...treeNode, hasNodes: fc.constant('1') }),
      linksOf(known, ['source', 'target'], { value: blankable(number) }),
      fc.tuple(...known.map(drillDown)),
    )
    .map(
      ([nodes, links, children]): Tables => ({
        nodes,
        links,
        childNodes: joined(children.map(({ childNodes }) => childNodes)),
        childLinks: joined(children.map(({ childLinks }) => childLinks)),
      }),
    ),
);

const listOf = (length: number): fc.Arbitrary<string> =>
  fc.array(number, { minLength: length, maxLength: length }).map((values) => values.join('|'));

const sky = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 4 })).chain(
  ([legend, groups]): fc.Arbitrary<Tables> =>
    fc.record({
      legend: rows({ name: text, max: number, color: colour }, { min: legend, max: legend }),
      group: rowsOf(groups.map(String), 'id', { name: text, color: colour }),
      series: rows({
        name: text,
        groupId: fc.constantFrom(...groups.map(String)),
        value: number,
        data: listOf(legend),
      }),
    }),
);

export const validTables: Readonly<Record<string, fc.Arbitrary<Tables>>> = {
  topology: network(
    'id',
    {
      graphId: number,
      type: fc.constantFrom('11', '12', '13', '14', '15', '16', '17', '18'),
      name: text,
      health: fc.constantFrom('-1', '0', '1', '2', '5'),
      subType: blankable(fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8', '9')),
    },
    ['from', 'to'],
    { respTime: number, error: number, maxThrought: number, response: blankable(number) },
  ),
  '3d-sankey-diagram': network('id', { name: text }, ['from', 'to'], { weight: number }),
  'hierarchy-tree': network('id', { zIndex: number, name: text, value: numberOrText }, ['source', 'target']),
  'topology-3d': network('id', { name: text, value: numberOrText }, ['source', 'target'], { info: blankable(text) }),
  'starry-sky-distribution-diagram': sky,
  'hierarchy-tree-2': tree2,
  'ring-topology': network('id', { name: text, zIndex: number, value: blankable(number) }, ['source', 'target'], {
    value: number,
  }),
};
