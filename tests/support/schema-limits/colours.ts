import { body, inDocument, type LimitsByWords } from './limit.ts';

const COLOUR = /must be a colour/;

export const colours: LimitsByWords = {
  'colours are hexadecimal': [
    ...['pie/colorful-progress-bar', 'pie/stereo-proportion-chart', 'bar/color-bar-chart', 'bar/3d-bar-chart-2'],
    ...['metric/core-metrics', 'metric/color-bar-metrics', 'list/alarm-list-2', 'funnel/funnel-chart'],
    'mixed-list/alarm-fault-list',
  ]
    .map((shape) => body(shape, 'series[].color', COLOUR))
    .concat([
      body('bar/gradient-bar-chart', 'legend[].color', COLOUR),
      body('bar/summary-bar-chart', 'series[].data[].color', COLOUR),
      body('list/alarm-information', 'color', COLOUR),
      body('relation/starry-sky-distribution-diagram', 'legend[].color', COLOUR),
      inDocument('relation/starry-sky-distribution-diagram', 'group[].color', COLOUR),
    ]),
};
