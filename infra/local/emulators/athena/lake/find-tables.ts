import { readFile, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { nearestNames } from '../../../../../shared/catalogue/nearest-names.ts';
import { type DefinitionProblem, placeProblem } from '../../../../dashboard/folder/definition-problem.ts';
import { type Diagnostic, type Place, placeAt } from '../../../../dashboard/folder/diagnostic.ts';
import { asFields, hasFields } from '../../../../dashboard/folder/fields.ts';
import { listFiles } from '../../../../dashboard/folder/find-file.ts';
import { describeValue, didYouMean } from '../../../../dashboard/folder/name-words.ts';
import { readYaml } from '../../../../dashboard/folder/read-yaml.ts';
import { unknownKey } from '../../../../dashboard/registry/unknown-key.ts';
import { posixPath } from '../../../../program/project-root.ts';
import { splitAtCommas, tokenize } from '../../../../trino/sql-tokens.ts';

/** Athena's names of types, in the order of the columns. Names of columns are in lower case. */
export interface TableTypes {
  readonly columns: Readonly<Record<string, string>>;
  readonly partitions: Readonly<Record<string, string>>;
}

export interface ReadTypes {
  readonly types: TableTypes;
  readonly problems: readonly Diagnostic[];
}

/** A types file or a file of the lake that cannot be read, with its place: by default the start of the file. */
export class LakeError extends Error {
  readonly place: Place;
  readonly hint: string;

  constructor(name: string, message: string, place: Pick<Place, 'file'> & Partial<Place>, hint: string) {
    super(`${name}: ${message}`);
    this.place = { line: 1, column: 1, ...place };
    this.hint = hint;
  }
}

/** DuckDB's names of types, by Athena's names that differ. If several names mean one type, the first is the name in Glue. */
const NAMES = { string: 'VARCHAR', int: 'INTEGER', float: 'FLOAT', binary: 'BLOB', integer: 'INTEGER', real: 'FLOAT' };

const SIMPLE = [...Object.keys(NAMES), ...'bigint boolean date double smallint timestamp tinyint'.split(' ')].sort();

const splitTypes = (list: string): readonly string[] => {
  const parts = splitAtCommas(tokenize(list.replaceAll('<', '(').replaceAll('>', ')')));
  return parts.map(([first, ...others]) => {
    const last = others.at(-1) ?? first;
    return first && last ? list.slice(first.offset, last.offset + last.text.length) : '';
  });
};

const MAX_DIGITS = 38;

/** Returns undefined if Athena has no such type. */
export const duckDbType = (written: string): string | undefined => {
  const type = written.trim().toLowerCase();
  if (SIMPLE.includes(type)) return NAMES[type as keyof typeof NAMES] ?? type.toUpperCase();
  if (/^(?:var)?char(?:\(\d+\))?$/.test(type)) return 'VARCHAR';
  const [, digits, scale = '0'] = /^decimal\((\d+)(?:, ?(\d+))?\)$/.exec(type) ?? [];
  if (digits)
    return Number(digits) <= MAX_DIGITS && Number(scale) <= Number(digits) ? `DECIMAL(${digits},${scale})` : undefined;
  const [, kind, inside = ''] = /^(array|map|struct)<(.*)>$/s.exec(type) ?? [];
  if (!kind) return undefined;
  const parts = splitTypes(inside).map((part) => {
    const [, name = '', own = part] = kind === 'struct' ? (/^\s*(\w+)\s*:(.*)$/s.exec(part) ?? []) : [];
    const found = duckDbType(own);
    return found && (kind === 'struct' ? name && `"${name}" ${found}` : found);
  });
  if (parts.some((part) => !part) || parts.length !== (kind === 'array' ? 1 : kind === 'map' ? 2 : parts.length))
    return undefined;
  return kind === 'array' ? `${parts[0]}[]` : `${kind.toUpperCase()}(${parts.join(', ')})`;
};

/** As Glue writes it: `decimal(10,2)`, `array<string>`. */
export const athenaType = (type: string): string => {
  if (type.endsWith('[]')) return `array<${athenaType(type.slice(0, -2))}>`;
  return Object.entries(NAMES).find(([, name]) => name === type)?.[0] ?? type.toLowerCase();
};

const KEYS: readonly string[] = ['columns', 'partitions'];

const unknownKeys = (value: unknown): readonly DefinitionProblem[] =>
  Object.keys(asFields(value))
    .filter((key) => !KEYS.includes(key))
    .map((key) => unknownKey([key], nearestNames(key, KEYS, 2), KEYS, value));

const wrongTypes = (value: unknown, key: string): readonly DefinitionProblem[] => {
  const { [key]: types } = asFields(value);
  if (types === undefined && key === 'partitions') return [];
  if (!hasFields(types)) {
    const hint = `write \`${key}: { region: string }\``;
    return [{ path: [key], message: `\`${key}\` must be a map of names and types`, hint }];
  }
  return Object.entries(types).flatMap(([name, type]): readonly DefinitionProblem[] => {
    if (typeof type === 'string' && duckDbType(type) !== undefined) return [];
    const near = nearestNames(String(type), [...SIMPLE, 'varchar', 'decimal(10,2)'], 2);
    const hint =
      near.length > 0
        ? didYouMean(near)
        : "write a type of Athena, such as string, bigint, double, 'decimal(10,2)', date or timestamp";
    return [{ path: [key, name], message: `Athena has no type ${describeValue(type)}`, hint }];
  });
};

const repeated = (value: unknown): readonly DefinitionProblem[] => {
  const { columns, partitions } = asFields(value);
  const both = Object.keys(asFields(partitions)).filter((name) => Object.hasOwn(asFields(columns), name));
  return both.map((name) => ({
    path: ['partitions', name],
    part: 'key',
    message: `${name} is a column and a partition`,
    hint: 'Athena takes the values of a partition from the path: remove it from `columns`',
  }));
};

const problemsOf = (value: unknown): readonly DefinitionProblem[] => {
  if (!hasFields(value))
    return [{ path: [], message: 'a types file is a map', hint: 'write `columns: { region: string }`' }];
  return [...unknownKeys(value), ...KEYS.flatMap((key) => wrongTypes(value, key)), ...repeated(value)];
};

const lower = (types: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(asFields(types)).map(([name, type]) => [name.toLowerCase(), String(type).toLowerCase()]),
  );

/** Reads `data/lake/<table>.yml`, which has the types of a table as the Glue catalogue has them. */
const readTypes = async (file: string): Promise<ReadTypes> => {
  const text = await readFile(file, 'utf8');
  const yaml = readYaml(text);
  const syntax = yaml.problems.map(({ offset, ...problem }) => ({ ...placeAt(file, text, offset), ...problem }));
  const own = yaml.value === undefined ? [] : problemsOf(yaml.value);
  const { columns, partitions } = asFields(yaml.value);
  return {
    types: { columns: lower(columns), partitions: lower(partitions) },
    problems: [
      ...syntax.map((problem) => ({ ...problem, severity: 'error' as const })),
      ...own.map((problem) => placeProblem(file, yaml, problem)),
    ],
  };
};

type FileFormat = 'parquet' | 'csv';

export interface LakeFile {
  readonly path: string;
  readonly bytes: number;
  /** Changes whenever the file changes. */
  readonly fingerprint: string;
}

/** Files of one format with the same columns. */
export interface LakeTable {
  /** In lower case, as the Glue catalogue has it. */
  readonly name: string;
  readonly format: FileFormat;
  /**
   * The columns of the partitions in lower case. The names of folders contain the values of these columns, such as
   * `day=2026-11-20`.
   */
  readonly partitions: readonly string[];
  readonly files: readonly LakeFile[];
  /** The types in the types file of the table, and the problems of this file. Absent if the table has no types file. */
  readonly declared?: ReadTypes;
}

const FORMAT = /\.(parquet|csv)$/i;

const formatOf = (path: string): FileFormat | undefined => FORMAT.exec(path)?.[1]?.toLowerCase() as FileFormat;

const LAKE = 'lake';

const isTableFile = (path: string): boolean =>
  !path.includes('/') || path.includes('=') || formatOf(path) === 'parquet';

/** Returns the name of a file's table: the first part of its path, without `lake/`. */
const tableOf = (path: string): string | undefined => {
  const parts = path.split('/');
  const inLake = parts[0] === LAKE && parts.length > 1;
  if (!inLake && !isTableFile(path)) return undefined;
  return parts[inLake ? 1 : 0]?.replace(FORMAT, '').toLowerCase();
};

const partitionsOf = (path: string): readonly string[] =>
  path.split('/').flatMap((part) => /^([^=]+)=/.exec(part)?.[1]?.toLowerCase() ?? []);

const readLakeFile = async (path: string): Promise<LakeFile> => {
  const { size, mtimeMs, ino } = await stat(path);
  return { path, bytes: size, fingerprint: `${ino} ${size} ${mtimeMs}` };
};

const isHidden = (path: string): boolean => path.split('/').some((part) => /^[._]/.test(part));

/** Chooses the format of a table. If it has Parquet files, its CSV files are ignored. */
const chooseFormat = (paths: readonly string[]): FileFormat =>
  paths.some((path) => formatOf(path) === 'parquet') ? 'parquet' : 'csv';

const TYPES_FILE = /^lake\/([^/]+)\.yml$/i;

const readAllTypes = async (data: string, paths: readonly string[]): Promise<ReadonlyMap<string, ReadTypes>> => {
  const files = paths.flatMap((path) => {
    const [, name] = TYPES_FILE.exec(posixPath(relative(data, path))) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), path] as const];
  });
  return new Map(await Promise.all(files.map(async ([name, path]) => [name, await readTypes(path)] as const)));
};

