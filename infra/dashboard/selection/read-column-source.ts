import {
  type Aggregate,
  type BucketUnit,
  type ColumnReference,
  type ColumnSource,
  type Condition,
  isAggregate,
  type SelectedValue,
} from '../../../shared/config/selection.ts';
import { BUCKET_UNITS, CELL_AGGREGATES, SOURCE_WORDS, WORDS_BESIDE } from '../../../shared/config/selection-words.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import { inCode } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { atEarlier, COMPOSED, type ReadColumnSource, withConditions } from './read-composed.ts';

type Word = (typeof SOURCE_WORDS)[number];

const ALL_WORDS = new Set<string>([...SOURCE_WORDS, ...Object.values(WORDS_BESIDE).flat()]);

const SUCH_AS = 'write a column of the file, or a map such as `{ sum: Amount }` or `{ constant: orders }`';

type ReadConditions = (where: unknown, path: Path) => readonly Condition[] | undefined;

const elseOf = ({ else: otherwise }: Fields): Pick<Aggregate, 'else'> =>
  otherwise === undefined ? {} : { else: otherwise as SelectedValue };

const readPercent = ({ percent, of }: Fields): Aggregate =>
  of === undefined
    ? { from: 'percentOfRows' }
    : { from: 'percent', part: percent as ColumnReference, of: of as ColumnReference };

const readAggregate = (word: Word, fields: Fields): Aggregate | undefined => {
  if (word === 'count') return { from: 'count' };
  if (word === 'percent') return readPercent(fields);
  if (word === 'percentile')
    return { from: 'percentile', percent: Number(fields.percentile), of: fields.of as ColumnReference };
  const from = CELL_AGGREGATES.find((one) => one === word);
  if (!from) return undefined;
  const { [word]: of, by } = fields;
  return { from, of: of as ColumnReference, ...(by !== undefined && { by: by as ColumnReference }) };
};

const isBucket = (word: Word): word is BucketUnit => (BUCKET_UNITS as readonly string[]).includes(word);

const readCellSource = (word: Word, fields: Fields): ColumnSource => {
  if (isBucket(word)) return { from: 'bucket', unit: word, of: fields[word] as ColumnReference };
  if (word === 'constant') return { from: 'constant', value: fields.constant as SelectedValue };
  if (word === 'palette') return { from: 'palette', values: fields.palette as readonly SelectedValue[] };
  if (word === 'list') return { from: 'list', of: fields.list as readonly ColumnReference[] };
  const { map, to } = fields;
  return {
    from: 'map',
    of: map as ColumnReference,
    to: to as Readonly<Record<string, SelectedValue>>,
    ...elseOf(fields),
  };
};

/** Reports a missing or second main key. The schema reports unknown keys, which may be a misspelled main key. */
const wordProblems = (words: readonly Word[], fields: Fields, path: Path): readonly DefinitionProblem[] => {
  const areKnown = Object.keys(fields).every((key) => ALL_WORDS.has(key));
  if (words.length === 1 || !areKnown) return [];
  const name = namePath(path);
  if (words.length === 0) return [{ path, part: 'key', message: say`${name} has no source`, hint: SUCH_AS }];
  const message = say`${name} has several sources: ${words.map(inCode).join(', ')}`;
  return [{ path: [...path, words[1] as Word], part: 'key', message, hint: 'keep one of them' }];
};

const BELONGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    else: '`else` belongs to an aggregate or a `map`',
    earlier: '`earlier` belongs to an aggregate',
  }),
);

const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

const allowedBeside = (word: Word, known: readonly string[]): string =>
  known.length > 0
    ? `\`${word}\` allows only ${listed(known.map(inCode))} beside it`
    : `\`${word}\` allows no other key beside it`;

const companionProblems = (word: Word, fields: Fields, path: Path): readonly DefinitionProblem[] => {
  const known = WORDS_BESIDE[word] ?? [];
  return Object.keys(fields)
    .filter((key) => key !== word && !known.includes(key))
    .map((key) => ({
      path: [...path, key],
      part: 'key',
      message: say`${namePath([...path, key])} cannot be beside \`${word}\``,
      hint: BELONGS.get(key) ?? allowedBeside(word, known),
    }));
};

const percentileProblems = ({ percentile, of }: Fields, path: Path): readonly DefinitionProblem[] => {
  if (of !== undefined || typeof percentile !== 'number') return [];
  const message = say`${namePath([...path, 'of'])} is missing`;
  return [{ path, part: 'key', message, hint: 'name the column, such as `{ percentile: 95, of: ms }`' }];
};

