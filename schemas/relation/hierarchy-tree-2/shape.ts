import { unique, within } from '../../../shared/catalogue/rules.ts';
import { defineShape, reference } from '../../../shared/catalogue/shape.ts';
import { blankable, coded, number, numberOrText, optional, type Row, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';
import { linksById } from '../../common/graph-links.ts';
import { drillDownParents } from '../../common/tree.ts';

const yesOrNo = coded({ 0: 'no', 1: 'yes' });

const nodeColumns = {
  id: text,
  zIndex: number,
  name: text,
  value: numberOrText,
  scale: number,
  info: blankable(text),
  hasChildren: yesOrNo,
  hasNodes: yesOrNo,
};
const linkColumns = { source: text, target: text, value: optional(number) };
const parentColumn = { parent: text };

/** Turns 0 and 1 into Booleans. Any other number stays, so that the schema refuses it. */
const toBoolean = (cell: number): boolean | number => (cell === 0 || cell === 1 ? cell === 1 : cell);

const toNode = (row: Row<typeof nodeColumns>) => ({
  ...row,
  hasChildren: toBoolean(row.hasChildren),
  hasNodes: toBoolean(row.hasNodes),
});

const inside = linksById('nodes[].id', 'links[].source', 'links[].target');

export const shape = defineShape({
  id: 'S40',
  name: 'hierarchy-tree-2',
  components: ['Hierarchy Tree 2'],
  tables: {
    nodes: table(nodeColumns),
    links: table(linkColumns),
    childNodes: table({ ...parentColumn, ...nodeColumns }),
    childLinks: table({ ...parentColumn, ...linkColumns }),
  },
  optionalTables: ['childNodes', 'childLinks'],
  references: [reference('childLinks.parent', 'childNodes.parent', 'childrenNodes')],
  rules: [
    ...inside,
    ...inside.map((rule) => within('childrenNodes[].data', rule)),
    unique('childrenNodes[].id'),
    drillDownParents,
  ],
  fold({ nodes, links, childNodes, childLinks = [] }) {
    const top = { nodes: nodes.map(toNode), links };
    if (!childNodes) return top;
    const linksOf = groupBy(childLinks, 'parent');
    const childrenNodes = Array.from(groupBy(childNodes, 'parent'), ([id, rows]) => ({
      id,
      data: {
        nodes: rows.map(({ parent: _, ...row }) => toNode(row)),
        links: (linksOf.get(id) ?? []).map(({ parent: _, ...link }) => link),
      },
    }));
    return { ...top, childrenNodes };
  },
});
