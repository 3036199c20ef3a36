import { body, inDocument, type Limit, type LimitsByWords } from './limit.ts';

const ALIGNMENT = /"left", "center", "right"/;
const SWITCH = /must be one of "0", "1"/;
const success = (shape: string, path: string): Limit => inDocument(shape, path, /must be 200/);

/** The values that the interface enumerates. */
export const enumerations: LimitsByWords = {
  'an alarm is red, yellow or green': [body('list/alarm-list', 'series[].status', /one of 1, 2, 3/)],
  'an alarm has its time in one of two forms': [body('list/alarm-list', 'series[].time', /yyyy-MM-dd HH:mm:ss or/)],
  'the types of a topology': [body('relation/topology', 'data.nodeDataArray[].type', /11, 12, 13, 14, 15, 16, 17, 18/)],
  'the health of a topology': [body('relation/topology', 'data.nodeDataArray[].info.health', /one of -1, 0, 1, 2, 5/)],
  'the subtypes of a topology': [
    body('relation/topology', 'data.nodeDataArray[].info.subType', /one of 1, 2, 3, 4, 5, 6, 7, 8, 9/),
  ],
  'how columns are aligned': [
    body('list/carousel-list', 'menus[].textAlign[]', ALIGNMENT),
    inDocument('list/paging-list', 'textAlign[]', ALIGNMENT),
    inDocument('mixed-list/radar-chart-list', 'textAlign[]', ALIGNMENT),
    inDocument('mixed-list/radar-chart-list', 'data.textAlign[]', ALIGNMENT),
    inDocument('mixed-list/radar-chart-list-2', 'textAlign[]', ALIGNMENT),
  ],
  'bars and lines, their direction and how they are stacked': ['bar/bar-chart', 'line/line-chart'].flatMap((shape) => [
    inDocument(shape, 'series[].type', /one of "line", "bar"/),
    ...['forward', 'stacked', 'stack', 'area'].map((path) => inDocument(shape, path, SWITCH)),
  ]),
  'an x axis of values or times': [inDocument('line/line-chart', 'xAxis[].type', /one of "value", "time"/)],
  'bars and lines in one chart': ['3d-bar-line-chart', 'bar-line-chart'].map((name) =>
    inDocument(`mixed-bar/${name}`, 'data.series[].type', /one of "column", "line"/),
  ),
  'lines that take turns are lines': [inDocument('line/carousel-line-chart', '[].series[].type', /must be "line"/)],
  'folding and drilling down are true or false': [
    body('relation/hierarchy-tree-2', 'nodes[].hasChildren', /true or false/),
    body('relation/hierarchy-tree-2', 'nodes[].hasNodes', /true or false/),
  ],
  'a wrapper says success': [
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
