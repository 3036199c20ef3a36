/** Rows of cells as lines, each column as wide as its widest cell. Columns named by their index stand to the right. */
export const formatTable = (rows: readonly (readonly string[])[], right: readonly number[] = []): string => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const pad = (cell: string, index: number): string =>
    right.includes(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
};
