import { readFile } from 'node:fs/promises';
import { keptBytesOf } from '../../../shared/cache/create-memory.ts';
import { createBucketText, createSpanStart } from '../../../shared/calendar/bucket.ts';
import type { WindowConfig } from '../../../shared/config/selection.ts';
import type { CsvSource } from '../../../shared/config/sources.ts';
import type { RecordReader } from '../../../shared/csv/csv-record.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { referencesOf } from '../../../shared/selection/references.ts';
import { unpackBytes } from '../../../shared/sources/s3/unpack.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { FileNote } from '../../../shared/tabular/table.ts';
import type { Diagnostic, Problem } from '../folder/diagnostic.ts';
import { writeDuration } from '../folder/duration.ts';

/** Reports of office software have some lines above the header. */
const MAX_HEADER_LINE = 20;

/** Returns the line of the first record if the record has all these names. */
const nameFinder = (names: readonly string[]): RecordReader<number | undefined> => {
  const hasAll = (header: readonly string[]): boolean =>
    names.every((name) => header.some((cell) => cell.trim() === name.trim()));
  return {
    fits: hasAll,
    create: () => {
      let found: number | undefined;
      return {
        header: (record) => {
          const header = Array.from({ length: record.length }, (_, column) => record.text(column));
          found = hasAll(header) ? record.line : undefined;
        },
        row: () => false,
        finish: () => found,
      };
    },
  };
};

const headerFrom = (
  line: number,
  bytes: Uint8Array,
  source: CsvSource,
  reader: RecordReader<number | undefined>,
): number | undefined => {
  try {
    return scanBytes(bytes, { ...source, header: line }, reader).content;
  } catch {
    return undefined;
  }
};

