import type {
  ColumnReference,
  ColumnSource,
  Condition,
  ConditionValue,
  ParameterTest,
  Selection,
  SortKey,
  Test,
  WindowConfig,
  WindowSpan,
} from '../../../shared/config/selection.ts';
import { SELECTION_KEYS, WINDOW_SPANS } from '../../../shared/config/selection-words.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import type { Path, YamlFile } from '../folder/read-yaml.ts';
import { readColumnSource } from './read-column-source.ts';

/** Lists keys in their order in the file. */
export type KeysAt = YamlFile['keysAt'];

/** Lacks the parts that are invalid; the schema reports most of them. */
export interface ReadSelection {
  readonly problems: readonly DefinitionProblem[];
  /** Absent if the file is read by position. */
  readonly selection?: Selection;
}

const isReference = (value: unknown): value is ColumnReference =>
  (typeof value === 'string' && value !== '') || (Number.isInteger(value) && Number(value) > 0);

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const isParameter = (value: unknown): boolean => hasFields(value) && typeof value.parameter === 'string';

const readTest = (word: string, value: unknown): readonly Test[] => {
  const isOfRequest = asList(value).some(isParameter);
  if (isOfRequest) return [{ is: 'parameter', word, of: asList(value) } as ParameterTest];
  if (word === 'any') return [{ is: 'any', of: asList(value) as readonly ConditionValue[] }];
  if (word === 'not') return [{ is: 'not', of: asList(value) as readonly ConditionValue[] }];
  return [{ is: word, of: value } as Test];
};

const readCondition = (value: unknown, words: readonly string[]): readonly Test[] => {
  if (!hasFields(value)) return readTest('any', value);
  return words.flatMap((word) =>
    word === 'parameter' ? readTest('any', { parameter: value.parameter }) : readTest(word, value[word]),
  );
};

/** Reads `where`. A key that is a whole number without quotes is a position. */
export const readConditions = (value: unknown, path: Path, keysAt: KeysAt): readonly Condition[] | undefined => {
  if (!hasFields(value)) return undefined;
  return keysAt(path).map(({ name, isNumber }) => {
    const below = [...path, name];
    const words = hasFields(value[name]) ? keysAt(below).map((key) => key.name) : [];
    return { column: isNumber ? Number(name) : name, tests: readCondition(value[name], words) };
  });
};

/** Reads the length of a window: a calendar span, or a duration. */
export const readLength = (last: unknown): WindowSpan | number | undefined =>
  WINDOW_SPANS.find((span) => span === last) ?? parseDuration(last);

const readWindow = (value: unknown): WindowConfig | undefined => {
  const { of, last, atMost } = hasFields(value) ? value : ({ of: value } as Fields);
  if (!isReference(of)) return undefined;
  const length = readLength(last);
  const bound = parseDuration(atMost);
  return { of, ...(length !== undefined && { last: length }), ...(bound !== undefined && { atMost: bound }) };
};

const readSortKey = (value: unknown): readonly SortKey[] => {
  if (hasFields(value)) return [];
  const text = String(value);
  const descending = text.startsWith('-');
  const column = descending ? text.slice(1) : text;
  return column === '' ? [] : [{ column, descending }];
};

/** Reports a window that has two lengths, `last` and `atMost`. */
export const windowLengthProblems = (value: unknown, path: Path): readonly DefinitionProblem[] => {
  const { last, atMost } = asFields(value);
  if (last === undefined || atMost === undefined) return [];
  const message = '`window` has both `last` and `atMost`';
  const hint = 'keep `last` for a fixed length, or `atMost` to limit the length that a request chooses';
  return [{ path: [...path, 'atMost'], part: 'key', message, hint }];
};

/** Prevents that the column of an invalid source is reported as missing, too. */
const UNREADABLE: ColumnSource = { from: 'count' };

const readColumns = (value: unknown, path: Path, keysAt: KeysAt) => {
  if (!hasFields(value)) return { problems: [] };
  const read = keysAt(path).map(({ name }) => ({
    name,
    ...readColumnSource(value[name], [...path, name], (where, at) => readConditions(where, at, keysAt)),
  }));
  return {
    problems: read.flatMap(({ problems }) => problems),
    ...(read.length > 0 && { columns: read.map(({ name, source = UNREADABLE }) => ({ name, source })) }),
  };
};

export const readSelection = (fields: Fields, path: Path, keysAt: KeysAt): ReadSelection => {
  if (!SELECTION_KEYS.some((key) => Object.hasOwn(fields, key))) return { problems: [] };
  const { unpivot, unique, fill, sort, limit, per, rest } = fields;
  const { problems, columns } = readColumns(fields.columns, [...path, 'columns'], keysAt);
  const where = readConditions(fields.where, [...path, 'where'], keysAt);
  const window = 'window' in fields ? readWindow(fields.window) : undefined;
  return {
    problems: [...windowLengthProblems(fields.window, [...path, 'window']), ...problems],
    selection: {
      ...(Array.isArray(unpivot) && { unpivot: unpivot.filter(isReference) }),
      ...(where && { where }),
      ...(window && { window }),
      ...(columns && { columns }),
      ...((fill === 0 || fill === 'blank') && { fill }),
      ...(unique === true && { unique }),
      ...(sort !== undefined && { sort: asList(sort).flatMap(readSortKey) }),
      ...(typeof limit === 'number' && { limit }),
      ...(per !== undefined && { per: String(per) }),
      ...(typeof rest === 'string' && { rest }),
    },
  };
};
