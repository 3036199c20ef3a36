import { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { Budget } from '../../limits/budget.ts';
import { utcText } from '../../tabular/civil-time.ts';
import { type Cell, MAX_ROWS, type Table, tooManyRows } from '../../tabular/table.ts';

type Labels = Readonly<Record<string, string>>;
/** The value is a number as text. */
type Sample = readonly [seconds: number, value: string];

interface Series {
  readonly metric?: Labels;
  readonly value?: Sample;
  readonly values?: readonly Sample[];
}

interface Answer {
  readonly status?: unknown;
  readonly data?: { readonly resultType?: unknown; readonly result?: unknown };
  readonly warnings?: unknown;
}

const unreadable = (message: string): WallfeedError => {
  const hint = 'check that `url` is that of Prometheus, without /api/v1';
  return new WallfeedError('SOURCE_INVALID', `The answer is not one of Prometheus: ${message}.`, [{ message, hint }]);
};

/** Returns the series of an answer. A scalar is a series without labels. */
const seriesOf = ({ status, data }: Answer): readonly Series[] => {
  if (status !== 'success' || !data) throw unreadable('it has no `data`');
  const { resultType, result } = data;
  if (!Array.isArray(result)) throw unreadable('it has no `result`');
  if (resultType === 'scalar') return [{ value: result as unknown as Sample }];
  if (resultType === 'vector' || resultType === 'matrix') return result;
  throw unreadable('its result is neither numbers at one time nor numbers in a range');
};

/** Returns a number, or a blank cell for NaN and infinite numbers, which JSON does not have. */
const numberOf = (text: string): Cell => {
  const value = Number(text);
  return Number.isFinite(value) && text !== '' ? value : null;
};

const MS_PER_SECOND = 1_000;

const timeOf = (seconds: number): string => utcText(Math.round(seconds * MS_PER_SECOND));

/** The last two columns are the time and the value. */
const TIME = 'time';
const VALUE = 'value';

/** Returns the name of a label's column. A label that is called like another column gets a prefix. */
const columnOf = (label: string): string => (label === TIME || label === VALUE ? `label_${label}` : label);

/** Warnings say that the answer is only a part. */
export const warningsOf = ({ warnings }: Answer): readonly string[] =>
  Array.isArray(warnings) ? warnings.map(String) : [];

/**
 * Reads an answer as rows: the labels of a series in alphabetical order, the time in UTC, and the value. A series
 * without a label has a blank cell in its column.
 * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE.
 */
export const readResult = (answer: unknown, budget: Budget): Table => {
  const series = seriesOf(Object(answer) as Answer);
  const labels = [...new Set(series.flatMap(({ metric = {} }) => Object.keys(metric)))].sort();
  const samplesOf = ({ value, values }: Series): readonly Sample[] => values ?? (value ? [value] : []);
  const count = series.reduce((sum, one) => sum + samplesOf(one).length, 0);
  if (count > MAX_ROWS) throw tooManyRows();
  budget.hold({ cells: count * (labels.length + 2) });
  const rows = series.flatMap((one) => {
    const cells = labels.map((label) => one.metric?.[label] ?? null);
    return samplesOf(one).map(([seconds, value]): readonly Cell[] => [...cells, timeOf(seconds), numberOf(value)]);
  });
  const header = rows.length === 0 ? [] : [...labels.map(columnOf), TIME, VALUE];
  return {
    header,
    rows,
    origins: header.map((name) => (name === TIME ? 'timestamp' : name === VALUE ? 'number' : 'text')),
    locate: (row, column) => ({ row: row + 1, column: column + 1, columnName: header[column] }),
  };
};
