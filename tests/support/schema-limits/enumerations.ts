import { body, inDocument, type Limit, type LimitsByWords } from './limit.ts';

const ALIGNMENT = /"left", "center", "right"/;
const SWITCH = /must be one of "0", "1"/;
const success = (shape: string, path: string): Limit => inDocument(shape, path, /must be 200/);

export const enumerations: LimitsByWords = {
  'an alarm is red, yellow or green': [body('list/alarm-list', 'series[].status', /one of 1, 2, 3/)],
  'an alarm has its time in one of two forms': [body('list/alarm-list', 'series[].time', /yyyy-MM-dd HH:mm:ss or/)],
  'a node of a topology has one of the listed types': [
    body('relation/topology', 'data.nodeDataArray[].type', /11, 12, 13, 14, 15, 16, 17, 18/),
  ],
  'a node of a topology has one of the listed health values': [
    body('relation/topology', 'data.nodeDataArray[].info.health', /one of -1, 0, 1, 2, 5/),
  ],
  'a node of a topology has one of the listed subtypes': [
    body('relation/topology', 'data.nodeDataArray[].info.subType', /one of 1, 2, 3, 4, 5, 6, 7, 8, 9/),
  ],
  'a column is aligned left, center or right': [
    body('list/carousel-list', 'menus[].textAlign[]', ALIGNMENT),
    inDocument('list/paging-list', 'textAlign[]', ALIGNMENT),
    inDocument('mixed-list/radar-chart-list', 'textAlign[]', ALIGNMENT),
    inDocument('mixed-list/radar-chart-list', 'data.textAlign[]', ALIGNMENT),
    inDocument('mixed-list/radar-chart-list-2', 'textAlign[]', ALIGNMENT),
  ],
  'a bar or line chart has series of listed types, and switches that are 0 or 1': [
    'bar/bar-chart',
    'line/line-chart',
  ].flatMap((shape) => [
    inDocument(shape, 'series[].type', /one of "line", "bar"/),
    ...['forward', 'stacked', 'stack', 'area'].map((path) => inDocument(shape, path, SWITCH)),
  ]),
  'an x axis has values or times': [inDocument('line/line-chart', 'xAxis[].type', /one of "value", "time"/)],
  'a chart of bars and lines has series of the types column and line': ['3d-bar-line-chart', 'bar-line-chart'].map(
    (name) => inDocument(`mixed-bar/${name}`, 'data.series[].type', /one of "column", "line"/),
  ),
  'a carousel line chart has series of the type line': [
    inDocument('line/carousel-line-chart', '[].series[].type', /must be "line"/),
  ],
  'hasChildren and hasNodes are true or false': [
    body('relation/hierarchy-tree-2', 'nodes[].hasChildren', /true or false/),
    body('relation/hierarchy-tree-2', 'nodes[].hasNodes', /true or false/),
  ],
  'the code or status of a body is 200': [
    ...['pie/3d-pie-chart', 'pie/3d-single-metric-pie-chart', 'metric/metrics-component', 'metric/pv'],
    ...['radar/3d-radar-chart', 'map/3d-earth', 'bar/3d-bar-chart', 'mixed-list/radar-chart-list'],
    ...['mixed-bar/3d-bar-line-chart', 'mixed-bar/bar-line-chart'],
  ]
    .map((shape) => success(shape, 'code'))
    .concat(
      [
        ...['metric/data-overview-component', 'pie/metrics-proportion-chart', 'list/carousel-list'],
        ...['mixed-list/multi-field-list', 'mixed-list/legend-list', 'relation/topology'],
        'bar/3d-stacked-bar-chart',
      ].map((shape) => success(shape, 'status')),
    ),
};
