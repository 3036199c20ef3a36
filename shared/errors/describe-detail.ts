import type { Detail } from './wallfeed-error.ts';

const placeOf = ({ table, line, row, column, columnName }: Detail): readonly string[] => [
  ...(table === undefined ? [] : [`table ${table}`]),
  ...(line === undefined ? [] : [`line ${line}`]),
  ...(row === undefined ? [] : [`row ${row}`]),
  ...(column === undefined ? [] : [`column ${column}${columnName ? ` (${columnName})` : ''}`]),
];

/** Writes a detail as a sentence: `line 3, column 2 (value): '12x' is not a number`. */
export const describeDetail = (detail: Detail): string => {
  const place = placeOf(detail);
  const subject = detail.path === undefined ? '' : `${detail.path || 'it'} `;
  const message = `${subject}${detail.message}`;
  return place.length > 0 ? `${place.join(', ')}: ${message}` : message;
};
