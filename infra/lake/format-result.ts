import { pluralize } from '../../shared/errors/pluralize.ts';
import type { Cell } from '../../shared/tabular/table.ts';
import { writePrice } from '../cost/figures.ts';
import type { DatasetRows } from '../dashboard/kinds/query-run.ts';
import { formatBytes, formatTable } from '../terminal/format-table.ts';

/** The rows of a dataset with their price. */
export interface PricedRows extends DatasetRows {
  readonly dataset: string;
  /** The price of one query, in US dollars; undefined for a query on this machine. */
  readonly dollars: number | undefined;
  /** The price of a month's queries by the estimate of `wallfeed cost`. Absent if no endpoint uses the dataset. */
  readonly monthly?: number | undefined;
}

/** Number of rows that are printed. */
const MAX_ROWS = 20;

const textOf = (cell: Cell): string => (cell === null ? 'NULL' : String(cell));

const priceLine = ({ dollars, monthly }: PricedRows): readonly string[] => {
  if (dollars === undefined) return [];
  const month = monthly === undefined ? '' : `, ${writePrice(monthly)} US dollars a month`;
  return [`${writePrice(dollars)} US dollars a query${month}`];
};

const formatText = (result: PricedRows): string => {
  const { columns, rows, scannedBytes, seconds } = result;
  const shown = rows.slice(0, MAX_ROWS).map((cells) => cells.map(textOf));
  const table = formatTable([columns.map(({ name }) => name), columns.map(({ type }) => type), ...shown]);
  const more = rows.length > MAX_ROWS ? `, of which the first ${MAX_ROWS} are shown` : '';
  const facts = [
    `${pluralize(rows.length, 'row')}${more}`,
    `${seconds.toFixed(1)} s`,
    `${formatBytes(scannedBytes)} scanned`,
  ];
  return [table, '', facts.join(', '), ...priceLine(result)].join('\n');
};

const formatJson = ({ dataset, columns, rows, scannedBytes, dollars = 0, seconds }: PricedRows): string =>
  JSON.stringify(
    { version: 1, dataset, columns, rows, rowCount: rows.length, scannedBytes, dollars, seconds },
    null,
    2,
  );

/** The formats of `wallfeed query`. */
export const QUERY_FORMATS = { text: formatText, json: formatJson };