/** Searches after line 1. Undefined if dashboard.yml says where the header is. */
export const findHeaderLine = (bytes: Uint8Array, source: CsvSource): number | undefined => {
  if (source.header !== undefined || source.selection?.columns === undefined) return undefined;
  const names = referencesOf(source.selection ?? {}).filter((name) => typeof name === 'string');
  if (names.length === 0) return undefined;
  const reader = nameFinder(names);
  for (let line = 2; line <= MAX_HEADER_LINE; line += 1) {
    const found = headerFrom(line, bytes, source, reader);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Adds a hint to the error of a file whose header lacks columns, if a later line has them. */
export const explainHeader = async (error: unknown, source: CsvSource, path: string): Promise<unknown> => {
  if (!(error instanceof WallfeedError) || error.code !== 'TABLE_COLUMNS') return error;
  const line = findHeaderLine(unpackBytes(await readFile(path)), source);
  if (line === undefined) return error;
  const hint = `line ${line} has all the columns: write \`header: ${line}\``;
  return new WallfeedError(
    error.code,
    error.message,
    error.details.map((detail) => ({ ...detail, hint })),
  );
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface ReadFile {
  readonly window: WindowConfig | undefined;
  readonly newest: number | undefined;
  readonly bytes: number;
  /** True if an unchanged file is scanned again for each request without a cached response. */
  readonly isRescanned: boolean;
  readonly notes: readonly FileNote[];
  /** True only for a file that is not valid UTF-8. */
  readonly isEncodingGuessed: boolean;
  /** No key can name the encoding of JSON. */
  readonly isJson?: boolean;
  /** The encoding that the bytes of such a file look like, if it is probably another one. */
  readonly likelyEncoding?: string | undefined;
}

export interface FileWarning extends Problem, Pick<Diagnostic, 'explains'>, Partial<Pick<Diagnostic, 'line'>> {
  readonly severity: 'warning' | 'note';
}

interface Surroundings {
  readonly timezone: string;
  /** MB */
  readonly memory: number;
  readonly now: number;
}

const startOf = ({ last, atMost = DAY_MS }: WindowConfig, { now, timezone }: Surroundings): number =>
  typeof last === 'string' ? createSpanStart(last, timezone)(now) : now - (last ?? atMost);

const describeWindow = ({ last, atMost }: WindowConfig): string => {
  if (last === 'today') return 'the window of today has no rows';
  if (typeof last === 'string') return `the window of this ${last} has no rows`;
  if (last !== undefined) return `the window of the last ${writeDuration(last)} has no rows`;
  if (atMost !== undefined) return `a window of at most ${writeDuration(atMost)} has no rows`;
  return 'a request for a shorter time gets no rows';
};

const describeAge = (ms: number): string => {
  if (ms < HOUR_MS) return pluralize(Math.floor(ms / MINUTE_MS), 'minute');
  return ms < 2 * DAY_MS ? pluralize(Math.floor(ms / HOUR_MS), 'hour') : pluralize(Math.floor(ms / DAY_MS), 'day');
};

/**
 * Warns of a window without rows. Shortly after midnight, files that are written every hour have no row of the new day
 * yet, and nothing is wrong.
 */
const oldRows = ({ window, newest }: ReadFile, surroundings: Surroundings): readonly FileWarning[] => {
  if (!window || newest === undefined || newest > startOf(window, surroundings)) return [];
  const { now, timezone } = surroundings;
  if (typeof window.last === 'string' && now - newest < HOUR_MS) return [];
  const age = describeAge(now - newest);
  const time = createBucketText('time', timezone)(newest);
  const message = say`the newest row is from ${time}, ${age} ago: ${describeWindow(window)}`;
  return [{ severity: 'warning', explains: 'window', message, hint: 'upload a newer file, or widen the `window`' }];
};

const READ_AS_GUESS = 'the file is not UTF-8, and is read as GB18030';

/** The note about a JSON file that is read as GB18030. Only CSV files have the key `encoding`. */
export const GUESSED_JSON: FileWarning = {
  severity: 'note',
  message: READ_AS_GUESS,
  hint: 'save the file as UTF-8, as JSON has to be',
};

const guessedEncoding = ({ isEncodingGuessed, likelyEncoding, isJson }: ReadFile): readonly FileWarning[] => {
  if (isJson) return isEncodingGuessed ? [GUESSED_JSON] : [];
  if (likelyEncoding !== undefined) {
    const message = say`the file is not UTF-8, and is read as GB18030, but its bytes look like ${likelyEncoding}`;
    return [{ severity: 'warning', message, hint: `write \`encoding: ${likelyEncoding}\`` }];
  }
  return isEncodingGuessed
    ? [
        {
          severity: 'note',
          message: READ_AS_GUESS,
          hint: 'write `encoding: gb18030` if the text is Chinese, or else the encoding of the file, such as windows-1252',
        },
      ]
    : [];
};

const NOTES: Readonly<Record<FileNote['kind'], (count: number) => Problem>> = {
  header: (count) => ({
    message:
      count === 1
        ? 'the line repeats the header, and is skipped'
        : `the line repeats the header, and is skipped, as ${count - 1} more`,
    hint: 'if the file was joined from others, leave the header out of all but the first',
  }),
  cut: () => ({
    message: 'the last line has fewer cells than the header, and no line break: the file was probably cut short',
    hint: 'upload the whole file again',
  }),
};

const noted = ({ notes }: ReadFile): readonly FileWarning[] =>
  notes.map(({ kind, line, count }) => ({ severity: 'warning', line, ...NOTES[kind](count) }));

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const notKept = ({ isRescanned, bytes }: ReadFile, { memory }: Surroundings): readonly FileWarning[] => {
  const limit = keptBytesOf(memory);
  if (!isRescanned || bytes <= limit) return [];
  const message = say`the file has ${megabytes(bytes)}, and the functions keep ${megabytes(limit)} at most: each request without a cached response fetches and scans it`;
  return [
    {
      severity: 'warning',
      message,
      hint: 'set a `cache`, or leave old rows out of the file; the cost estimate counts the time of these scans',
    },
  ];
};

export const fileWarnings = (file: ReadFile, surroundings: Surroundings): readonly FileWarning[] => [
  ...oldRows(file, surroundings),
  ...guessedEncoding(file),
  ...noted(file),
  ...notKept(file, surroundings),
];
