import { number, type Row, text } from '../../shared/tabular/column.ts';

export const colouredColumns = { name: text, unit: text, value: number, color: text };

/** Returns a body of named values with their colours. The column `unit` is not sent. */
export const colouredValues = (rows: readonly Pick<Row<typeof colouredColumns>, 'name' | 'value' | 'color'>[]) => ({
  series: rows.map(({ name, value, color }) => ({ name, value, color })),
});
