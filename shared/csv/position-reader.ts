import { type Detail, describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import { columnCount, describeColumns, describeHeader, hasColumns } from '../tabular/column-count.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import { say } from '../tabular/say.ts';
import { type FileNote, MAX_ROWS, type Table, tooManyRows } from '../tabular/table.ts';
import type { CsvFile, CsvFormat, CsvRecord, RecordConsumer, RecordReader } from './csv-record.ts';

const wrongColumns = (details: readonly Detail[]): WallfeedError => {
  const [first = { message: '' }] = details;
  return new WallfeedError('TABLE_COLUMNS', `The table has the wrong columns: ${describeDetail(first)}.`, details);
};

const wrongHeader = (line: number, found: string, definition: TableDefinition): WallfeedError => {
  const message = `${found}; ${describeColumns(definition)}`;
  const hint = 'give exactly the expected columns in their order; the names are free';
  return wrongColumns([{ line, message, hint }]);
};

const describeNothing = ({ header }: CsvFormat): string =>
  typeof header === 'number' && header > 1
    ? `there is no text from line ${header} on, where the header should be`
    : 'the file is empty';

const namesOf = (definition: TableDefinition, columns: number): readonly string[] =>
  definition.kind === 'fixed'
    ? Object.keys(definition.columns)
    : Array.from({ length: columns }, (_, index) => String(index + 1));

const countLineBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);

/** An escaped control character in JSON, for one UTF-16 unit. */
const MAX_JSON_BYTES_PER_UNIT = 6;

/** Returns the size of a row's texts in JSON, without the blanks around cells. */
const bytesOf = (record: CsvRecord, cells: readonly string[]): number => {
  let units = 0;
  for (const { length } of cells) units += length;
  return Math.min(record.jsonBytes(), units * MAX_JSON_BYTES_PER_UNIT);
};

/** Rows are counted together up to these limits. Counting each row alone takes longer than reading it. */
const MAX_UNCOUNTED_CELLS = 1_000;
const MAX_UNCOUNTED_BYTES = 64 * 1024;

const createRowCounter = (budget: Budget) => {
  let cells = 0;
  let bytes = 0;
  const flush = (): void => {
    budget.hold({ cells, bytes });
    cells = 0;
    bytes = 0;
  };
  const add = (moreCells: number, moreBytes: number): void => {
    cells += moreCells;
    bytes += moreBytes;
    if (cells > MAX_UNCOUNTED_CELLS || bytes > MAX_UNCOUNTED_BYTES) flush();
  };
  return { add, flush };
};

type RowCounter = ReturnType<typeof createRowCounter>;

interface TakenRows {
  readonly rows: string[][];
  readonly lines: number[];
  readonly uneven: Detail[];
  readonly notes: FileNote[];
  readonly counter: RowCounter;
  readonly budget: Budget;
  header: readonly string[] | undefined;
  delimiter: string | undefined;
}

const refuseRow = ({ uneven, budget }: TakenRows, { line, length }: CsvRecord, columns: number): boolean => {
  uneven.push({
    line,
    message: say`the row has ${length} cells, the header ${columns}`,
    hint: 'give every row one cell for each column; put a cell that contains the delimiter in quotes',
  });
  return uneven.length < budget.maxDetails;
};

const addRow = (taken: TakenRows, record: CsvRecord): boolean => {
  const { rows, lines, uneven, counter } = taken;
  const columns = taken.header?.length ?? 0;
  if (rows.length + uneven.length === MAX_ROWS) throw tooManyRows(record.line);
  if (record.length !== columns) return refuseRow(taken, record, columns);
  const cells = record.texts();
  counter.add(columns, bytesOf(record, cells));
  rows.push(cells);
  lines.push(record.line);
  return true;
};

/** Returns the line of a cell is later than that of its row after a line break inside a quoted cell. */
const lineOf = ({ rows, lines }: TakenRows, row: number, column: number): number =>
  (lines[row] ?? 1) + countLineBreaks(rows[row]?.slice(0, column) ?? []);

const createConsumer = (definition: TableDefinition, format: CsvFormat, budget: Budget): RecordConsumer<Table> => {
  const counter = createRowCounter(budget);
  const taken: TakenRows = {
    rows: [],
    lines: [],
    uneven: [],
    notes: [],
    counter,
    budget,
    header: undefined,
    delimiter: undefined,
  };
  return {
    header: (record: CsvRecord, file: CsvFile) => {
      const cells = record.texts();
      if (!hasColumns(definition, cells.length))
        throw wrongHeader(record.line, `the header has ${describeHeader(cells)}`, definition);
      counter.add(cells.length, bytesOf(record, cells));
      taken.header = format.header === 'none' ? namesOf(definition, cells.length) : cells;
      taken.delimiter = file.delimiter;
    },
    row: (record) => addRow(taken, record),
    note: (note) => {
      taken.notes.push(note);
    },
    finish: () => {
      const { rows, uneven, header, delimiter, notes } = taken;
      if (!header) throw wrongHeader(1, describeNothing(format), definition);
      if (uneven.length > 0) throw wrongColumns(uneven);
      counter.flush();
      const { decimal } = format;
      const locate = (row: number, column: number) => ({ line: lineOf(taken, row, column) });
      return {
        header,
        rows,
        locate,
        ...(decimal && { decimal }),
        ...(delimiter !== undefined && { delimiter }),
        ...(notes.length > 0 && { notes }),
      };
    },
  };
};

export const createPositionReader = (definition: TableDefinition, format: CsvFormat): RecordReader<Table> => {
  const { min, max } = columnCount(definition);
  return {
    fits: (header) => min === max && header.length === min,
    create: (budget) => createConsumer(definition, format, budget),
  };
};
