import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import type {
  CsvList,
  CsvSource,
  JsonRowsSource,
  JsonSource,
  ObjectLocation,
  SqlSource,
  TableSource,
} from '../../shared/config/sources.ts';
import { checkDates } from './check-dates.ts';
import { checkSql } from './check-sql.ts';
import { type DefinitionProblem, isDefined } from './definition-problem.ts';
import { describeValue } from './describe-value.ts';
import { type Fields, hasFields } from './fields.ts';
import { findFile } from './find-file.ts';
import { didYouMean, shownName } from './name-words.ts';
import { policyKey } from './policy-key.ts';
import { type KeysAt, readSelection } from './read-selection.ts';
import { problemInFile, readTextFile } from './read-text-file.ts';
import type { Path } from './read-yaml.ts';

/** The dashboard's settings that a source may refer to. */
export interface SourceContext {
  readonly folder: string;
  /** The dashboard's slug, which begins the keys of its objects. */
  readonly dashboard: string;
  readonly database?: NonNullable<SqlSource['database']>;
  readonly keysAt: KeysAt;
}

/** A source of the dashboard file. `source` is absent if it is invalid. */
export interface ReadSource<Source extends TableSource | JsonSource> {
  readonly problems: readonly DefinitionProblem[];
  readonly source?: Source;
  /** Present if the source is a file of data/. */
  readonly file?: string;
  /** Present if the source is a list: the sources of its entries. */
  readonly parts?: readonly ReadSource<CsvSource>[];
  /** The source as text: `csv traffic.csv`. */
  readonly words: string;
}

const BUCKET_OBJECT = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/;
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'gbk', 'big5', 'euc-jp', 'shift_jis', 'euc-kr'];
const WESTERN = ['windows-1252', 'windows-1251', 'iso-8859-1', 'iso-8859-15'];
const MAX_STATEMENT_BYTES = 65_536;

interface Located {
  readonly problems: readonly DefinitionProblem[];
  readonly location?: ObjectLocation;
  readonly file?: string;
}

const wildcardProblems = ({ bucket, key }: Required<ObjectLocation>, path: Path): readonly DefinitionProblem[] => {
  const granted = policyKey(key);
  if (granted === key) return [];
  const message = `IAM cannot write this key, so the function may read every object of ${bucket} that fits ${granted}`;
  const hint =
    'in an IAM policy, ? stands for any one character: rename the object to Latin letters without *, ? and $';
  return [{ path, severity: 'warning', message, hint }];
};

const locateObject = async (name: string, path: Path, { folder, dashboard }: SourceContext): Promise<Located> => {
  if (/^s3:/i.test(name)) {
    const [, bucket = '', key = ''] = BUCKET_OBJECT.exec(name) ?? [];
    if (key !== '') return { problems: wildcardProblems({ bucket, key }, path), location: { bucket, key } };
    return {
      problems: [{ path, message: `${describeValue(name)} names no object of S3`, hint: 'write s3://bucket/key' }],
    };
  }
  const found = await findFile(folder, 'data', name);
  const keyOf = (file: string): ObjectLocation => ({ key: `${dashboard}/${file}` });
  if ('file' in found) return { problems: [], location: keyOf(found.name), file: found.file };
  const { absent, message, hint } = found;
  if (absent === undefined) return { problems: [{ path, message, hint }] };
  return { problems: [{ path, message, hint, about: 'data' }], location: keyOf(absent) };
};

const encodingProblems = (encoding: unknown, path: Path): readonly DefinitionProblem[] => {
  if (typeof encoding !== 'string' || encoding === '') return [];
  try {
    new TextDecoder(encoding);
    return [];
  } catch {
    const near = nearestNames(encoding, [...ENCODINGS, ...WESTERN]);
    const hint = near.length > 0 ? didYouMean(near) : `known are ${ENCODINGS.join(', ')} and more`;
    return [{ path, message: `the encoding ${shownName(encoding)} is unknown`, hint }];
  }
};

/** Returns the format of a file. */
const formatOf = ({ encoding, delimiter, decimal, header, dates }: Fields): Partial<CsvSource> =>
  Object.fromEntries(
    Object.entries({ encoding, delimiter, decimal, header, dates }).filter(([, value]) => value !== undefined),
  );

/** Reads `csv: file` or `csv: { file, encoding, columns, ... }`. */
const readCsvFile = async (value: unknown, path: Path, context: SourceContext): Promise<ReadSource<CsvSource>> => {
  const isMap = hasFields(value);
  const fields = isMap ? value : { file: value };
  const { file: name } = fields;
  if (typeof name !== 'string' || name === '') return { problems: [], words: 'csv' };
  const object = await locateObject(name, isMap ? [...path, 'file'] : path, context);
  const selected = readSelection(fields, path, context.keysAt);
  const problems = [
    ...object.problems,
    ...encodingProblems(fields.encoding, [...path, 'encoding']),
    ...checkDates(fields.dates, [...path, 'dates']),
    ...selected.problems,
  ];
  const words = `csv ${name}`;
  if (!object.location || !isDefined(problems)) return { problems, words };
  const { selection } = selected;
  const source: CsvSource = {
    source: 'csv',
    ...object.location,
    ...formatOf(fields),
    ...(selection && { selection }),
  };
  return { problems, words, source, ...(object.file !== undefined && { file: object.file }) };
};

