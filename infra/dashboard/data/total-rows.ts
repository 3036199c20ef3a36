import type { Selection } from '../../../shared/config/selection.ts';
import { partsOf, type SingleSource, type TableSource } from '../../../shared/config/sources.ts';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import type { Problem } from '../folder/diagnostic.ts';

/** Names of rows in which reports add up the other rows, in lower case and without blanks and colons. */
const TOTALS: ReadonlySet<string> = new Set(
  (
    'total,totals,grandtotal,subtotal,sum,sumtotal,overall,overalltotal,alltotal,总计,合计,小计,总和,总数,总额,累计,汇总,共计,總計,合計,小計,總和,' +
    'summe,gesamt,gesamtsumme,gesamtergebnis,zwischensumme,insgesamt,totale,totaux,soustotal,totalgeneral,totalgénéral,итого,всего,合計額,총계,합계,소계'
  ).split(','),
);

const MAX_NAME_CHARACTERS = 24;
const plain = (text: string): string => text.toLowerCase().replace(/[\s:：.\-_*]+/g, '');

export const isTotal = (cell: unknown): cell is string =>
  typeof cell === 'string' && cell.length <= MAX_NAME_CHARACTERS && TOTALS.has(plain(cell));

const isName = (definition: TableDefinition, name: string, index: number): boolean => {
  const column =
    definition.kind === 'fixed' ? definition.columns[name] : index === 0 ? definition.first : definition.rest;
  return column?.type === 'text' || column?.type === 'freeText';
};

const namesOf = (definition: TableDefinition, { header }: Table): readonly string[] =>
  definition.kind === 'fixed' ? Object.keys(definition.columns) : header;

/** Returns the column that is copied; undefined for any other column. */
const sourceColumn = ({ columns }: Selection, name: string, index: number, header: readonly string[]) => {
  if (!columns) return header[index] || String(index + 1);
  const source = columns.find((one) => one.name === name)?.source;
  return source?.from === 'cell' && typeof source.of !== 'object' ? String(source.of) : undefined;
};

const selectionOf = (part: SingleSource | undefined): Selection =>
  part && 'selection' in part ? (part.selection ?? {}) : {};

const inYaml = (text: string): string =>
  /^[\p{L}\d][\p{L}\d ]*$/u.test(text) ? text : `'${text.replaceAll("'", "''")}'`;

/**
 * Warns of rows that add up the other rows: a component would show the total as one more bar. A table of one row is a
 * figure, whose name may well be Total.
 */
export const totalRows = (
  source: TableSource,
  definition: TableDefinition,
  read: Table,
): readonly (Problem & { readonly detail: Detail })[] => {
  const { rows, locate } = read;
  if (rows.length < 2) return [];
  const selection = selectionOf(partsOf(source)[0]);
  return namesOf(definition, read).flatMap((name, index) => {
    const column = isName(definition, name, index) ? sourceColumn(selection, name, index, read.header) : undefined;
    const row = column === undefined ? -1 : rows.findIndex((cells) => isTotal(cells[index]));
    const cell = rows[row]?.[index];
    if (column === undefined || cell === undefined || cell === selection.rest) return [];
    const text = String(cell);
    const message = say`'${text}' among the rows of ${name} is probably the total of the other rows`;
    const hint = `leave it out: \`where: { ${inYaml(column)}: { not: ${inYaml(text)} } }\``;
    return [{ message, hint, detail: { ...locate(row, index), message } as Detail }];
  });
};
