import { body, inDocument, inRows, type Limits, type LimitsByWords } from './limit.ts';

const TWICE = /is already at /;
/** Declares that links refer to nodes: by index in documents, and by id in rows. */
const linked = (shape: string, ...sides: readonly string[]): Limits =>
  sides.map((side) => body(shape, `links[].${side}`, /the table nodes has no id|is not an index of nodes/));

export const references: LimitsByWords = {
  'ids are unique': [
    ...['3d-sankey-diagram', 'hierarchy-tree', 'hierarchy-tree-2', 'ring-topology', 'topology-3d'].map((name) =>
      body(`relation/${name}`, 'nodes[].id', TWICE),
    ),
    inDocument('relation/3d-sankey-diagram', 'nodes[].node', TWICE),
    body('relation/hierarchy-tree-2', 'childrenNodes[].data.nodes[].id', TWICE),
    inDocument('relation/hierarchy-tree-2', 'childrenNodes[].id', TWICE),
    body('relation/topology', 'data.nodeDataArray[].id', TWICE),
    body('relation/starry-sky-distribution-diagram', 'group[].id', TWICE),
    body('mixed-list/alarm-fault-list', 'series[].id', TWICE),
    inDocument('mixed-list/alarm-fault-list', 'group[].id', TWICE),
    inDocument('metric/data-overview-component', 'data.datamap[].value', TWICE),
    inDocument('metric/data-overview-component', 'datamap[].value', TWICE),
  ],
  'links by id join nodes that exist': [
    ...['hierarchy-tree', 'hierarchy-tree-2', 'topology-3d'].flatMap((name) => [
      inDocument(`relation/${name}`, 'links[].source', /not among nodes/),
      body(`relation/${name}`, 'links[].target', /not among/),
    ]),
    inDocument('relation/topology', 'data.linkeDataArray[].from', /not among/),
    body('relation/topology', 'data.linkeDataArray[].to', /not among/),
    inDocument('relation/hierarchy-tree-2', 'childrenNodes[].data.links[].source', /not among/),
    body('relation/hierarchy-tree-2', 'childrenNodes[].data.links[].target', /not among/),
  ],
  'links by index join nodes that exist': [
    ...linked('relation/3d-sankey-diagram', 'from', 'to', 'source'),
    inDocument('relation/3d-sankey-diagram', 'links[].target', /not an index of nodes/),
    ...linked('relation/ring-topology', 'source', 'target'),
  ],
  'each referenced group, parent or region exists': [
    body('mixed-list/alarm-fault-list', 'series[].groupId', /not among group/),
    body('relation/starry-sky-distribution-diagram', 'series[].groupId', /not among group/),
    body('relation/hierarchy-tree-2', 'childrenNodes[].id', /is not the id of a node/),
    body('relation/hierarchy-tree-2', 'childrenNodes[].id', /has hasNodes false/),
    inRows('relation/hierarchy-tree-2', 'BODY_INVALID', 'childrenNodes', /the table childNodes has no parent/),
    inRows('radar/rotating-radar-chart', 'BODY_INVALID', 'series', /the table groups has no name/),
    inRows('map/3d-world-map', 'BODY_INVALID', 'series', /the table regions has no name/),
    inRows('mixed-list/radar-chart-list', 'BODY_INVALID', 'radars', /the table rows has no row/),
    inRows('mixed-list/radar-chart-list-2', 'BODY_INVALID', 'radars', /the table rows has no row/),
  ],
  'an index is within its list': [
    body('bar/bar-chart', 'series[].yAxisIndex', /not an index of yAxis/),
    body('line/line-chart', 'series[].yAxisIndex', /not an index of yAxis/),
    body('line/line-chart', 'series[].xAxisIndex', /not an index of xAxis/),
    inDocument('bar/3d-bar-chart', 'data.series[].yAxis', /not an index of data\.yAxis/),
    inDocument('mixed-bar/3d-bar-line-chart', 'data.series[].yAxis', /not an index of data\.yAxis/),
    inDocument('mixed-bar/3d-bar-line-chart', 'data.series[].yAxis', /not an index of data\.yAixs/),
    inDocument('map/map', 'series[].legendNo', /not an index of legend\.data/),
  ],
};
