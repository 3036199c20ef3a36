import { sameLength } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { freeTable } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S5',
  name: 'echarts-line-chart',
  components: ['ECharts Line Chart'],
  tables: { table: freeTable(text, number, { columnCount: { min: 2 } }) },
  defaultReading: 'sample',
  rules: [sameLength('[]', '[]'), sameLength('source[]', 'source[]')],
  fold({ table: { header, rows } }, _options, reading) {
    const dataset = [['product', ...header.slice(1)], ...rows];
    return reading === 'sample' ? { source: dataset } : dataset;
  },
});
