import type { Row } from './start-worker.ts';

const MAX_RESULT_BYTES = 1024 * 1024;
const MAX_ROW_BYTES = 64 * 1024;

/** As in the protocol of PostgreSQL. */
const rowSize = (row: Row): number => row.reduce((size, text) => size + 4 + Buffer.byteLength(text ?? ''), 2);

/** Returns an error message once a row or the result exceeds the service's limit. */
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
