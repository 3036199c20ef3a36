import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import type {
  CsvSource,
  JsonSource,
  ObjectLocation,
  SqlSource,
  TableSource,
} from '../../shared/config/dashboard-config.ts';
import { checkSql } from './check-sql.ts';
import { describeValue } from './describe-value.ts';
import { findFile } from './find-file.ts';
import { type Finding, isDefined } from './finding.ts';
import { didYouMean, shownName } from './name-words.ts';
import { policyKey } from './policy-key.ts';
import { readTextFile } from './read-text-file.ts';
import type { Path } from './read-yaml.ts';

/** What a source of one endpoint may refer to. */
export interface SourceContext {
  readonly folder: string;
  /** The dashboard's slug, the first part of its objects' keys. */
  readonly dashboard: string;
  readonly database?: NonNullable<SqlSource['database']>;
}

/** A source as the dashboard file gives it: compiled when right, and its file where it is one of data/. */
export interface ReadSource<Source extends TableSource | JsonSource> {
  readonly findings: readonly Finding[];
  readonly source?: Source;
  readonly file?: string;
  /** For a person: `csv traffic.csv`. */
  readonly words: string;
}

type Fields = Readonly<Record<string, unknown>>;

const BUCKET_OBJECT = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/;
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'gbk', 'big5', 'euc-jp', 'shift_jis', 'euc-kr'];
const WESTERN = ['windows-1252', 'windows-1251', 'iso-8859-1', 'iso-8859-15'];
const MAX_STATEMENT_BYTES = 65_536;

interface Located {
  readonly findings: readonly Finding[];
  readonly location?: ObjectLocation;
  readonly file?: string;
}

const wildcardFindings = ({ bucket, key }: Required<ObjectLocation>, path: Path): readonly Finding[] => {
  const granted = policyKey(key);
  if (granted === key) return [];
  const message = `IAM cannot write this key, so the function may read every object of ${bucket} that fits ${granted}`;
  const hint = 'a ? is any one character: rename the object to Latin letters without *, ? and $';
  return [{ path, severity: 'warning', message, hint }];
};

const locateObject = async (name: string, path: Path, { folder, dashboard }: SourceContext): Promise<Located> => {
  if (/^s3:/i.test(name)) {
    const [, bucket = '', key = ''] = BUCKET_OBJECT.exec(name) ?? [];
    if (key !== '') return { findings: wildcardFindings({ bucket, key }, path), location: { bucket, key } };
    return {
      findings: [{ path, message: `${describeValue(name)} names no object of S3`, hint: 'write s3://bucket/key' }],
    };
  }
  const found = await findFile(folder, 'data', name);
  const keyOf = (file: string): ObjectLocation => ({ key: `${dashboard}/${file}` });
  if ('file' in found) return { findings: [], location: keyOf(found.name), file: found.file };
  const { absent, message, hint } = found;
  if (absent === undefined) return { findings: [{ path, message, hint }] };
  return { findings: [{ path, message, hint, about: 'data' }], location: keyOf(absent) };
};

const encodingFindings = (encoding: unknown, path: Path): readonly Finding[] => {
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

/** `csv: file` or `csv: { file, encoding, delimiter, decimal }`, of a form that the schema found right or has reported. */
export const readCsv = async (value: unknown, path: Path, context: SourceContext): Promise<ReadSource<CsvSource>> => {
  const isMap = typeof value === 'object' && value !== null;
  const { file: name, ...format } = isMap ? (value as Fields) : { file: value };
  if (typeof name !== 'string' || name === '') return { findings: [], words: 'csv' };
  const object = await locateObject(name, isMap ? [...path, 'file'] : path, context);
  const findings = [...object.findings, ...encodingFindings(format.encoding, [...path, 'encoding'])];
  const words = `csv ${name}`;
  if (!object.location || !isDefined(findings)) return { findings, words };
  const source = { source: 'csv', ...object.location, ...format } as CsvSource;
  return { findings, words, source, ...(object.file !== undefined && { file: object.file }) };
};

/** `json: file`. */
export const readJson = async (value: unknown, path: Path, context: SourceContext): Promise<ReadSource<JsonSource>> => {
  if (typeof value !== 'string' || value === '') return { findings: [], words: 'json' };
  const { findings, location, file } = await locateObject(value, path, context);
  return {
    findings,
    words: `json ${value}`,
    ...(location && { source: { source: 'json', ...location } }),
    ...(file !== undefined && { file }),
  };
};

interface Statement {
  readonly findings: readonly Finding[];
  readonly text?: string;
  readonly file?: NonNullable<Finding['file']>;
}

const readStatement = async (value: string, path: Path, folder: string): Promise<Statement> => {
  if (!value.startsWith('file:')) return { findings: [], text: value };
  const read = await readTextFile(folder, value.slice('file:'.length), path);
  return 'finding' in read ? { findings: [read.finding] } : { findings: [], text: read.file.text, file: read.file };
};

/** `sql: select ...` or `sql: file:queries/name.sql`; as far as the text can tell. */
export const readSql = async (value: unknown, path: Path, context: SourceContext): Promise<ReadSource<SqlSource>> => {
  const words = 'sql';
  if (typeof value !== 'string') return { findings: [], words };
  const { findings, text, file } = await readStatement(value, path, context.folder);
  if (text === undefined) return { findings, words };
  if (Buffer.byteLength(text) > MAX_STATEMENT_BYTES) {
    const message = `the statement is over ${MAX_STATEMENT_BYTES} bytes`;
    return { findings: [{ path, message, hint: 'put it into a view of the database' }], words };
  }
  const { faults, parameters } = await checkSql(text);
  if (faults.length > 0) return { findings: faults.map((fault) => ({ path, ...(file && { file }), ...fault })), words };
  const { database } = context;
  return { findings, words, source: { source: 'sql', statement: text, parameters, ...(database && { database }) } };
};
