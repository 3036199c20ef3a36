import type { CsvFile, CsvRecord, RecordConsumer } from './csv-record.ts';
import { createBlankRecord } from './record-view.ts';

/** A run of blank rows on consecutive lines, all with the same number of cells. */
interface BlankRows {
  readonly line: number;
  readonly length: number;
  count: number;
}

/**
 * Maximum number of runs of blank rows that are remembered, so that memory stays constant. Rows of later runs get an
 * inexact line number.
 */
const MAX_BLANK_RUNS = 10_000;

const isBlankRow = (record: CsvRecord): boolean => {
  for (let column = 0; column < record.length; column += 1) if (!record.isBlank(column)) return false;
  return true;
};

/** The blank rows that a filter has held back, and the consumer that gets them if another row follows. */
interface FilterState {
  readonly consumer: RecordConsumer<unknown>;
  /** A record that stands for each blank row in turn. */
  readonly blankRow: ReturnType<typeof createBlankRecord>;
  runs: BlankRows[];
}

const holdBack = ({ runs }: FilterState, { line, length }: CsvRecord): void => {
  const last = runs.at(-1);
  const isSameRun = last && last.line + last.count === line && last.length === length;
  if (last && (isSameRun || runs.length === MAX_BLANK_RUNS)) last.count += 1;
  else runs.push({ line, length, count: 1 });
};

const passRun = ({ consumer, blankRow }: FilterState, { line, length, count }: BlankRows): boolean => {
  blankRow.length = length;
  for (let index = 0; index < count; index += 1) {
    blankRow.line = line + index;
    if (!consumer.row(blankRow)) return false;
  }
  return true;
};

/** Passes on the blank rows that were held back. Returns false if no further row is needed. */
const release = (filter: FilterState): boolean => {
  const held = filter.runs;
  filter.runs = [];
  return held.every((run) => passRun(filter, run));
};

const passRow = (filter: FilterState, record: CsvRecord): boolean => {
  if (isBlankRow(record)) {
    holdBack(filter, record);
    return true;
  }
  return (filter.runs.length === 0 || release(filter)) && filter.consumer.row(record);
};

/**
 * Passes records on to a consumer: the first one as the header, the others as rows. Passes blank rows on only if
 * another row follows, because office software writes blank rows at the end of a file.
 */
export const createRowFilter = (
  consumer: RecordConsumer<unknown>,
  hasHeader: boolean,
  fileOf: (header: CsvRecord) => CsvFile,
): ((record: CsvRecord) => boolean) => {
  const filter: FilterState = { consumer, blankRow: createBlankRecord(), runs: [] };
  let isFirst = true;
  return (record) => {
    if (!isFirst) return passRow(filter, record);
    isFirst = false;
    consumer.header(record, fileOf(record));
    return hasHeader || passRow(filter, record);
  };
};
