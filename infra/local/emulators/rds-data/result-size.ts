const MAX_RESULT_BYTES = 1024 * 1024;
const MAX_ROW_BYTES = 64 * 1024;

export type Row = readonly (string | null)[];

/** A row on PostgreSQL's wire: the number of its columns, then for each its length and its text. */
const rowSize = (row: Row): number => row.reduce((size, text) => size + 4 + Buffer.byteLength(text ?? ''), 2);

/** Counts rows until one of them, or all of them, are more than the service sends; then says so. */
export const createSizeCheck = () => {
  let total = 0;
  return (rows: readonly Row[]): string | undefined => {
    for (const size of rows.map(rowSize)) {
      if (size > MAX_ROW_BYTES) return 'The result exceeds the row size limit 64 KB.';
      total += size;
    }
    return total > MAX_RESULT_BYTES ? 'The result exceeds the size limit 1 MB.' : undefined;
  };
};
