import type { Condition, SelectedColumn, SelectedValue, Selection } from '../../../shared/config/selection.ts';
import { COMPARISONS } from '../../../shared/config/selection-words.ts';
import { typeConstant, typeOwnConstant } from '../../../shared/selection/cell-source.ts';
import { readBound } from '../../../shared/selection/conditions.ts';
import type { CellSettings } from '../../../shared/selection/row-context.ts';
import { type CellFault, isCellFault } from '../../../shared/tabular/cell-fault.ts';
import type { Column } from '../../../shared/tabular/column.ts';
import { createTimeReader, TIME_LETTERS, timePart, timeTokens } from '../../../shared/tabular/time-pattern.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Path } from '../folder/read-yaml.ts';

/** Matches letters that stand for themselves, as in 2026-11-20T08:31Z. */
const LITERAL = /^[TZ]$/;

/** The parts of a time, from the largest to the smallest. */
const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;

/** The letters of a date or of a time of day, in the writing of other systems, and what they mean here. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/Y{3,}|y{3,}/g, 'yyyy'],
  [/YY/g, 'yy'],
  [/D+/g, 'dd'],
  [/(?<=y\W?)mm(?!\W?[sS])|(?<![HhkK]\W?)mm(?=\W?[dDyY])/g, 'MM'],
  [/h+|k+/g, 'HH'],
  [/(?<=HH\W?)MM/g, 'mm'],
  [/S+(?![^s]*s)/g, 'SSS'],
  [/SS$/g, 'ss'],
];

const letterRuns = (pattern: string): readonly string[] =>
  timeTokens(pattern)
    .map((token) => (timePart(token) === undefined ? token : ' '))
    .join('')
    .match(/[A-Za-z]+/g)
    ?.filter((word) => !LITERAL.test(word)) ?? [];

const unknownLetters = (pattern: string): string | undefined => {
  const words = letterRuns(pattern);
  if (words.length === 0) return undefined;
  return `\`dates\` has ${words.map((word) => `'${word}'`).join(' and ')}, which ${words.length > 1 ? 'are no parts' : 'is no part'} of a time`;
};

const partsOf = (pattern: string) => timeTokens(pattern).flatMap((token) => timePart(token) ?? []);

const repeatedPart = (pattern: string): string | undefined => {
  const parts = partsOf(pattern);
  const twice = parts.find((part, index) => parts.indexOf(part) !== index);
  return twice && `\`dates\` has the ${twice} twice`;
};

const loosePart = (pattern: string): string | undefined => {
  const parts = new Set<string>(partsOf(pattern));
  if (parts.size === 0) return '`dates` has no part of a time';
  if (parts.has('minute') && !parts.has('month') && !parts.has('hour') && parts.has('year'))
    return '`dates` has minutes (mm) where the month (MM) belongs';
  const largest = parts.has('year') || parts.has('month') || parts.has('day') ? 0 : PARTS.indexOf('hour');
  const smallest = PARTS.findLastIndex((part) => parts.has(part));
  const missing = PARTS.slice(largest, smallest).findLast((part) => !parts.has(part));
  return missing && `\`dates\` has the ${PARTS[smallest]} without the ${missing}`;
};

const problemOf = (pattern: string): string | undefined =>
  unknownLetters(pattern) ?? repeatedPart(pattern) ?? loosePart(pattern);

/** Returns the pattern that was meant, if it has the same parts in the writing of another system. */
const meantBy = (pattern: string): string | undefined => {
  const meant = MEANT.reduce((text, [letters, ours]) => text.replace(letters, ours), pattern);
  return meant !== pattern && problemOf(meant) === undefined ? meant : undefined;
};

/**
 * Checks how a file writes its times, which is a pattern or `seconds`. Every letter must be a part of a time, and each
 * part needs all larger ones of its date or its time of day, because missing parts would be those of 1970-01-01.
 */
