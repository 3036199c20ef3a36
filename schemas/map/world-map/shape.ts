import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { performanceOptions, performanceValue } from '../../common/summary.ts';

export const shape = defineShape({
  id: 'S25',
  name: 'world-map',
  components: ['World Map'],
  tables: { table: table({ name: text, value: number }) },
  options: performanceOptions,
  fold: ({ table: series }, { unit, value }) => ({ value: performanceValue(value, series), unit, series }),
});