/** Reads a list of csv maps. */
const readCsvList = async (
  values: readonly unknown[],
  path: Path,
  context: SourceContext,
): Promise<ReadSource<CsvList>> => {
  const parts = await Promise.all(values.map((value, index) => readCsvFile(value, [...path, index], context)));
  const sources = parts.flatMap(({ source }, index) =>
    source ? [{ ...source, file: String((values[index] as Fields).file) }] : [],
  );
  return {
    problems: parts.flatMap(({ problems }) => problems),
    words: [...new Set(parts.map(({ words }) => words))].join(' and '),
    parts,
    ...(sources.length === values.length && sources.length > 0 && { source: { source: 'list', of: sources } }),
  };
};

/** Reads `csv`: a file, a map or a list of maps. The schema has already reported a wrong form. */
export const readCsv = async (
  value: unknown,
  path: Path,
  context: SourceContext,
): Promise<ReadSource<CsvSource | CsvList>> =>
  Array.isArray(value) ? readCsvList(value, path, context) : readCsvFile(value, path, context);

/** True if a `json` takes rows from a list inside its document. Without columns, the document is the body. */
export const isJsonRows = (value: unknown): value is Fields => hasFields(value) && 'columns' in value;

/** Reads `json: file` or `json: { file }`. */
export const readJson = async (value: unknown, path: Path, context: SourceContext): Promise<ReadSource<JsonSource>> => {
  const name = hasFields(value) ? value.file : value;
  if (typeof name !== 'string' || name === '') return { problems: [], words: 'json' };
  const { problems, location, file } = await locateObject(name, hasFields(value) ? [...path, 'file'] : path, context);
  return {
    problems,
    words: `json ${name}`,
    ...(location && { source: { source: 'json', ...location } }),
    ...(file !== undefined && { file }),
  };
};

/** Reads `json: { file, rows, columns, ... }`. */
export const readJsonRows = async (
  fields: Fields,
  path: Path,
  context: SourceContext,
): Promise<ReadSource<JsonRowsSource>> => {
  const { source: document, problems, ...read } = await readJson(fields, path, context);
  const { selection = {}, problems: selectionProblems } = readSelection(fields, path, context.keysAt);
  const { rows, dates, decimal } = fields;
  return {
    ...read,
    problems: [...problems, ...selectionProblems],
    ...(document && {
      source: {
        ...document,
        source: 'jsonRows',
        rows: typeof rows === 'string' ? rows : '',
        ...(typeof dates === 'string' && { dates }),
        ...((decimal === '.' || decimal === ',') && { decimal }),
        selection,
      },
    }),
  };
};

interface Statement {
  readonly problems: readonly DefinitionProblem[];
  readonly text?: string;
  readonly file?: string;
}

const readStatement = async (value: string, path: Path, folder: string): Promise<Statement> => {
  if (!value.startsWith('file:')) return { problems: [], text: value };
  const read = await readTextFile(folder, value.slice('file:'.length), path);
  return 'problem' in read ? { problems: [read.problem] } : { problems: [], ...read };
};

/** Converts the `columns` of SQL. The schema has already reported invalid ones. */
const compileColumns = (columns: unknown): Pick<SqlSource, 'columns'> =>
  typeof columns === 'object' && columns !== null
    ? { columns: Object.entries(columns as Record<string, string | number>) }
    : {};

/**
 * Reads and checks `sql: select ...` or `sql: file:queries/name.sql`. The statement is not run.
 * @param columns the map beside `sql`, if there is one.
 */
export const readSql = async (
  value: unknown,
  path: Path,
  context: SourceContext,
  columns?: unknown,
): Promise<ReadSource<SqlSource>> => {
  const words = 'sql';
  if (typeof value !== 'string') return { problems: [], words };
  const { problems, text, file } = await readStatement(value, path, context.folder);
  if (text === undefined) return { problems, words };
  if (Buffer.byteLength(text) > MAX_STATEMENT_BYTES) {
    const message = `the statement is over ${MAX_STATEMENT_BYTES} bytes`;
    return { problems: [{ path, message, hint: 'put it into a view of the database' }], words };
  }
  const checked = await checkSql(text);
  if (checked.problems.length > 0) {
    const atPath = checked.problems.map((problem) =>
      file === undefined ? { path, ...problem } : problemInFile(path, { file, text }, problem),
    );
    return { problems: atPath, words };
  }
  const { database } = context;
  const { parameters } = checked;
  const source = { source: 'sql', statement: text, parameters, ...(database && { database }) } as const;
  return { problems, words, source: { ...source, ...compileColumns(columns) } };
};
