import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number } from '../../../shared/tabular/column.ts';
import { freeTable, ONE_ROW } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S5',
  name: 'echarts-pie-chart',
  components: ['ECharts Pie Chart'],
  tables: { table: freeTable(number, number, { columnCount: { min: 3, max: 3 }, rowCount: ONE_ROW }) },
  fold: ({ table: { header, rows } }) => ({ source: [header, ...rows] }),
});
