import type { CsvFile, CsvFormat, CsvRecord, RecordConsumer } from './csv-record.ts';
import { createBlankRecord } from './record-view.ts';

/** A run of blank rows on consecutive lines, all with the same number of cells. */
interface BlankRows {
  readonly line: number;
  readonly length: number;
  count: number;
}

/** Keeps memory constant. Rows of later runs get an inexact line number. */
const MAX_BLANK_RUNS = 10_000;

const isBlankRow = (record: CsvRecord): boolean => {
  for (let column = 0; column < record.length; column += 1) if (!record.isBlank(column)) return false;
  return true;
};

interface HeaderLine {
  readonly cells: readonly string[];
  /** Length of the line in bytes. */
  readonly size: number;
}

/** Each of several files that were joined may begin with a byte order mark. */
const MARK_BYTES = 3;

/** Compares texts only if the sizes agree, because nearly all do not. */
const isRepeat = ({ lines }: FilterState, record: CsvRecord): boolean =>
  lines.some(
    ({ cells, size }) =>
      (record.size === size || record.size === size + MARK_BYTES) &&
      cells.length > 1 &&
      record.length === cells.length &&
      cells.every((cell, column) => record.text(column) === cell),
  );

/** Blank rows are held back until another row follows. */
interface FilterState {
  readonly consumer: RecordConsumer<unknown>;
  readonly blankRow: ReturnType<typeof createBlankRecord>;
  runs: BlankRows[];
  width: number;
  lines: readonly HeaderLine[];
  /** Size of a record that may repeat the header. */
  minSize: number;
  maxSize: number;
  repeated?: { readonly kind: 'header'; readonly line: number; count: number };
  isAtEnd: boolean;
  hasShort: boolean;
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

/** Returns false if no further row is needed. */
const release = (filter: FilterState): boolean => {
  const held = filter.runs;
  filter.runs = [];
  return held.every((run) => passRun(filter, run));
};

const passRow = (filter: FilterState, record: CsvRecord): boolean => {
  const { size = 0 } = record;
  if (size >= filter.minSize && size <= filter.maxSize && isRepeat(filter, record)) {
    filter.repeated ??= { kind: 'header', line: record.line, count: 0 };
    filter.repeated.count += 1;
    return true;
  }
  if (isBlankRow(record)) {
    holdBack(filter, record);
    return true;
  }
  if (record.length < filter.width) {
    if (filter.isAtEnd && !filter.hasShort) filter.consumer.note?.({ kind: 'cut', line: record.line, count: 1 });
    filter.hasShort = true;
  }
  return (filter.runs.length === 0 || release(filter)) && filter.consumer.row(record);
};

const setHeader = (filter: FilterState, lines: readonly HeaderLine[]): void => {
  const sizes = lines.map(({ size }) => size);
  filter.width = Math.max(...lines.map(({ cells }) => cells.length));
  filter.lines = lines;
  filter.minSize = Math.min(...sizes);
  filter.maxSize = Math.max(...sizes) + MARK_BYTES;
};

const lineOf = (record: CsvRecord): HeaderLine => ({
  cells: Array.from({ length: record.length }, (_, column) => record.text(column)),
  size: record.size ?? 0,
});
export interface RowFilter {
  /** Returns false if no further row is needed. */
  readonly add: (record: CsvRecord) => boolean;
  /** Called before a last record that has no line break. */
  readonly beforeLast: () => void;
  readonly end: () => void;
}

interface RowFilterOptions extends Pick<CsvFormat, 'header'> {
  readonly fileOf: (header: CsvRecord) => CsvFile;
}

/** Replaces each blank cell in an upper line of the header by the nearest text to its left. */
const fillRight = (cells: readonly string[]): readonly string[] => {
  let left = '';
  return cells.map((cell) => {
    left = cell.trim() === '' ? left : cell.trim();
    return left;
  });
};

const joinHeader = (lines: readonly (readonly string[])[], line: number): CsvRecord => {
  const length = Math.max(...lines.map((cells) => cells.length));
  const name = (column: number): string =>
    lines
      .map((cells) => cells[column]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .join(' ');
  return { ...createBlankRecord(), length, line, text: name, isBlank: (column) => name(column) === '' };
};

const createTallFilter = (
  filter: FilterState,
  numbers: readonly number[],
  fileOf: RowFilterOptions['fileOf'],
  note: () => void,
): Pick<RowFilter, 'add' | 'end'> => {
  const { consumer } = filter;
  const found: HeaderLine[] = [];
  const [first = 1] = numbers;
  const last = numbers.at(-1) ?? first;
  let isPassed = false;
  const passHeader = (): void => {
    const lines = found.map(({ cells }, index) => (index === found.length - 1 ? cells : fillRight(cells)));
    const header = joinHeader(lines, first);
    consumer.header(header, { ...fileOf(header), headerLines: lines });
    setHeader(filter, found);
    isPassed = true;
  };
  return {
    add: (record) => {
      if (isPassed) return passRow(filter, record);
      if (record.line <= last) {
        found.push(lineOf(record));
        if (record.line === last) passHeader();
        return true;
      }
      passHeader();
      return passRow(filter, record);
    },
    end: () => {
      if (!isPassed && found.length > 0) passHeader();
      note();
    },
  };
};

/** Passes blank rows on only if another row follows, because office software writes blank rows at the end of a file. */
export const createRowFilter = (
  consumer: RecordConsumer<unknown>,
  { header = 1, fileOf }: RowFilterOptions,
): RowFilter => {
  const filter: FilterState = {
    consumer,
    blankRow: createBlankRecord(),
    runs: [],
    width: 0,
    lines: [],
    minSize: Number.POSITIVE_INFINITY,
    maxSize: 0,
    isAtEnd: false,
    hasShort: false,
  };
  const beforeLast = (): void => {
    filter.isAtEnd = true;
  };
  const note = (): void => {
    if (filter.repeated) consumer.note?.(filter.repeated);
  };
  if (Array.isArray(header)) return { ...createTallFilter(filter, header, fileOf, note), beforeLast };
  let isFirst = true;
  return {
    add: (record) => {
      if (!isFirst) return passRow(filter, record);
      isFirst = false;
      consumer.header(record, fileOf(record));
      if (header === 'none') return passRow(filter, record);
      setHeader(filter, [lineOf(record)]);
      return true;
    },
    beforeLast,
    end: note,
  };
};
