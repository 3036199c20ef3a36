import { indexInto, unique } from '../../../shared/catalogue/rules.ts';
import { defineShape, reference } from '../../../shared/catalogue/shape.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { createIndexOf } from '../../common/graph-links.ts';

export const shape = defineShape({
  id: 'S41',
  name: 'ring-topology',
  components: ['Ring Topology'],
  tables: {
    nodes: table({ id: text, name: text, zIndex: number, value: optional(number) }),
    links: table({ source: text, target: text, value: number }),
  },
  references: [
    reference('links.source', 'nodes.id', 'links[].source'),
    reference('links.target', 'nodes.id', 'links[].target'),
  ],
  rules: [unique('nodes[].id'), indexInto('links[].source', 'nodes'), indexInto('links[].target', 'nodes')],
  fold({ nodes, links }) {
    const indexOf = createIndexOf(nodes);
    return {
      nodes,
      links: links.map(({ source, target, value }) => ({ source: indexOf(source), target: indexOf(target), value })),
    };
  },
});
