import { number, type Row, text } from '../../shared/tabular/column.ts';

/** The interface's own columns of a coloured value. */
export const colouredColumns = { name: text, unit: text, value: number, color: text };

/** Named values with their colours; the unit does not go out. */
export const colouredValues = (rows: readonly Pick<Row<typeof colouredColumns>, 'name' | 'value' | 'color'>[]) => ({
  series: rows.map(({ name, value, color }) => ({ name, value, color })),
});