const percentProblems = ({ percent, of, where }: Fields, path: Path): readonly DefinitionProblem[] => {
  const ofRows = percent === 'rows';
  if (ofRows ? of === undefined && where !== undefined : of !== undefined) return [];
  const message = say`${namePath(path)} does not say of what it is a percentage`;
  const hint =
    'write `{ percent: errors, of: requests }` for two columns, or `{ percent: rows, where: { Status: paid } }` for rows; a column named rows is given by its position';
  return [{ path, part: 'key', message, hint }];
};

const problemsOf = (fields: Fields, words: readonly Word[], path: Path): readonly DefinitionProblem[] => {
  const [word] = words;
  const problems = wordProblems(words, fields, path);
  if (word === undefined || problems.length > 0) return problems;
  const beside = companionProblems(word, fields, path);
  if (beside.length > 0) return beside;
  if (word === 'percent') return percentProblems(fields, path);
  if (word === 'percentile') return percentileProblems(fields, path);
  if (word !== 'map' || hasFields(fields.to)) return [];
  const hint = 'add `to`, a map from cells to values, such as `{ up: 0, down: 2 }`';
  return [{ path, part: 'key', message: say`${namePath([...path, 'to'])} is missing`, hint }];
};

const isReference = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const isScalar = (value: unknown): boolean => isReference(value) || typeof value === 'boolean';
const isMissingOr = (value: unknown, isValid: (one: unknown) => boolean): boolean =>
  value === undefined || isValid(value);

/** Tests for the values of words, except words whose value is always a column of the file. */
const VALUE_TESTS: Partial<Record<Word, (fields: Fields) => boolean>> = {
  count: () => true,
  formula: ({ formula }) => typeof formula === 'string',
  change: ({ change }) => hasFields(change),
  difference: ({ difference }) => hasFields(difference),
  running: ({ running }) => hasFields(running),
  moving: ({ moving }) => hasFields(moving),
  percentile: ({ percentile, of }) => typeof percentile === 'number' && isReference(of),
  constant: ({ constant }) => isScalar(constant),
  palette: ({ palette }) => Array.isArray(palette) && palette.every(isScalar),
  list: ({ list }) => Array.isArray(list) && list.every(isReference),
  map: ({ map, to }) => isReference(map) && Object.values(asFields(to)).every(isScalar),
};

const isReadable = (word: Word, fields: Fields): boolean =>
  (VALUE_TESTS[word]?.(fields) ?? isReference(fields[word])) &&
  isMissingOr(fields.else, isScalar) &&
  isMissingOr(fields.by, isReference) &&
  isMissingOr(fields.of, isReference);

const isComposed = (word: Word): word is keyof typeof COMPOSED => Object.hasOwn(COMPOSED, word);

const addCompanions = (
  source: ColumnSource,
  word: Word,
  fields: Fields,
  path: Path,
  readConditions: ReadConditions,
): ColumnSource => {
  if (!isAggregate(source)) return source.from === 'cell' ? { ...source, ...elseOf(fields) } : source;
  const where = 'where' in fields ? readConditions(fields.where, [...path, 'where']) : undefined;
  const limited = where ? withConditions(source, where) : source;
  const moved = WORDS_BESIDE[word]?.includes('where') ? atEarlier(limited, fields) : limited;
  return { ...moved, ...elseOf(fields) };
};

/** Reads a column of the file, or a map such as `{ sum: Amount }`. */
export const readColumnSource = (value: unknown, path: Path, readConditions: ReadConditions): ReadColumnSource => {
  if (typeof value === 'string' || typeof value === 'number')
    return { problems: [], source: { from: 'cell', of: value } };
  if (!hasFields(value) || Object.keys(value).length === 0) return { problems: [] };
  const words = SOURCE_WORDS.filter((word) => Object.hasOwn(value, word));
  const problems = problemsOf(value, words, path);
  const [word] = words;
  if (word === undefined || problems.length > 0 || !isReadable(word, value)) return { problems };
  const read = isComposed(word)
    ? COMPOSED[word](value, path, (nested, at) => readColumnSource(nested, at, readConditions))
    : { problems, source: readAggregate(word, value) ?? readCellSource(word, value) };
  return read.source ? { ...read, source: addCompanions(read.source, word, value, path, readConditions) } : read;
};
