import { unique } from '../../../shared/catalogue/rules.ts';
import { defineShape, statusWrapper } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { ONE_ROW, table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S17',
  name: 'data-overview-component',
  components: ['Data Overview Component'],
  tables: {
    summary: table({ name: text, value: number }, { rowCount: ONE_ROW }),
    items: table({ key: text, pice: number }),
  },
  defaultReading: 'sample',
  rules: [unique('datamap[].value'), unique('data.datamap[].value')],
  fold({ summary: [picedata], items }, _options, reading) {
    const data = { picedata, datamap: items.map(({ key, pice }, index) => ({ value: index + 1, key, pice })) };
    return reading === 'sample' ? statusWrapper(data) : data;
  },
});
