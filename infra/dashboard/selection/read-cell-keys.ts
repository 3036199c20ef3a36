import type { ColumnReference } from '../../../shared/config/selection.ts';
import type { CellReading } from '../../../shared/config/sources.ts';
import { DURATION_FORMS, DURATION_UNITS, type DurationReading } from '../../../shared/tabular/parse-duration.ts';
import { isHalfDayHour, TIME_LETTERS, timePart, timeTokens } from '../../../shared/tabular/time-steps.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import type { Problem } from '../folder/diagnostic.ts';
import { type Fields, hasFields } from '../folder/fields.ts';
import { shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import type { KeysAt } from './read-selection.ts';

/** Matches letters that stand for themselves, as in 2026-11-20T08:31. */
const LITERAL = /^T$/;

/** The parts of a time, from the largest to the smallest. */
const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;

/** The letters for parts of a time in the patterns of other systems, each with the letters for the same part here. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/Y{3,}|y{3,}/g, 'yyyy'],
  [/YY/g, 'yy'],
  [/D+/g, 'dd'],
  [/(?<=y\W?)mm(?!\W?[sS])|(?<![HhkK]\W?)mm(?=\W?[dDyY])/g, 'MM'],
  [/k+|h+(?=[^a]*$)/g, 'HH'],
  [/(?<=HH\W?)MM/g, 'mm'],
  [/S+(?![^s]*s)/g, 'SSS'],
  [/SS$/g, 'ss'],
];

const letterRuns = (pattern: string): readonly string[] =>
  timeTokens(pattern)
    .map((token) => (timePart(token) === undefined && !token.startsWith("'") ? token : ' '))
    .join('')
    .match(/[A-Za-z]+/g)
    ?.filter((word) => !LITERAL.test(word)) ?? [];

const unknownLetters = (pattern: string): string | undefined => {
  const words = letterRuns(pattern);
  if (words.length === 0) return undefined;
  return `\`dates\` has ${words.map((word) => `'${word}'`).join(' and ')}, which ${words.length > 1 ? 'are no parts' : 'is no part'} of a time`;
};

/** Parts of a time that may stand anywhere in it, and several times. */
const OTHERS: ReadonlySet<string | undefined> = new Set(['half', 'weekday', 'offset']);

const partsOf = (pattern: string) =>
  timeTokens(pattern)
    .map(timePart)
    .filter((part) => part !== undefined)
    .filter((part) => !OTHERS.has(part));

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
  const missing = PARTS.slice(largest, smallest).findLastIndex((part) => !parts.has(part));
  if (missing === -1) return undefined;
  const next = PARTS.slice(largest + missing).find((part) => parts.has(part));
  return `\`dates\` has the ${next} without the ${PARTS[largest + missing]}`;
};

const problemOf = (pattern: string): string | undefined =>
  unknownLetters(pattern) ?? repeatedPart(pattern) ?? loosePart(pattern);

/** Reports a pattern whose letters for an hour or a month contradict each other, and says what to write. */
const mixedLetters = (pattern: string): Problem | undefined => {
  const tokens = timeTokens(pattern);
  const half = tokens.find(isHalfDayHour);
  const full = tokens.find((token) => token === 'HH' || token === 'H');
  const has = (token: string) => tokens.includes(token);
  if (pattern.includes('MMMMM')) return { message: '`dates` has MMMMM', hint: 'write MMM or MMMM' };
  if (half && !has('a'))
    return { message: `\`dates\` has ${half} without a`, hint: `add a, or write ${half.toUpperCase()}` };
  if (full && has('a')) return { message: `\`dates\` has ${full} with a`, hint: `write ${full.toLowerCase()}` };
  return undefined;
};

/** Returns the pattern that was probably meant, if a pattern has the letters of another system. */
const meantBy = (pattern: string): string | undefined => {
  const meant = MEANT.reduce((text, [letters, ours]) => text.replace(letters, ours), pattern);
  const isRight = problemOf(meant) === undefined && mixedLetters(meant) === undefined;
  return meant !== pattern && isRight ? meant : undefined;
};

/**
 * Checks how a file writes its times, which is a pattern or `seconds`. Every letter must be a part of a time. A part
 * needs all larger parts of the date or of the time of day, because a missing part would be that of 1970-01-01.
 */
const checkDates = (dates: unknown, path: Path): readonly DefinitionProblem[] => {
  if (typeof dates !== 'string' || dates === '' || dates === 'seconds') return [];
  const message = problemOf(dates);
  const mixed = mixedLetters(dates);
  if (mixed && (message === undefined || dates.includes('MMMMM'))) return [{ path, ...mixed }];
  if (message === undefined) return [];
  const meant = meantBy(dates);
  const example = `the parts of a time are ${TIME_LETTERS.join(' ')}, such as yyyy-MM-dd HH:mm`;
  return [{ path, message, hint: meant === undefined ? example : `write ${meant}` }];
};

