import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type {
  CsvList,
  CsvSource,
  JsonRowsSource,
  JsonSource,
  SqlDialect,
  SqlSource,
} from '../../../shared/config/sources.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type DefinitionProblem, isDefined } from '../folder/definition-problem.ts';
import { type Fields, hasFields, isText } from '../folder/fields.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { readCellKeys } from '../selection/read-cell-keys.ts';
import { type KeysAt, readSelection } from '../selection/read-selection.ts';
import { locateObject } from './locate-object.ts';
import { type ReadSource, readJoins } from './read-join.ts';

const isLine = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** Leaves out values that the schema refuses. */
const compileHeader = (header: unknown): Pick<CsvSource, 'header'> => {
  if (header === 'none' || isLine(header)) return { header };
  return Array.isArray(header) && header.length > 0 && header.every(isLine) ? { header } : {};
};

const checkHeader = (header: unknown, path: Path): readonly DefinitionProblem[] => {
  if (!Array.isArray(header) || !header.every(isLine) || header.length === 0) return [];
  const [first = 1] = header;
  const message = `\`header\` cannot be [${header.join(', ')}]`;
  if (header.length === 1) return [{ path, message, hint: `write \`header: ${first}\`` }];
  if (header.every((line, index) => line === first + index)) return [];
  return [{ path, message, hint: 'name lines that follow each other, such as `header: [2, 3]`' }];
};

export interface SourceContext {
  readonly folder: string;
  /** A slug, which begins the keys of the dashboard's objects. */
  readonly dashboard: string;
  readonly database?: NonNullable<SqlSource['database']>;
  readonly dialect?: SqlDialect;
  readonly keysAt: KeysAt;
  readonly timezone?: string;
  /** Absent for a dataset. */
  readonly parameters?: readonly string[];
}

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'gbk', 'big5', 'euc-jp', 'shift_jis', 'euc-kr'];
const WESTERN = ['windows-1252', 'windows-1251', 'iso-8859-1', 'iso-8859-15'];

export const encodingProblems = (encoding: unknown, path: Path): readonly DefinitionProblem[] => {
  if (typeof encoding !== 'string' || encoding === '') return [];
  try {
    new TextDecoder(encoding);
    return [];
  } catch {
    const near = nearestNames(encoding, [...ENCODINGS, ...WESTERN]);
    const hint = near.length > 0 ? didYouMean(near) : `known are ${ENCODINGS.join(', ')} and more`;
    return [{ path, message: say`the encoding ${shownName(encoding)} is unknown`, hint }];
  }
};

/** Leaves out values that the schema refuses. */
const formatOf = ({ encoding, delimiter, comments, header }: Fields): Partial<CsvSource> => ({
  ...Object.fromEntries(Object.entries({ encoding, delimiter, comments }).filter(([, value]) => isText(value))),
  ...compileHeader(header),
});

/** @param path the path of the map with these keys. */
export const readRowKeys = async (fields: Fields, path: Path, context: SourceContext) => {
  const { keysAt, timezone } = context;
  const { selection, problems } = readSelection(fields, path, keysAt);
  const cells = readCellKeys(fields, path, keysAt, timezone);
  const joins = await readJoins(fields, path, keysAt, (...file) => readCsvFile(...file, context));
  return {
    problems: [...joins.problems, ...cells.problems, ...problems],
    reading: { ...cells.reading, ...(joins.join && { join: joins.join }) },
    ...(selection && { selection }),
    ...(joins.joinedFiles && { joinedFiles: joins.joinedFiles }),
  };
};

/** @param locate finds the object that the file names. */
export const readCsvFile = async (
  value: unknown,
  path: Path,
  context: SourceContext,
  locate: typeof locateObject = locateObject,
): Promise<ReadSource<CsvSource>> => {
  const isMap = hasFields(value);
  const fields = isMap ? value : { file: value };
  const { file: name } = fields;
  if (typeof name !== 'string' || name === '') return { problems: [], words: 'csv' };
  const object = await locate(name, isMap ? [...path, 'file'] : path, context);
  const { selection, reading, joinedFiles, ...keys } = await readRowKeys(fields, path, context);
  const problems = [
    ...object.problems,
    ...encodingProblems(fields.encoding, [...path, 'encoding']),
    ...checkHeader(fields.header, [...path, 'header']),
    ...keys.problems,
  ];
  const words = `csv ${name}`;
  if (!object.location || !isDefined(problems)) return { problems, words };
  const source: CsvSource = {
    source: 'csv',
    ...object.location,
    ...formatOf(fields),
    ...reading,
    ...(selection && { selection }),
  };
  return {
    problems,
    words,
    source,
    ...(joinedFiles && { joinedFiles }),
    ...(object.file !== undefined && { file: object.file }),
  };
};

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

/** Reports a star that is not the last step of a path. */
export const rowsProblems = (fields: Fields, path: Path): readonly DefinitionProblem[] =>
  ['rows', 'unnest'].flatMap((key) => {
    const steps = String(fields[key] ?? '').split('.');
    if (!steps.slice(0, -1).includes('*')) return [];
    const inside = steps.filter((step) => step !== '*').join('.');
    const message = `\`${key}\` has a * before its last step`;
    return [{ path: [...path, key], message, hint: `write ${inside}.*: * stands at the end` }];
  });

/** Reads `json: { file, rows, columns, ... }`. */
export const readJsonRows = async (
  fields: Fields,
  path: Path,
  context: SourceContext,
): Promise<ReadSource<JsonRowsSource>> => {
  const { source: document, problems, ...read } = await readJson(fields, path, context);
  const { selection = {}, reading, joinedFiles, ...keys } = await readRowKeys(fields, path, context);
  const { rows, unnest } = fields;
  const ofRows = rowsProblems(fields, path);
  return {
    ...read,
    problems: [...problems, ...ofRows, ...keys.problems],
    ...(joinedFiles && { joinedFiles }),
    ...(document &&
      ofRows.length === 0 && {
        source: {
          ...document,
          source: 'jsonRows',
          rows: typeof rows === 'string' ? rows : '',
          ...(isText(unnest) && { unnest }),
          ...reading,
          selection,
        },
      }),
  };
};
