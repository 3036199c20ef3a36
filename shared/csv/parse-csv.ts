import { describeDetail } from '../errors/describe-detail.ts';
import { type Detail, MAX_DETAILS, WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { columnCount, describeColumns, describeHeader, hasColumns } from '../tabular/column-count.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';
import { type CellCounter, createCellCounter } from './cell-limit.ts';
import { escapeBytes, refuseControlBytes, splitSeparatorLine, withoutBlankTail } from './csv-bytes.ts';
import { type CsvText, headerLength, lineBreaks, parseRecords, parserFault, recordLines } from './csv-records.ts';
import { decodeToUtf8 } from './decode.ts';

/** The format of a CSV file. Absent fields are detected. */
export interface CsvFormat {
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: '.' | ',';
}

const DELIMITERS = [',', ';', '\t'];

/**
 * Returns the delimiters that split the header into the expected columns, or else the delimiter that gives the most.
 * A delimiter that does not occur always gives one column, so it is ignored if another delimiter gives several.
 */
const chooseDelimiters = (bytes: Buffer, definition: TableDefinition): readonly string[] => {
  const headers = DELIMITERS.map((delimiter) => ({ delimiter, cells: headerLength(bytes, delimiter) }));
  const { min, max } = columnCount(definition);
  const splits = headers.some(({ cells }) => cells > 1);
  const fitting = headers.filter(({ cells }) => hasColumns(definition, cells) && (cells > 1 || !splits));
  const most = headers.toSorted((a, b) => b.cells - a.cells).slice(0, 1);
  return (min === max && fitting.length > 0 ? fitting : most).map(({ delimiter }) => delimiter);
};

/** Finds the first records whose number of cells differs from the header's. */
const findUneven = (records: readonly string[][], columns: number) => {
  const uneven: { readonly record: number; readonly length: number }[] = [];
  for (let record = 0; record < records.length && uneven.length < MAX_DETAILS; record += 1) {
    const { length } = records[record] as string[];
    if (length !== columns) uneven.push({ record, length });
  }
  return uneven;
};

const columnFaults = (
  records: readonly string[][],
  definition: TableDefinition,
  lineOf: (record: number) => number,
): Detail[] => {
  const [header = []] = records;
  if (!hasColumns(definition, header.length)) {
    const found = records.length === 0 ? 'the file is empty' : `the header has ${describeHeader(header)}`;
    const message = `${found}; ${describeColumns(definition)}`;
    return [{ line: lineOf(0), message, hint: 'give exactly these columns, in this order; their names are free' }];
  }
  return findUneven(records, header.length).map(({ record, length }) => ({
    line: lineOf(record),
    message: `the row has ${length} cells, the header ${header.length}`,
    hint: 'give every row one cell a column; quote a cell that holds the delimiter',
  }));
};

const parseTable = (text: CsvText, definition: TableDefinition, counter: CellCounter): Table => {
  const records = parseRecords(text.bytes, text.delimiter, counter);
  let lines: readonly number[] | undefined;
  const lineOf = (record: number): number => {
    lines ??= recordLines(text.bytes, text.delimiter, text.budget);
    return text.before + (lines[record] ?? 1);
  };
  const faults = columnFaults(records, definition, lineOf);
  const [fault] = faults;
  if (fault)
    throw new WallfeedError('TABLE_COLUMNS', `The table has the wrong columns: ${describeDetail(fault)}.`, faults);
  const [header = [], ...rows] = records;
  const locate = (row: number, column: number) => ({
    line: lineOf(row + 1) + lineBreaks(rows[row]?.slice(0, column) ?? []),
  });
  return { header, rows, locate };
};

/**
 * Parses CSV bytes to a table of text cells. Accepts RFC 4180 and the variants of office software: all usual encodings
 * and delimiters, a `sep=` line, blank lines, and blank rows at the end. Chooses the delimiter by the expected columns.
 * @throws WallfeedError SOURCE_INVALID (encoding, quotes, control bytes), TABLE_COLUMNS, SOURCE_TOO_LARGE (rows, cells,
 * memory), SOURCE_TIMEOUT.
 */
export const parseCsv = (
  source: Uint8Array,
  format: CsvFormat,
  definition: TableDefinition,
  budget: Budget = UNLIMITED,
): Table => {
  const decoded = decodeToUtf8(source, format.encoding);
  refuseControlBytes(decoded);
  budget.hold({ bytes: escapeBytes(decoded) });
  const { body, separator } = splitSeparatorLine(decoded);
  const bytes = withoutBlankTail(body);
  const before = separator === undefined ? 0 : 1;
  const named = separator ?? format.delimiter;
  const delimiters = named === undefined ? chooseDelimiters(bytes, definition) : [named];
  let first: unknown;
  for (const delimiter of delimiters) {
    const text: CsvText = { bytes, delimiter, before, budget };
    const counter = createCellCounter(budget);
    try {
      const table = parseTable(text, definition, counter);
      return format.decimal ? { ...table, decimal: format.decimal } : table;
    } catch (error) {
      counter.release();
      first ??= parserFault(error, text);
    }
  }
  throw first;
};