/** The valid keys of a source that say how cells are read. */
export interface ReadCellKeys {
  readonly problems: readonly DefinitionProblem[];
  readonly reading: CellReading;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(isText) : []);

/** Reads a map of columns. A key that is a whole number without quotes is a position. */
const byColumn = <Setting>(
  value: unknown,
  path: Path,
  keysAt: KeysAt,
  read: (setting: unknown) => Setting | undefined,
): readonly (readonly [ColumnReference, Setting])[] => {
  if (!hasFields(value)) return [];
  return keysAt(path).flatMap(({ name, isNumber }) => {
    const setting = read(value[name]);
    return setting === undefined ? [] : [[isNumber ? Number(name) : name, setting] as const];
  });
};

const readDuration = (value: unknown): DurationReading | undefined => {
  const { in: written, form: writtenForm } = hasFields(value) ? value : { in: value, form: undefined };
  const unit = DURATION_UNITS.find((one) => one === written);
  const form = DURATION_FORMS.find((one) => one === writtenForm);
  return unit && { in: unit, ...(form && { form }) };
};

const readUnits = (value: unknown): Readonly<Record<string, number>> =>
  hasFields(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0,
        ),
      )
    : {};

const columnsOf = (value: unknown): readonly ColumnReference[] =>
  Array.isArray(value) ? value.filter((one) => isText(one) || (Number.isInteger(one) && one > 0)) : [];

const MONTHS_OF_A_YEAR = 12;

/** Returns the patterns that a source gives for its times, each with its path. */
const patternsOf = (dates: unknown, path: Path): readonly (readonly [unknown, Path])[] =>
  hasFields(dates)
    ? Object.entries(dates).map(([column, pattern]) => [pattern, [...path, column]] as const)
    : [[dates, path]];

const hasMonthName = (pattern: unknown): boolean =>
  timeTokens(String(pattern)).some((token) => token.length > 2 && timePart(token) === 'month');

const monthProblems = ({ months, dates }: Fields, path: Path): readonly DefinitionProblem[] => {
  if (!Array.isArray(months)) return [];
  const at = [...path, 'months'];
  const names = months.map((name) => String(name).toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice !== -1)
    return [
      {
        path: [...at, twice],
        message: `\`months\` has ${shownName(String(months[twice]))} twice`,
        hint: 'write each name once',
      },
    ];
  if (patternsOf(dates, []).some(([pattern]) => hasMonthName(pattern))) return [];
  const hint = 'write MMM or MMMM in `dates`, or leave `months` out';
  return [{ path: at, part: 'key', message: '`months` has no use without MMM in `dates`', hint }];
};

const unitProblems = ({ units }: Fields, path: Path): readonly DefinitionProblem[] =>
  hasFields(units) && '%' in units
    ? [
        {
          path: [...path, 'units', '%'],
          part: 'key',
          message: "`units` has '%'",
          hint: 'leave it out: percent needs no unit',
        },
      ]
    : [];

const fillProblems = ({ fillDown, durations }: Fields, path: Path): readonly DefinitionProblem[] =>
  columnsOf(fillDown).flatMap((column, index) =>
    hasFields(durations) && String(column) in durations
      ? [
          {
            path: [...path, 'fillDown', index],
            message: `${namePath(['fillDown'])} names ${shownName(String(column))}, which has lengths of time`,
            hint: 'name columns of text only',
          },
        ]
      : [],
  );

/** Reads and checks the keys that say how the cells of a source are read. The schema has checked their types. */
export const readCellKeys = (fields: Fields, path: Path, keysAt: KeysAt): ReadCellKeys => {
  const { decimal, dates, months, blank, units, durations, fillDown } = fields;
  const dated = patternsOf(dates, [...path, 'dates']);
  const problems = [
    ...dated.flatMap(([pattern, at]) => checkDates(pattern, at)),
    ...monthProblems(fields, path),
    ...unitProblems(fields, path),
    ...fillProblems(fields, path),
  ];
  const names = textsOf(months);
  const inColumns = byColumn(dates, [...path, 'dates'], keysAt, (pattern) => (isText(pattern) ? pattern : undefined));
  const reading: CellReading = {
    ...((decimal === '.' || decimal === ',') && { decimal }),
    ...(isText(dates) && { dates }),
    ...(inColumns.length > 0 && { dates: inColumns }),
    ...(names.length === MONTHS_OF_A_YEAR && { months: names }),
    ...(textsOf(blank).length > 0 && { blank: textsOf(blank) }),
    ...(Object.keys(readUnits(units)).length > 0 && { units: readUnits(units) }),
    ...(hasFields(durations) && { durations: byColumn(durations, [...path, 'durations'], keysAt, readDuration) }),
    ...(columnsOf(fillDown).length > 0 && { fillDown: columnsOf(fillDown) }),
  };
  return { problems, reading };
};
