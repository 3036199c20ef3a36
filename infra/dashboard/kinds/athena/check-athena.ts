import type { AthenaSource } from '../../../../shared/kinds/athena/athena-query.ts';
import type { DefinitionProblem } from '../../folder/definition-problem.ts';
import { asFields, type Fields } from '../../folder/fields.ts';
import { describeValue } from '../../folder/name-words.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { type CheckedAthenaSql, checkAthenaSql } from '../../sql/check-athena-sql.ts';
import { localProblems } from '../../sql/foreign-syntax.ts';
import { locateStatement, readStatement } from '../../sql/read-statement.ts';
import type { SourceKind } from '../source-kind.ts';

/** Where queries through Athena run, and what they may read: `athena` of dashboard.yml, or keys of a dataset. */
interface AthenaSettings {
  /** Absent for the workgroup that the stack makes. */
  readonly workgroup?: string;
  readonly database?: string;
  readonly catalog?: string;
  /** Bytes that one query may scan. */
  readonly scan: number;
  /** Bytes that a query usually scans, if the dataset says so. */
  readonly scanned?: number;
  /** Prefixes of the tables' files: `s3://bucket/prefix/`, each ending in a slash. */
  readonly data?: readonly string[];
  /** Folder in S3 in which a named workgroup puts its results: `s3://bucket/prefix/`. */
  readonly results?: string;
}

/** Bytes of each unit. AWS counts in powers of ten. */
const UNIT_BYTES: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

const DEFAULT_SCAN_BYTES = 1e9;

/** Minimum number of bytes that Athena charges for a query, and the smallest limit that a workgroup accepts. */
export const MIN_SCAN_BYTES = 10e6;

/** Reads `500 MB`, `1.5 GB` or `2 TB` as bytes. Returns undefined for anything else. */
const parseBytes = (text: unknown): number | undefined => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?(MB|GB|TB)$/.exec(String(text)) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (UNIT_BYTES[unit] ?? 0));
};

const folderOf = (prefix: string): string => (prefix.endsWith('/') ? prefix : `${prefix}/`);

/** Prefers a dataset's own keys to those of `athena` at the top. Expects what the schema accepts. */
const compileAthena = (own: unknown, top: unknown): AthenaSettings => {
  const { workgroup, database, catalog, scan, scanned, data, results } = { ...asFields(top), ...asFields(own) };
  const usual = parseBytes(scanned);
  return {
    ...(typeof workgroup === 'string' && { workgroup }),
    ...(typeof database === 'string' && { database }),
    ...(typeof catalog === 'string' && { catalog }),
    scan: parseBytes(scan) ?? DEFAULT_SCAN_BYTES,
    ...(usual !== undefined && { scanned: usual }),
    ...(data !== undefined && { data: [data].flat().map((prefix) => folderOf(String(prefix))) }),
    ...(typeof results === 'string' && { results: folderOf(results) }),
  };
};

const checkScan = ({ scan }: Fields, path: Path): readonly DefinitionProblem[] => {
  const bytes = parseBytes(scan);
  if (bytes === undefined || bytes >= MIN_SCAN_BYTES) return [];
  const message = `\`scan\` cannot be ${describeValue(scan)}`;
  return [{ path: [...path, 'scan'], message, hint: 'write 10 MB or more: Athena charges 10 MB for any query' }];
};

const checkScanned = (fields: Fields, path: Path, top: Fields): readonly DefinitionProblem[] => {
  const { scan, scanned = 0 } = compileAthena(fields, top);
  if (scanned <= scan) return [];
  const limit = fields.scan ?? top.scan ?? '1 GB';
  const message = `\`scanned\` is ${fields.scanned}, and \`scan\` allows a query ${limit}`;
  return [{ path: [...path, 'scanned'], message, hint: 'write what a query usually scans, or raise `scan`' }];
};

const checkResults = ({ results }: Fields, { workgroup }: Fields, path: Path): readonly DefinitionProblem[] => {
  if (results === undefined || workgroup !== undefined) return [];
  const message = '`results` is for a workgroup of your own, and no `workgroup` is named';
  const hint = 'add `workgroup`, or leave `results` out: in its own workgroup the stack lets Athena keep the results';
  return [{ path: [...path, 'results'], part: 'key', message, hint }];
};

/** @param path the path of `athena` or a dataset. @param top the settings that a dataset falls back to. */
export const checkAthena = (fields: Fields, path: Path, top: Fields = {}): readonly DefinitionProblem[] => [
  ...checkScan(fields, path),
  ...checkScanned(fields, path, top),
  ...checkResults(fields, { ...top, ...fields }, path),
];

const checkForAthena = (text: string): CheckedAthenaSql => {
  const checked = checkAthenaSql(text);
  return checked.problems.length > 0 ? checked : { ...checked, problems: localProblems(text) };
};

const ATHENA_RULES = { maxBytes: 262_144, shorten: 'put it into a view of the database', check: checkForAthena };

const missingDatabase = ({ database }: AthenaSettings, path: Path): readonly DefinitionProblem[] =>
  database === undefined
    ? [
        {
          path,
          part: 'key',
          message: 'the query has no database',
          hint: 'add `athena: { database: shop }` at the top of the file, or `database: shop` to the dataset',
        },
      ]
    : [];

/** Reads `athena: select ...`, and the keys of a dataset that belong to it. */
export const readAthena: SourceKind['check'] = async (fields, path, { top, folder }) => {
  const settings = compileAthena(fields, top.athena);
  const { workgroup, database = '', catalog, scan, scanned, data, results } = settings;
  const words = 'athena';
  const ofSettings = [...missingDatabase(settings, path), ...checkAthena(fields, path, asFields(top.athena))];
  const located = locateStatement(fields.athena, [...path, 'athena']);
  if (typeof located.value !== 'string') return { words, problems: ofSettings };
  const { problems, checked } = await readStatement(located.value, located.path, folder, ATHENA_RULES);
  if (!checked) return { words, problems: [...ofSettings, ...problems] };
  const { statement, parameters, columns } = checked;
  const source: AthenaSource = {
    source: 'athena',
    statement,
    parameters,
    ...(workgroup !== undefined && { workgroup }),
    database,
    ...(catalog !== undefined && { catalog }),
  };
  return {
    words,
    problems: [...ofSettings, ...problems],
    source,
    settings: {
      scan,
      ...(scanned !== undefined && { scanned }),
      ...(data && { data }),
      ...(results !== undefined && { results }),
    },
    ...(columns && { columns }),
  };
};