/**
 * Finds the tables in a dashboard's `data/`. Each folder `lake/<table>/` with CSV or Parquet files is a table, and may
 * have folders of partitions such as `day=2026-11-20`. Each CSV or Parquet file directly in `data/` is a table, too. A
 * table whose types are in `lake/<table>.yml` needs no files.
 */
export const findTables = async (data: string): Promise<readonly LakeTable[]> => {
  const all = (await listFiles(data, data)).filter((path) => !isHidden(posixPath(relative(data, path))));
  const types = await readAllTypes(data, all);
  const groups = Map.groupBy(all.filter(formatOf), (path) => tableOf(posixPath(relative(data, path))));
  for (const name of types.keys()) if (!groups.has(name)) groups.set(name, []);
  const tables = Array.from(groups, async ([name, paths]): Promise<readonly LakeTable[]> => {
    if (name === undefined) return [];
    const format = chooseFormat(paths);
    const files = paths.filter((path) => formatOf(path) === format).sort();
    const declared = types.get(name);
    const partitions = declared
      ? Object.keys(declared.types.partitions)
      : partitionsOf(posixPath(relative(data, files[0] ?? data)));
    return [
      { name, format, partitions, files: await Promise.all(files.map(readLakeFile)), ...(declared && { declared }) },
    ];
  });
  return (await Promise.all(tables)).flat();
};
