import type { Detail } from './wallfeed-error.ts';

const placeOf = ({ table, file, line, row, column, columnName, rows }: Detail): readonly string[] => [
  ...(table === undefined ? [] : [`table ${table}`]),
  ...(file === undefined ? [] : [`file ${file}`]),
  ...(line === undefined ? [] : [`line ${line}`]),
  ...(row === undefined ? [] : [`row ${row}`]),
  ...(column === undefined ? [columnName ?? []].flat() : [`column ${column}${columnName ? ` (${columnName})` : ''}`]),
  ...(rows === undefined || rows < 2 ? [] : [`first of ${rows} rows`]),
];

/** Writes a detail as a sentence: `line 3, column 2 (value): '12x' is not a number`. */
export const describeDetail = (detail: Detail): string => {
  const place = placeOf(detail);
  const subject = detail.path === undefined ? '' : `${detail.path || 'it'} `;
  const message = `${subject}${detail.message}`;
  return place.length > 0 ? `${place.join(', ')}: ${message}` : message;
};
