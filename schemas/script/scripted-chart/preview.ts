import { axisPicture } from '../../common/charts/axis-picture.ts';
import type { Picture, Preview, TablePicture } from '../../common/charts/picture.ts';
import { cellText, type Dataset, limitRows, plainTable } from '../../common/charts/tables.ts';

const isDataset = (source: unknown): source is Dataset =>
  Array.isArray(source) && source.length > 0 && source.every((row) => Array.isArray(row));

const isNumeric = (value: unknown): boolean => value === '' || typeof value === 'number';

const tableOf = ([header = [], ...rows]: Dataset): TablePicture => ({
  kind: 'table',
  header: header.map(cellText),
  align: header.map((_, column) => (rows.every((row) => isNumeric(row[column])) ? 'right' : 'left')),
  rows: limitRows(rows.map((row) => row.map(cellText))),
});

/** Draws columns of numbers as lines, as most scripts do, and other data as a table. Does not run the script. */
const drawDataset = (source: Dataset): Picture => {
  const [[, ...names] = [], ...rows] = source;
  const isChart = rows.length > 1 && names.length > 0 && rows.every(([, ...values]) => values.every(isNumeric));
  if (!isChart) return tableOf(source);
  return axisPicture({
    categories: rows.map(([label = '']) => String(label)),
    series: names.map((name, index) => ({
      name: String(name),
      type: 'bar',
      data: rows.map((row) => row[index + 1] ?? ''),
    })),
  });
};

const isRecord = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null;

export const preview: Preview<unknown> = (body) => {
  if (!isRecord(body)) return plainTable([[cellText(body)]], ['left']);
  if (isDataset(body.source)) return drawDataset(body.source);
  return plainTable(
    Object.entries(body).map(([name, value]) => [name, cellText(value)]),
    ['left', 'left'],
  );
};
