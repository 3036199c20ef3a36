import type { ColumnReference } from '../../../shared/config/selection.ts';
import type { CellReading } from '../../../shared/config/sources.ts';
import { DURATION_FORMS, DURATION_UNITS, type DurationReading } from '../../../shared/tabular/parse-duration.ts';
import { say } from '../../../shared/tabular/say.ts';
import { timePart, timeTokens } from '../../../shared/tabular/time-letters.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { type Fields, hasFields, isText } from '../folder/fields.ts';
import { shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { checkDates } from './check-dates.ts';
import type { KeysAt } from './read-selection.ts';

export interface ReadCellKeys {
  readonly problems: readonly DefinitionProblem[];
  readonly reading: CellReading;
}

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
        message: say`\`months\` has ${shownName(String(months[twice]))} twice`,
        hint: 'write each name once',
      },
    ];
  if (patternsOf(dates, []).some(([pattern]) => hasMonthName(pattern))) return [];
  const hint = 'write MMM or MMMM in `dates`, or leave `months` out';
  return [{ path: at, part: 'key', message: '`months` has no use without MMM in `dates`', hint }];
};

const fillProblems = ({ fillDown, durations }: Fields, path: Path): readonly DefinitionProblem[] =>
  columnsOf(fillDown).flatMap((column, index) =>
    hasFields(durations) && Object.hasOwn(durations, String(column))
      ? [
          {
            path: [...path, 'fillDown', index],
            message: say`${namePath(['fillDown'])} names ${shownName(String(column))}, which has lengths of time`,
            hint: 'name columns of text only',
          },
        ]
      : [],
  );

/** @param timezone the dashboard's, to which a zone in a pattern is compared. */
export const readCellKeys = (fields: Fields, path: Path, keysAt: KeysAt, timezone?: string): ReadCellKeys => {
  const { decimal, dates, months, blank, units, durations, fillDown } = fields;
  const dated = patternsOf(dates, [...path, 'dates']);
  const problems = [
    ...dated.flatMap(([pattern, at]) => checkDates(pattern, at, timezone)),
    ...monthProblems(fields, path),
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