export const checkDates = (dates: unknown, path: Path): readonly DefinitionProblem[] => {
  if (typeof dates !== 'string' || dates === '' || dates === 'seconds') return [];
  const message = problemOf(dates);
  if (message === undefined) return [];
  const meant = meantBy(dates);
  const example = `the parts of a time are ${TIME_LETTERS.join(' ')}, such as yyyy-MM-dd HH:mm`;
  return [{ path, message, hint: meant === undefined ? example : `write ${meant}` }];
};

/** The parts of a source that decide how the values of a selection are read. */
export interface SelectedFrom {
  readonly selection: Selection;
  /** How the source writes its times. */
  readonly dates?: string;
}

/** Returns settings with any time zone, because the zone does not decide whether a time is valid. */
const settingsOf = ({ dates }: SelectedFrom): CellSettings => ({
  decimal: '.',
  timezone: 'UTC',
  readTime: createTimeReader(dates, 'UTC'),
  dates,
});

/** Creates the problem of a value. Such an endpoint is deployed, and its response is the same error. */
const problemAt = (path: Path, { fault, hint }: CellFault): DefinitionProblem => ({
  path,
  message: fault,
  hint,
  about: 'data',
});

const BOUNDS: ReadonlySet<string> = new Set(COMPARISONS);

/** Finds the bounds of comparisons, such as `above`, that should be times and are not. */
const checkBounds = (
  where: readonly Condition[] = [],
  settings: CellSettings,
  path: Path,
): readonly DefinitionProblem[] =>
  where.flatMap(({ column, tests }) =>
    tests.flatMap(({ is, of }) => {
      const bound = BOUNDS.has(is) && typeof of === 'string' ? readBound(of, settings) : undefined;
      const at = [...path, 'where', String(column), is];
      return isCellFault(bound) ? [problemAt(at, { ...bound, fault: `\`${is}\` cannot be '${of}'` })] : [];
    }),
  );

type PlacedValue = readonly [path: Path, value: SelectedValue];

/** Returns the values that dashboard.yml itself gives for a column, with their paths. */
const valuesOf = ({ source }: SelectedColumn, path: Path): readonly PlacedValue[] => {
  if (source.from === 'constant') return [[[...path, 'constant'], source.value]];
  if (source.from === 'palette') return source.values.map((value, index) => [[...path, 'palette', index], value]);
  const to = source.from === 'map' ? source.to : {};
  const mapped = Object.entries(to).map(([key, value]): PlacedValue => [[...path, 'to', key], value]);
  return 'else' in source && source.else !== undefined ? [...mapped, [[...path, 'else'], source.else]] : mapped;
};

/** Returns the hint for `else: blank`, because an aggregate is blank without `else`. */
const hintOf = (value: SelectedValue, path: Path): string | undefined =>
  value === 'blank' && path.at(-1) === 'else' ? 'write a number, or leave `else` out' : undefined;

/**
 * Finds values of the dashboard file that do not have the type of the column that they fill, and bounds that are no times.
 * @param columnOf returns the component's column that a selected column fills.
 * @param path the path of the map that holds the selection.
 */
export const checkValues = (
  from: SelectedFrom,
  columnOf: (name: string, index: number) => Column<unknown> | undefined,
  path: Path,
): readonly DefinitionProblem[] => {
  const { where, columns = [] } = from.selection;
  const settings = settingsOf(from);
  const inColumns = columns.flatMap((selected, index) => {
    const { name, source } = selected;
    const at = [...path, 'columns', name];
    const column = columnOf(name, index);
    const faults = valuesOf(selected, at).flatMap(([valuePath, value]) => {
      const type = source.from === 'constant' ? typeOwnConstant : typeConstant;
      const typed = column && type(value, { name, column }, settings);
      return isCellFault(typed)
        ? [problemAt(valuePath, { ...typed, hint: hintOf(value, valuePath) ?? typed.hint })]
        : [];
    });
    return [...faults, ...('where' in source ? checkBounds(source.where, settings, at) : [])];
  });
  return [...checkBounds(where, settings, path), ...inColumns];
};
