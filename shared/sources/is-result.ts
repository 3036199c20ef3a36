const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isColumn = (column: unknown): boolean =>
  isRecord(column) && isText(column.label) && isText(column.name) && isText(column.typeName);

const isField = (field: unknown): boolean => isRecord(field) && !isRecord(field.stringValue);

/**
 * Whether columns and rows have the form that the Data API documents. The client passes on whatever the service sent, and
 * something in its place may send anything.
 */
export const isResult = (columns: unknown, rows: unknown): boolean =>
  Array.isArray(columns) &&
  columns.every(isColumn) &&
  Array.isArray(rows) &&
  rows.every((fields) => Array.isArray(fields) && fields.every(isField));
