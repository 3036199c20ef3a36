import stringWidth from 'string-width';
import { formatTable } from '../../../infra/terminal/format-table.ts';

/** A column of a printed table. Adjacent columns of one group share a second heading. */
export interface TableColumn {
  readonly title: string;
  readonly group?: string;
  readonly isNumber?: boolean;
}

/** The cells of a row, or a horizontal line. */
export type TableRow = readonly string[] | 'rule';

const GAP = '  ';

const widthOf = (text: string): number => Math.max(...text.split('\n').map((line) => stringWidth(line)));

/** Writes the heading of a group, as wide as its columns: `---- Calls a month ----`. */
const groupHeading = (columns: readonly TableColumn[], cells: readonly (readonly string[])[]): string => {
  const groups = Map.groupBy(columns.keys(), (index) => columns[index]?.group ?? '');
  return Array.from(groups, ([group, indexes]) => {
    const width = widthOf(formatTable(cells.map((row) => indexes.map((index) => row[index] ?? ''))));
    if (group === '') return ' '.repeat(width);
    const before = Math.max(0, Math.floor((width - group.length - 2) / 2));
    return `${'-'.repeat(before)} ${group} `.padEnd(width, '-');
  }).join(GAP);
};

/** Lays out a table for a terminal: text is aligned left and numbers right. Columns of one group are adjacent. */
export const layOutTable = (columns: readonly TableColumn[], rows: readonly TableRow[]): readonly string[] => {
  const cells = [columns.map(({ title }) => title), ...rows.filter((row) => row !== 'rule')];
  const numbers = [...columns.keys()].filter((index) => columns[index]?.isNumber);
  const text = formatTable(cells, numbers);
  const [titles = '', ...lines] = text.split('\n');
  const rule = '-'.repeat(widthOf(text));
  return [groupHeading(columns, cells), titles, ...rows.map((row) => (row === 'rule' ? rule : (lines.shift() ?? '')))];
};
