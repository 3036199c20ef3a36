import type { ColumnReference } from '../config/selection.ts';
import type { JoinedSource } from '../config/sources.ts';
import type { RecordReader } from '../csv/csv-record.ts';
import { type Detail, describeDetail, inFile, WallfeedError } from '../errors/wallfeed-error.ts';
import { columnPlace } from '../selection/fault-list.ts';
import { checkReferences, createColumnIndex, type FileHeader } from '../selection/find-columns.ts';
import { type JoinedFile, type JoinedRow, joinKey } from '../selection/join-record.ts';
import { createPrepareRecord, type PrepareRecord } from '../selection/prepare-record.ts';
import { readHeader } from '../selection/read-header.ts';
import { cellReferences } from '../selection/references.ts';
import { areMarksOpen, findUnclearMark } from '../tabular/number-marks.ts';
import { say } from '../tabular/say.ts';
import { shorten } from '../tabular/shorten.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/table.ts';
import type { ReadContext } from './read-context.ts';
import { readCsvObject } from './s3/read-csv-object.ts';

const BYTES_PER_MB = 1_000_000;
const MAX_JOINED_MB = 16;

/** @throws WallfeedError SOURCE_TOO_LARGE if a joined file is over the limit. */
export const refuseLargeJoin = (bytes: number): void => {
  if (bytes <= MAX_JOINED_MB * BYTES_PER_MB) return;
  const message = `the joined file has ${(bytes / BYTES_PER_MB).toFixed(1)} MB, and at most ${MAX_JOINED_MB} MB are read`;
  const hint = 'join a smaller file: it needs one row for each key';
  throw new WallfeedError('SOURCE_TOO_LARGE', `The source is too large: ${message}.`, [{ message, hint }]);
};

const MAX_SHOWN_CHARACTERS = 60;

const secondKey = (text: string, line: number, place: Partial<Detail>): WallfeedError => {
  const message = say`'${shorten(text, MAX_SHOWN_CHARACTERS)}' is there twice`;
  const detail: Detail = { line, ...place, message, hint: 'keep one row for each key' };
  return new WallfeedError('TABLE_CELL', `The file cannot be joined: ${describeDetail(detail)}.`, [detail]);
};

const wrongColumns = (details: readonly [Detail, ...Detail[]]): WallfeedError =>
  new WallfeedError('TABLE_COLUMNS', `The table has the wrong columns: ${describeDetail(details[0])}.`, details);

const referencesOf = (source: JoinedSource): readonly ColumnReference[] => [
  ...source.on.map(([, theirs]) => theirs),
  ...cellReferences(source),
];

const unclearColumns = (
  columns: number,
  rows: ReadonlyMap<string, JoinedRow>,
  file: Parameters<typeof findUnclearMark>[1],
): ReadonlySet<number> => {
  const cellsOf = (column: number) => Array.from(rows.values(), ({ texts }) => texts[column] ?? '');
  if (!areMarksOpen(file)) return new Set();
  return new Set(Array.from({ length: columns }, (_, at) => at).filter((at) => findUnclearMark(cellsOf(at), file)));
};

export const createJoinReader = (source: JoinedSource): RecordReader<JoinedFile> => ({
  fits: (cells) => {
    const names = cells.map((cell) => cell.trim());
    return checkReferences(referencesOf(source), { names, hasNames: true, line: 1 }).length === 0;
  },
  create: (budget) => {
    const rows = new Map<string, JoinedRow>();
    let header: FileHeader = { names: [], hasNames: true, line: 1 };
    let prepare: PrepareRecord | undefined;
    let keys: readonly number[] = [];
    let isCommaUnclear = false;
    let delimiter: string | undefined;
    return {
      header: (record, facts) => {
        header = readHeader(record, facts, source.header !== 'none');
        const [first, ...others] = checkReferences(referencesOf(source), header);
        if (first) throw wrongColumns([first, ...others]);
        const indexOf = createColumnIndex(header, false);
        prepare = createPrepareRecord(source, indexOf);
        keys = source.on.map(([, theirs]) => indexOf(theirs));
        delimiter = facts.delimiter;
        isCommaUnclear = facts.delimiter === ';' && source.decimal === undefined;
      },
      row: (record) => {
        const { line } = record;
        const prepared = prepare ? prepare(record) : record;
        const texts = header.names.map((_, column) => prepared.text(column));
        const ofKey = keys.map((column) => texts[column] ?? '');
        const key = joinKey(ofKey);
        if (key === '') return true;
        if (rows.has(key)) throw secondKey(ofKey.join(', '), line, columnPlace(header.names, keys[0] ?? 0) as Detail);
        if (rows.size >= MAX_ROWS) throw tooManyRows(line);
        budget.hold({ cells: texts.length });
        rows.set(key, { texts, line });
        return true;
      },
      finish: () => ({
        source,
        names: header.names,
        rows,
        isCommaUnclear,
        unclear: unclearColumns(header.names.length, rows, { ...source, ...(delimiter && { delimiter }) }),
      }),
    };
  },
});

const readJoin = async (
  source: JoinedSource,
  bucket: string,
  { deadline, budget, objects }: ReadContext,
): Promise<JoinedFile> => {
  const location = { bucket: source.bucket ?? bucket, key: source.key };
  const reader = createJoinReader(source);
  try {
    const options = { format: source, reader, budget, deadline, known: undefined, objects, isKept: true };
    const { outcome, version } = await readCsvObject(location, options);
    deadline.signal.throwIfAborted();
    refuseLargeJoin(version?.bytes ?? 0);
    if (!outcome || 'error' in outcome)
      throw outcome?.error ?? new Error('the joined file has neither rows nor an error');
    return outcome.content.content;
  } catch (error) {
    throw inFile(error, source.file);
  }
};

/**
 * Errors name the file.
 * @param bucket the bucket of files that name none.
 * @throws WallfeedError SOURCE_*, TABLE_COLUMNS, TABLE_CELL (a key twice).
 */
export const readJoins = (
  join: readonly JoinedSource[] = [],
  bucket: string,
  context: ReadContext,
): Promise<readonly JoinedFile[]> => Promise.all(join.map((source) => readJoin(source, bucket, context)));
