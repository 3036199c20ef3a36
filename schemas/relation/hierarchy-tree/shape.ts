import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, numberOrText, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { linksById } from '../../common/graph-links.ts';

export const shape = defineShape({
  id: 'S37',
  name: 'hierarchy-tree',
  components: ['Hierarchy Tree'],
  tables: {
    nodes: table({ id: text, zIndex: number, name: text, value: numberOrText }),
    links: table({ source: text, target: text }),
  },
  rules: linksById('nodes[].id', 'links[].source', 'links[].target'),
  fold: (tables) => tables,
});
