import { body, inDocument, inRows, type LimitsByWords } from './limit.ts';

export const agreement: LimitsByWords = {
  'the columns of a list have one key each': ['multi-field-list', 'legend-list'].flatMap((name) => [
    inDocument(`mixed-list/${name}`, 'series[].header[]', /has 0 keys/),
    inDocument(`mixed-list/${name}`, 'series[].header[]', /has 2 keys/),
    inDocument(`mixed-list/${name}`, 'series[].header[].key1', /is already the key of/),
  ]),
  'a list with rows of name and num has two columns': [
    body('list/carousel-list', 'menus[].seriestitle', /exactly 2 columns/),
  ],
  'nodes and links are written in one notation': [
    inDocument('relation/3d-sankey-diagram', 'links[]', /has 'source', but .+ the other notation/),
    inDocument('relation/3d-sankey-diagram', 'links[]', /has 'from', but .+ the other notation/),
  ],
  'the day of an alarm exists in the calendar': [body('list/alarm-list', 'series[].time', /not in the calendar/)],
  'a treemap has at most 999 levels': [
    inDocument('treemap/treemap', 'children[]', /has \d+ levels/),
    inRows('treemap/treemap', 'BODY_INVALID', 'children', /a path of \d+ levels/),
  ],
};
