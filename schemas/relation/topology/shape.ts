import { defineShape, statusWrapper } from '../../../shared/catalogue/shape.ts';
import { coded, number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { idPatterns, linksById } from '../../common/graph-links.ts';

const type = coded({
  11: 'front end',
  12: 'application',
  13: 'business system',
  14: 'database',
  15: 'NoSQL store',
  16: 'message queue',
  17: 'external',
  18: 'group',
});

const health = coded({ [-1]: 'default', 0: 'healthy', 1: 'warning', 2: 'severe', 5: 'canceled' });

export const shape = defineShape({
  id: 'S35',
  name: 'topology',
  components: ['Topology'],
  tables: {
    nodes: table({ id: text, graphId: number, type, name: text, health, subType: optional(number) }),
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
