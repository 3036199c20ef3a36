import type { ColumnReference } from '../../../shared/config/selection.ts';
import type { CsvSource, JoinedSource, JsonSource, TableSource } from '../../../shared/config/sources.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';
import type { KeysAt } from '../selection/read-selection.ts';

/** `source` is absent if it is invalid. */
export interface ReadSource<Source extends TableSource | JsonSource> {
  readonly problems: readonly DefinitionProblem[];
  readonly source?: Source;
  /** Present if the source is a file of data/. */
  readonly file?: string;
  /** The joined files of data/: absolute paths by their names in dashboard.yml. */
  readonly joinedFiles?: Readonly<Record<string, string>>;
  /** Present if the source is a list. */
  readonly parts?: readonly ReadSource<CsvSource>[];
  /** `csv traffic.csv`. */
  readonly words: string;
}

export interface ReadJoins {
  readonly problems: readonly DefinitionProblem[];
  readonly join?: readonly JoinedSource[];
  /** Absolute paths by their names in dashboard.yml. */
  readonly joinedFiles?: Readonly<Record<string, string>>;
}

const isReference = (value: unknown): value is ColumnReference =>
  (typeof value === 'string' && value !== '') || (Number.isInteger(value) && Number(value) > 0);

/** Reads `on: Region` or `on: { Region: Code }`. A key that is a whole number without quotes is a position. */
const readOn = (on: unknown, path: Path, keysAt: KeysAt): JoinedSource['on'] => {
  if (isReference(on)) return [[on, on]];
  if (!hasFields(on)) return [];
  return keysAt(path).flatMap(({ name, isNumber }) => {
    const { [name]: theirs } = on;
    return isReference(theirs) ? [[isNumber ? Number(name) : name, theirs] as const] : [];
  });
};

const NAME = /^\p{L}[\p{L}\p{N}_]*$/u;

const nameProblems = (name: string, path: Path): readonly DefinitionProblem[] =>
  NAME.test(name)
    ? []
    : [{ path, part: 'key', message: say`a name is one word: '${name}'`, hint: 'use letters, digits and underscores' }];

type ReadCsvFile = (value: unknown, path: Path) => Promise<ReadSource<CsvSource>>;

const readOne = async (name: string, value: unknown, path: Path, keysAt: KeysAt, readFile: ReadCsvFile) => {
  const { on: written, ...fields } = asFields(value);
  const { problems, source, file } = await readFile(fields, path);
  const on = readOn(written, [...path, 'on'], keysAt);
  const named = String(fields.file);
  const { source: _, ...format } = source ?? {};
  const joined = source && on.length > 0 ? { ...format, key: source.key, name, file: named, on } : undefined;
  return {
    problems: [...nameProblems(name, path), ...problems],
    joined,
    file: file === undefined ? {} : { [named]: file },
  };
};

/** @param readFile reads the map of a CSV file. */
export const readJoins = async (
  fields: Fields,
  path: Path,
  keysAt: KeysAt,
  readFile: ReadCsvFile,
): Promise<ReadJoins> => {
  if (!hasFields(fields.join)) return { problems: [] };
  const at = [...path, 'join'];
  if (!hasFields(fields.columns)) {
    const hint = 'say what fills each column of the component, such as `columns: { name: Region, value: goals.Goal }`';
    return { problems: [{ path: at, part: 'key', message: say`${namePath(at)} needs \`columns\``, hint }] };
  }
  const read = await Promise.all(
    Object.entries(fields.join).map(([name, value]) => readOne(name, value, [...at, name], keysAt, readFile)),
  );
  const join = read.flatMap(({ joined }) => joined ?? []);
  return {
    problems: read.flatMap(({ problems }) => problems),
    ...(join.length > 0 && { join, joinedFiles: Object.assign({}, ...read.map(({ file }) => file)) }),
  };
};
