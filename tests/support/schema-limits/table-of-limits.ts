import { body, exactly, inDocument, inRows, type Limits, type LimitsByWords } from './limit.ts';

const range = (min: number, max: number, shape: string, path: string): Limits => [
  body(shape, path, new RegExp(`at least ${min};`)),
  body(shape, path, new RegExp(`at most ${max};`)),
];

const barLine = (shape: string): Limits => [
  inDocument(shape, 'data.series', /3 series of type column; there must be two/),
  inDocument(shape, 'data.series', /1 series of type line; there must be two/),
  inDocument(shape, 'data.series', /3 series of type line; there must be two/),
  inDocument(shape, 'data.series[].data[].x', /is \d+, but data\.series\[0\]\.data\[1\]\.x is/),
  inDocument(shape, 'data.series[].data', /has length 1, but data\.series\[0\]\.data has length 2/),
  inRows(shape, 'TABLE_COLUMNS', '', /exactly 5/),
];

export const tableOfLimits: LimitsByWords = {
  'the 3D pie has at most 6 items': [body('pie/3d-pie-chart', 'data', /at most 6 /)],
  'line chart 2 has at most 5 series': [body('line/line-chart-2', 'series', /at most 5 /)],
  'the 3D and the mesh radar have exactly 6 indicators': exactly(6, 'radar/3d-radar-chart', 'data.indicator'),
  'a radar of the radar list has 5 or 6 indicators': [
    body('mixed-list/radar-chart-list', 'radars[].indicator', /at least 5 /),
    inDocument('mixed-list/radar-chart-list', 'radars[].indicator', /at most 6 /),
    inDocument('mixed-list/radar-chart-list', 'data.radars[].indicator', /at least 5 /),
  ],
  'stacked bars of style 1 have 4 legend entries, 2 groups of 2 sets': [
    ...exactly(4, 'bar/3d-stacked-bar-chart', 'data.legend', 'document'),
    ...exactly(2, 'bar/3d-stacked-bar-chart', 'data.series', 'document'),
    ...exactly(2, 'bar/3d-stacked-bar-chart', 'data.series[].series', 'document'),
    inRows('bar/3d-stacked-bar-chart', 'BODY_INVALID', 'data.legend', /at most 4 /),
    inRows('bar/3d-stacked-bar-chart', 'BODY_INVALID', 'data.series', /at most 2 /),
    inRows('bar/3d-stacked-bar-chart', 'BODY_INVALID', 'data.series[].series', /at least 2 /),
  ],
  'the 3D bar chart has one data set, of type column': [
    inDocument('bar/3d-bar-chart', 'data.series', /at most 1 /),
    inDocument('bar/3d-bar-chart', 'data.series[].type', /must be "column"/),
    inRows('bar/3d-bar-chart', 'TABLE_COLUMNS', '', /exactly 2/),
  ],
  'a bar line chart has two columns and two lines over the same times': [
    ...barLine('mixed-bar/3d-bar-line-chart'),
    ...barLine('mixed-bar/bar-line-chart'),
  ],
  'a ring has a value from 0 to 100': range(0, 100, 'pie/colorful-progress-bar', 'series[].value'),
  'a gauge has a value from 0 to 100': range(0, 100, 'metric/dashboard-gauge', 'percent'),
  'the fault list has exactly three infos': [
    ...exactly(3, 'mixed-list/alarm-fault-list', 'infolist', 'document'),
    inRows('mixed-list/alarm-fault-list', 'TABLE_ROWS', 'infolist', /has 2 rows; expected exactly 3/),
    inRows('mixed-list/alarm-fault-list', 'TABLE_ROWS', 'infolist', /has 4 rows; expected exactly 3/),
  ],
  'a frame shows addresses of https:// only': [body('frame/frame', 'src', /starts with https:\/\//)],
};
