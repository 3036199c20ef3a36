import { formatTable } from '../../infra/terminal/format-table.ts';

/** Writes a table of figures, indented: the first column is a name, all others are aligned to the right. */
export const formatNumberTable = (rows: readonly (readonly string[])[]): string => {
  const [header = []] = rows;
  const numbers = header.map((_, index) => index).slice(1);
  return formatTable(rows, numbers).replaceAll(/^/gm, '  ');
};
