import { writeCount, writeCurrency, writeMoney } from '../../cost/figures.ts';
import { roundDuration } from '../../dashboard/folder/duration.ts';
import { formatTable, widthOf } from '../../terminal/format-table.ts';
import { writeCache } from './list-variants.ts';
import type { Outcome } from './outcome.ts';
import { type Bill, PAID, type Paid } from './price-outcome.ts';

/** Adjacent columns of one group share a second heading. */
interface TableColumn {
  readonly title: string;
  readonly group?: string;
  readonly isNumber?: boolean;
}

type TableRow = readonly string[] | 'rule';

const GAP = '  ';

const widestLine = (text: string): number => Math.max(...text.split('\n').map(widthOf));

/** As wide as its columns: `---- Calls a month ----`. */
const groupHeading = (columns: readonly TableColumn[], cells: readonly (readonly string[])[]): string => {
  const groups = Map.groupBy(columns.keys(), (index) => columns[index]?.group ?? '');
  return Array.from(groups, ([group, indexes]) => {
    const width = widestLine(formatTable(cells.map((row) => indexes.map((index) => row[index] ?? ''))));
    if (group === '') return ' '.repeat(width);
    const before = Math.max(0, Math.floor((width - group.length - 2) / 2));
    return `${'-'.repeat(before)} ${group} `.padEnd(width, '-');
  }).join(GAP);
};

/** Lays out a table for a terminal: text is aligned left and numbers right. Columns of one group are adjacent. */
const layOutTable = (columns: readonly TableColumn[], rows: readonly TableRow[]): readonly string[] => {
  const cells = [columns.map(({ title }) => title), ...rows.filter((row) => row !== 'rule')];
  const numbers = [...columns.keys()].filter((index) => columns[index]?.isNumber);
  const text = formatTable(cells, numbers);
  const [titles = '', ...lines] = text.split('\n');
  const rule = '-'.repeat(widestLine(text));
  return [groupHeading(columns, cells), titles, ...rows.map((row) => (row === 'rule' ? rule : (lines.shift() ?? '')))];
};

/** Writes a share: `0.73 %`, or a dash for zero. */
const writePart = (part: number, whole: number): string => {
  if (part === 0 || whole === 0) return '-';
  const percent = (part / whole) * 100;
  return percent < 0.01 ? '<0.01 %' : `${percent.toFixed(2)} %`;
};

export interface Result {
  readonly outcome: Outcome;
  readonly bill: Bill;
}

type Line = readonly [title: string, write: (result: Result) => string];

const count = (number: number): string => (number === 0 ? '-' : writeCount(number));
const HOUR_MS = 3_600_000;

export const answersOf = ({ answers: { states } }: Outcome): number =>
  Object.values(states).reduce((sum, count) => sum + count, 0);

/** Returns a line for each error code among the failures, or among the reasons of stale responses, of all variants. */
const reasonLines = (results: readonly Result[], of: 'failures' | 'reasons'): readonly Line[] => {
  const words = new Set(results.flatMap(({ outcome }) => Object.keys(outcome.answers[of])));
  return Array.from(words)
    .toSorted()
    .map((word) => [`    ${word}`, ({ outcome }) => count(outcome.answers[of][word] ?? 0)]);
};

const answerLines = (results: readonly Result[]): readonly Line[] => [
  ['Responses', ({ outcome }) => count(answersOf(outcome))],
  ['  fresh: made from its sources', ({ outcome }) => count(outcome.answers.states.fresh)],
  ['  revalidated: its files are unchanged', ({ outcome }) => count(outcome.answers.states.revalidated)],
  ['  hit: cached, no source called', ({ outcome }) => count(outcome.answers.states.hit)],
  ['  stale: cached, its sources failed', ({ outcome }) => count(outcome.answers.states.stale)],
  ...reasonLines(results, 'reasons'),
  ['  failed: an error, a blank component', ({ outcome }) => count(outcome.answers.states.failed)],
  ...reasonLines(results, 'failures'),
];

const ON_THE_WALL: readonly Line[] = [
  ['Display time', () => ''],
  ['  blank, share of display time', ({ outcome: { wall } }) => writePart(wall.blank, wall.shown)],
  ['  longest blank time of a component', ({ outcome: { wall } }) => roundDuration(wall.longestBlank)],
  ['  stale, share of display time', ({ outcome: { wall } }) => writePart(wall.stale, wall.shown)],
  ['  longest stale time of a component', ({ outcome: { wall } }) => roundDuration(wall.longestStale)],
  ['  oldest response on display', ({ outcome: { wall } }) => roundDuration(wall.oldest * 1000)],
  ['  longest response time', ({ outcome: { wall } }) => roundDuration(wall.slowest)],
];

