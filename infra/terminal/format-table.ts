import stringWidth from 'string-width';

const widestOf = (cells: readonly string[]): number => Math.max(0, ...cells.map((cell) => stringWidth(cell)));

/**
 * Writes rows of cells as lines, each column as wide as its widest cell; a Chinese or Japanese character takes two
 * places. Columns that are named by their index are aligned to the right.
 */
export const formatTable = (rows: readonly (readonly string[])[], right: readonly number[] = []): string => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, index) => widestOf(rows.map((row) => row[index] ?? '')));
  const pad = (cell: string, index: number): string => {
    const blanks = ' '.repeat((widths[index] ?? 0) - stringWidth(cell));
    return right.includes(index) ? blanks + cell : cell + blanks;
  };
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
};
