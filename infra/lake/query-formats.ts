import { pluralize } from '../../shared/errors/pluralize.ts';
import type { Cell } from '../../shared/tabular/table.ts';
import { entryIn } from '../begin/answers/propose-columns.ts';
import type { Proposal } from '../begin/answers/propose-dataset.ts';
import { writePrice } from '../cost/figures.ts';
import { forReader } from '../language/language.ts';
import { formatBytes, formatTable } from '../terminal/format-table.ts';
import type { QueriedRows } from './run-dataset.ts';

interface PricedRows extends QueriedRows {
  readonly dataset: string;
  /** In US dollars, for one query; undefined for a query on this machine. */
  readonly dollars: number | undefined;
  /** Price of a month's queries, by the estimate of `wallfeed cost`. Absent if no endpoint uses the dataset. */
  readonly monthly?: number | undefined;
  /** The keys that dashboard.yml lacks for the answers. */
  readonly proposal?: Proposal | undefined;
}

const MAX_ROWS = 20;

const textOf = (cell: Cell): string => (cell === null ? 'NULL' : String(cell));

/** Returns bytes that a service scanned, or pages and bytes of a host's answers. */
const readOf = ({ scannedBytes, answers }: PricedRows): readonly string[] =>
  answers ? [pluralize(answers.pages, 'page'), formatBytes(answers.bytes)] : [`${formatBytes(scannedBytes)} scanned`];

const proposalLines = ({ proposal }: PricedRows): readonly string[] => {
  if (!proposal) return [];
  const { place, lines, others } = proposal;
  const left = others.length > 0 ? [forReader(`Further columns: ${others.join(', ')}`), ''] : [];
  return ['', ...left, forReader(place), '', lines];
};

const priceLine = ({ dollars, monthly }: PricedRows): readonly string[] => {
  if (dollars === undefined) return [];
  const month = monthly === undefined ? '' : `, ${writePrice(monthly)} US dollars a month`;
  return [`${writePrice(dollars)} US dollars a query${month}`];
};

const proposedRows = ({ columns, rows }: PricedRows, { columns: proposed }: Proposal) => {
  if (proposed.length === 0) return { columns, rows };
  return {
    columns: proposed.map(({ name, index }) => ({ name, type: columns[index]?.type ?? 'text' })),
    rows: rows.map((row) => proposed.map((one) => entryIn(row[one.index] ?? null, one))),
  };
};

const formatRows = (result: PricedRows): string => {
  const { rows: all, seconds, times, proposal } = result;
  const { columns, rows } = proposal ? proposedRows(result, proposal) : result;
  const shown = rows.slice(0, MAX_ROWS).map((cells) => cells.map(textOf));
  const table = formatTable([columns.map(({ name }) => name), columns.map(({ type }) => type), ...shown]);
  const more = all.length > MAX_ROWS ? `, of which the first ${MAX_ROWS} are shown` : '';
  const facts = [`${pluralize(all.length, 'row')}${more}`, `${seconds.toFixed(1)} s`, ...readOf(result)];
  const about = [facts.join(', '), ...(times ? [times] : []), ...priceLine(result)].join('\n');
  return [...(columns.length > 0 ? [table, ''] : []), forReader(about), ...proposalLines(result)].join('\n');
};

const rowsJson = (result: PricedRows): string => {
  const { dataset, columns, rows, scannedBytes, dollars = 0, seconds, answers, proposal } = result;
  const facts = { version: 1, dataset, columns, rows, rowCount: rows.length, scannedBytes, dollars, seconds };
  const ofHost = answers && { pages: answers.pages, bytes: answers.bytes };
  const proposed = proposal && { proposal: { ...proposal.keys, lines: proposal.lines } };
  return JSON.stringify({ ...facts, ...ofHost, ...proposed }, null, 2);
};

export const QUERY_FORMATS = { text: formatRows, json: rowsJson };