const ATHENA: readonly Line[] = [
  ['  Athena: queries run', ({ outcome: { athena } }) => count(athena.queries)],
  ['  Athena: calls about them, which are free', ({ outcome: { athena } }) => count(athena.calls)],
];

const HOST: readonly Line[] = [['  Host: calls', ({ outcome: { host } }) => count(host.calls)]];

const CLOUDWATCH: readonly Line[] = [['  CloudWatch: metrics read', ({ outcome: { host } }) => count(host.metrics)]];

const sourceLines = (results: readonly Result[]): readonly Line[] => [
  [
    'Source calls',
    ({ outcome: { objects, statements, athena, host } }) =>
      count(objects.all + statements.all + athena.queries + host.calls + host.metrics),
  ],
  ['  S3: files read', ({ outcome: { objects } }) => count(objects.all - objects.unchanged)],
  ['  S3: unchanged files', ({ outcome: { objects } }) => count(objects.unchanged)],
  ['  Data API: statements run', ({ outcome: { statements } }) => count(statements.all - statements.refused)],
  ['  Data API: refused while resuming', ({ outcome: { statements } }) => count(statements.refused)],
  ...(results.some(({ outcome }) => outcome.athena.queries > 0) ? ATHENA : []),
  ...(results.some(({ outcome }) => outcome.host.calls > 0) ? HOST : []),
  ...(results.some(({ outcome }) => outcome.host.metrics > 0) ? CLOUDWATCH : []),
  ['Shared cache: reads', ({ outcome: { table } }) => count(table.reads)],
  ['Shared cache: writes', ({ outcome: { table } }) => count(table.writes)],
];

const FUNCTIONS: readonly Line[] = [
  ['Cold starts', ({ outcome }) => count(outcome.coldStarts)],
  ['Environments at one time', ({ outcome }) => count(outcome.environments)],
];

const DATABASE: readonly Line[] = [
  ['Database hours awake', ({ outcome: { database } }) => (database.awake / HOUR_MS).toFixed(2)],
  ['  wake-ups', ({ outcome: { database } }) => count(database.wakeUps)],
  ['  longest time without a call', ({ outcome: { database } }) => roundDuration(database.longestGap)],
];

const PAID_FOR: Readonly<Record<Paid, string>> = {
  gateway: 'gateway',
  requests: 'requests',
  compute: 'compute',
  sources: 'source calls',
  sharedCache: 'shared cache',
  logs: 'logs',
  egress: 'egress',
  database: 'database, while awake',
};

const MIN_DOLLARS = 0.001;

const exactMoney = (amount: number): string => {
  if (amount === 0) return '-';
  return amount < MIN_DOLLARS / 2 ? `<${MIN_DOLLARS}` : amount.toFixed(3);
};

const moneyLines = (currency: string, time: string): readonly Line[] => [
  [`${writeCurrency(currency)} for the ${time}`, ({ bill }) => exactMoney(bill.total)],
  ...PAID.map((part): Line => [`  ${PAID_FOR[part]}`, ({ bill }) => exactMoney(bill.parts[part])]),
  ['A month like this, 30 days', ({ bill }) => writeMoney(bill.month)],
];

const columnOf = ({ outcome: { variant } }: Result): TableColumn => {
  if (variant.kept === 'not') return { title: 'No cache', isNumber: true };
  const place = variant.kept === 'shared' ? 'Shared' : 'In memory';
  const cache = `cache: ${writeCache(variant)}`;
  if (!variant.reads) return { title: place, group: cache, isNumber: true };
  const title = variant.reads === 'dataset' ? 'Dataset' : 'Each';
  return { title, group: `${place}, ${cache}`, isNumber: true };
};

/** The variants stand side by side. `time` is the simulated duration as text. */
export const formatOutcomes = (
  results: readonly Result[],
  { currency, time }: { readonly currency: string; readonly time: string },
): readonly string[] => {
  const groups = [
    answerLines(results),
    ON_THE_WALL,
    sourceLines(results),
    FUNCTIONS,
    DATABASE,
    moneyLines(currency, time),
  ];
  const rows = groups.flatMap((lines): readonly TableRow[] => [
    'rule',
    ...lines.map(([title, write]) => [title, ...results.map(write)]),
  ]);
  return layOutTable([{ title: '' }, ...results.map(columnOf)], rows);
};
