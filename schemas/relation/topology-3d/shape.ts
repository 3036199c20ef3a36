import { defineShape } from '../../../shared/catalogue/shape.ts';
import { numberOrText, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { linksById } from '../../common/graph-links.ts';

export const shape = defineShape({
  id: 'S38',
  name: 'topology-3d',
  components: ['Topology 3D'],
  tables: {
    nodes: table({ id: text, name: text, value: numberOrText }),
    links: table({ source: text, target: text, info: optional(text) }),
  },
  rules: linksById('nodes[].id', 'links[].source', 'links[].target'),
  fold: (tables) => tables,
});
