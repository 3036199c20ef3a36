import { body, exactly, inDocument, inRows, type Limits, type LimitsByWords } from './limit.ts';

const LENGTH = /has length \d+, but \S+ has length \d+/;
const lengths = (shape: string, ...paths: readonly string[]): Limits =>
  paths.map((path) => inDocument(shape, path, LENGTH));

export const equalLengths: LimitsByWords = {
  'data is as long as the legend': [
    ...lengths('pie/mini-pie-chart', 'series[].data'),
    ...lengths('bar/gradient-bar-chart', 'series[].value'),
    ...lengths('bar/3d-stacked-bar-chart', 'data.singseries.series[].list', 'data.series[].series[].list'),
    body('relation/starry-sky-distribution-diagram', 'series[].data', LENGTH),
  ],
  'data is as long as the categories or labels': [
    ...lengths('bar/bar-chart', 'series[].data'),
    ...lengths('line/line-area-chart', 'series[].data'),
    ...lengths('line/echarts-line-chart', 'source[]', '[]'),
    ...exactly(3, 'pie/echarts-pie-chart', 'source[]', 'document'),
  ],
  'a radar has as many values as indicators': [
    ...lengths('radar/radar-chart', 'series[].value'),
    ...lengths('radar/3d-radar-chart', 'data.series[].value'),
    ...lengths('radar/rotating-radar-chart', 'series[].radar.series[].value'),
    ...lengths('mixed-list/radar-chart-list', 'radars[].series[].value', 'data.radars[].series[].value'),
    ...lengths('mixed-list/radar-chart-list-2', 'radars[].series[].value'),
  ],
  'alignments and rows are as wide as the header': [
    ...lengths('list/carousel-list', 'menus[].textAlign', 'menus[].series[]'),
    inRows('list/carousel-list', 'BODY_INVALID', 'menus[].series[]', LENGTH),
    ...lengths('list/paging-list', 'textAlign', 'thwidth', 'series[]'),
    inRows('list/paging-list', 'BODY_INVALID', 'textAlign', LENGTH),
    ...lengths('mixed-list/radar-chart-list', 'textAlign', 'series[]', 'data.textAlign', 'data.series[]'),
    ...lengths('mixed-list/radar-chart-list-2', 'textAlign', 'series[]'),
    ...['multi-field-list', 'legend-list'].flatMap((name) => [
      inDocument(`mixed-list/${name}`, 'series[].list[]', /lacks key2/),
      inDocument(`mixed-list/${name}`, 'series[].list[].key9', /not among the keys/),
    ]),
  ],
  'a list has one radar for each row': [
    body('mixed-list/radar-chart-list', 'radars', LENGTH),
    ...lengths('mixed-list/radar-chart-list', 'data.radars'),
    body('mixed-list/radar-chart-list-2', 'radars', LENGTH),
  ],
};
