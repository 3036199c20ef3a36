import type { ColumnReference } from '../config/selection.ts';
import type { JoinedSource } from '../config/sources.ts';
import type { CsvRecord } from '../csv/csv-record.ts';
import { indexesOfName } from '../tabular/clean-text.ts';
import { isMarkUnclear } from '../tabular/number-marks.ts';
import { isUnclear, writtenDecimal } from '../tabular/parse-number.ts';
import type { CellPlace } from '../tabular/table.ts';
import { createTimeReader } from '../tabular/time-pattern.ts';
import type { TimeForm } from '../tabular/time-steps.ts';
import { unclearNumber } from '../tabular/type-cell.ts';
import { createIsLength, createReadForm } from './cell-forms.ts';
import type { ColumnIndex } from './cursor.ts';
import { columnPlace } from './fault-list.ts';
import { follow, type PrepareRecord } from './prepare-record.ts';
import type { ReadForm } from './row-context.ts';

export interface JoinedRow {
  readonly texts: readonly string[];
  readonly line: number;
}

export interface JoinedFile {
  readonly source: JoinedSource;
  readonly names: readonly string[];
  readonly rows: ReadonlyMap<string, JoinedRow>;
  /** True if numbers such as `1,234` are ambiguous. */
  readonly isCommaUnclear: boolean;
  /** Each mark may separate thousands or decimals in these columns. */
  readonly unclear: ReadonlySet<number>;
}

/** Joins the texts of a row to one key. Returns the empty text if all texts are blank. */
export const joinKey = (texts: readonly string[]): string => {
  const trimmed = texts.map((text) => text.trim());
  return trimmed.every((text) => text === '') ? '' : trimmed.join('\0');
};

/** Returns names such as `goals.Goal`. */
export const joinedNames = (joined: readonly JoinedFile[]): readonly string[] =>
  joined.flatMap(({ source, names }) => names.map((name) => (name === '' ? '' : `${source.name}.${name}`)));

interface JoinedColumn {
  readonly join: number;
  readonly file: JoinedFile;
  readonly column: number;
  readonly readForm: ReadForm | undefined;
  readonly isLength: boolean;
}

export interface BoundJoins {
  readonly prepare: PrepareRecord;
  readonly readForm: ReadForm;
  readonly isJoined: (column: number) => boolean;
  readonly isLength: (column: number) => boolean;
  /** Returns undefined for a column of the file itself. */
  readonly timesOf: (column: number) => TimeForm | undefined;
  /** Returns the cell's place in the joined file; undefined for a cell of the file itself. */
  readonly placeOf: (column: number) => CellPlace | undefined;
}

const columnsOf = (files: readonly JoinedFile[]): readonly JoinedColumn[] =>
  files.flatMap((file, join) => {
    const { source, names, isCommaUnclear } = file;
    const settings = { ...source, decimal: source.decimal ?? '.', isCommaUnclear };
    const index = (column: ColumnReference) => indexIn(names, column);
    const readForm = createReadForm(settings, index);
    const isLength = createIsLength(source.durations, index);
    return names.map((_, column) => ({ join, file, column, readForm, isLength: isLength?.(column) ?? false }));
  });

const indexIn = (names: readonly string[], column: ColumnReference): number =>
  typeof column === 'number' ? column - 1 : (indexesOfName(column, names)[0] ?? -1);

const MAX_NUMBER_LENGTH = 15;

/**
 * Returns the number of a text; NaN if the text is not a number, or if `units` or `durations` of the joined file
 * describe it.
 */
const numberOf = (text: string, { file, column, readForm }: JoinedColumn): number => {
  const { source, isCommaUnclear } = file;
  if (readForm?.(text, column) !== undefined) return Number.NaN;
  const mayDiffer = (isCommaUnclear && isUnclear(text)) || (file.unclear.has(column) && isMarkUnclear(text));
  const written = mayDiffer ? undefined : writtenDecimal(text, source.decimal ?? '.');
  return written === undefined || written.length > MAX_NUMBER_LENGTH ? Number.NaN : Number(written);
};

/** Looks each row up once. */
const createLookUp = (files: readonly JoinedFile[], indexOf: ColumnIndex) => {
  const keys = files.map(({ source }) => source.on.map(([ours]) => indexOf(ours)));
  let record: CsvRecord;
  let found: (JoinedRow | null)[] = [];
  return {
    record: (): CsvRecord => record,
    next: (next: CsvRecord): void => {
      record = next;
      found = [];
    },
    rowOf: (join: number): JoinedRow | null => {
      const key = found[join] === undefined ? joinKey((keys[join] ?? []).map((column) => record.text(column))) : '';
      found[join] ??= files[join]?.rows.get(key) ?? null;
      return found[join] ?? null;
    },
  };
};

const timesOf = ({ source, names }: JoinedFile, column: number, timezone: string): TimeForm => {
  const { dates, months } = source;
  const own = typeof dates === 'string' ? dates : dates?.find(([one]) => indexIn(names, one) === column)?.[1];
  return { dates: own, readTime: createTimeReader(own, timezone, months) };
};

/** @param width number of columns of the file itself. The columns of the joined files follow. */
export const bindJoins = (
  files: readonly JoinedFile[],
  width: number,
  indexOf: ColumnIndex,
  timezone: string,
): BoundJoins => {
  const columns = columnsOf(files);
  const { record, next, rowOf } = createLookUp(files, indexOf);
  const joinedText = (column: number): string => {
    const { join = -1, column: at = -1 } = columns[column - width] ?? {};
    return rowOf(join)?.texts[at] ?? '';
  };
  const text = (column: number): string => (column < width ? record().text(column) : joinedText(column));
  const view = follow(record, {
    text,
    isBlank: (column) => (column < width ? record().isBlank(column) : joinedText(column).trim() === ''),
    plainNumber: (column) => {
      const joined = columns[column - width];
      return joined ? numberOf(joinedText(column).trim(), joined) : record().plainNumber(column);
    },
    plainTime: (column) => (column < width ? (record().plainTime?.(column) ?? Number.NaN) : Number.NaN),
    equals: (column, expected) => text(column).trim() === expected.text,
  });
  return {
    prepare: (own) => {
      next(own);
      return view;
    },
    readForm: (cell, column) => {
      const joined = columns[column - width];
      if (joined?.file.isCommaUnclear && isUnclear(cell)) return unclearNumber(cell);
      if (joined?.file.unclear.has(joined.column) && isMarkUnclear(cell)) return unclearNumber(cell);
      return joined?.readForm?.(cell, joined.column);
    },
    isJoined: (column) => column >= width,
    isLength: (column) => columns[column - width]?.isLength ?? false,
    timesOf: (column) => {
      const joined = columns[column - width];
      return joined && timesOf(joined.file, joined.column, timezone);
    },
    placeOf: (column) => {
      const joined = columns[column - width];
      const row = joined && rowOf(joined.join);
      if (!joined || !row) return undefined;
      return { file: joined.file.source.file, line: row.line, ...columnPlace(joined.file.names, joined.column) };
    },
  };
};
