import { defineShape } from '../../../shared/catalogue/shape.ts';
import { statusWrapper } from '../../../shared/catalogue/wrapper.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { linksById } from '../../common/links-by-id.ts';
import { idPatterns } from '../../common/topology-ids.ts';

export const shape = defineShape({
  id: 'S35',
  name: 'topology',
  components: ['Topology'],
  tables: {
    nodes: table({ id: text, graphId: number, type: number, name: text, health: number, subType: optional(number) }),
    links: table({
      from: text,
      to: text,
      respTime: number,
      error: number,
      maxThrought: number,
      response: optional(number),
    }),
  },
  rules: linksById('data.nodeDataArray[].id', 'data.linkeDataArray[].from', 'data.linkeDataArray[].to'),
  advice: [idPatterns('data.nodeDataArray[]')],
  fold: ({ nodes, links }) =>
    statusWrapper({
      linkeDataArray: links,
      nodeDataArray: nodes.map(({ id, graphId, type, ...info }) => ({ id, graphId, type, info })),
    }),
});
