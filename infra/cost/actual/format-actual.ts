import { writeCsv } from '../../../shared/csv/write-csv.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { forReader } from '../../language/language.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { writeCount, writeCurrency, writeMoney, writeMonth } from '../figures.ts';
import { addMoney } from '../price-list.ts';
import { fitLine, section, wrapText } from '../report/paragraph.ts';
import { type BilledTotal, describeBill } from './bill.ts';
import type { Comparison } from './compare-use.ts';
import { sumUses, writeBytes } from './describe-causes.ts';

/** A comparison, with the dashboard, the month, the bill and the notes that its report names. */
export interface ActualReport extends Comparison {
  readonly dashboard: string;
  /** The month that the user chose. */
  readonly month?: string | undefined;
  /** The bill of AWS. */
  readonly bill?: BilledTotal | undefined;
  /** Sentences about what could not be asked or found. */
  readonly notes: readonly string[];
  readonly hasDetails: boolean;
}

const MAX_ENDPOINTS = 10;
/** Smaller amounts are shown as 0.00, and are left out of the text. */
const MIN_AMOUNT = 0.005;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Writes an amount with its sign: `+2.60`. */
const writeSigned = (amount: number): string => `${amount < 0 ? '-' : '+'}${writeMoney(Math.abs(amount))}`;

const nameOf = ({ month, period: { from, to } }: ActualReport): string => {
  if (month !== undefined) return writeMonth(month);
  const [first, last] = [DAY.format(new Date(from)), DAY.format(new Date(to))];
  return first === last ? first : `${first} to ${last}`;
};

const shownCauses = ({ causes }: ActualReport): Comparison['causes'] =>
  causes.filter(({ amount }) => Math.abs(amount) >= MIN_AMOUNT);

const listCauses = (report: ActualReport): readonly string[] => {
  const causes = shownCauses(report);
  if (causes.length === 0) return [forReader('  no cause changes the amount by half a cent')];
  return formatTable(
    causes.map(({ cause, amount, text }) => [`  ${writeSigned(amount)}`, forReader(cause), forReader(text)]),
    [0],
  )
    .split('\n')
    .map(fitLine);
};

type Component = Comparison['components'][number];

const rowOf = ({ endpoint, forecast, actual }: Component): readonly string[] => [
  `  ${endpoint}`,
  writeMoney(forecast.total),
  writeMoney(actual.total),
  writeCount(forecast.calls),
  writeCount(actual.calls),
  writeCount(actual.sourceCalls),
  writeCount(actual.coldCalls),
  writeBytes(actual.bytes),
];

const HEADER = ['  endpoint', 'forecast', 'actual', 'calls', 'actual', 'source calls', 'cold', 'sent'];

const gapOf = ({ forecast, actual }: Component): number => Math.abs(actual.total - forecast.total);

const listEndpoints = ({ components, hasDetails }: ActualReport): readonly string[] => {
  const sorted = components.toSorted((a, b) => gapOf(b) - gapOf(a));
  const shown = hasDetails ? sorted : sorted.slice(0, MAX_ENDPOINTS);
  const rest = sorted.slice(shown.length);
  const sum = (name: 'forecast' | 'actual'): string => writeMoney(addMoney(rest.map((one) => one[name].total)));
  const others = rest.length === 0 ? [] : [[forReader(`  the other ${rest.length}`), sum('forecast'), sum('actual')]];
  return formatTable([HEADER.map(forReader), ...shown.map(rowOf), ...others], [1, 2, 3, 4, 5, 6, 7])
    .split('\n')
    .map(fitLine);
};

/** Says how many lines were read, and how many lines were skipped. */
const describeLines = ({ use }: ActualReport): string => {
  const { lines, skipped, foreign } = use;
  const others = [...foreign.values()].reduce((sum, count) => sum + count, 0);
  const skips = [
    ...(skipped.copies > 0 ? [`${writeCount(skipped.copies)} copies`] : []),
    ...(skipped.outside > 0 ? [`${writeCount(skipped.outside)} outside the month`] : []),
    ...(others > 0 ? [`${writeCount(others)} of ${[...foreign.keys()].slice(0, 3).join(', ')}`] : []),
    ...(skipped.others > 0 ? [`${writeCount(skipped.others)} that no function, Lambda or gateway wrote`] : []),
  ];
  return lines === 0
    ? ''
    : `${pluralize(lines, 'line')} read${skips.length > 0 ? `, skipped: ${skips.join(', ')}` : ''}. `;
};

const describeMissing = ({ use }: ActualReport): string => {
  const gateway = sumUses(use.endpoints, 'gatewayCalls');
  const missing = gateway - sumUses(use.endpoints, 'calls');
  if (gateway === 0) return 'No access log was read, so screens and refresh cannot be told apart. ';
  return missing > 0
    ? `The gateway logged ${writeCount(missing)} more requests than the functions: these requests are counted like the others. `
    : '';
};

/** Formats a comparison for a terminal. */
export const formatActual = (report: ActualReport): string => {
  const { dashboard, prices, period, forecast, actual, difference, assumed, fit, bill, notes, use } = report;
  const stages = use.stages.length > 1 ? ` Stages: ${use.stages.join(', ')}; --stage chooses one.` : '';
  const causes = shownCauses(report).map(({ cause, amount }) => `${cause} ${writeSigned(amount)}`);
  const why = causes.length === 0 ? '' : `: ${causes.join(', ')}`;
  const head =
    `${nameOf(report)}: ${writeMoney(actual.total)} ${writeCurrency(prices.currency)}, forecast ${writeMoney(forecast.total)}, ` +
    `${writeSigned(difference)}${why}`;
  const options = Object.entries(fit).map(([name, value]) => `--${name} ${value}`);
  const fixed = assumed.map((part) => `${part} ${writeMoney(actual.parts[part])}`).join(', ');
  const tail = [
    ...(options.length > 0 ? [`A forecast with ${options.join(' ')} fits this use.`] : []),
    ...(fixed === '' ? [] : [`Assumed, because no line counts it: ${fixed}.`]),
    `${describeLines(report)}${describeMissing(report)}Counted use times unit prices, without free tiers: no bill of AWS.`,
    ...(bill ? [describeBill(bill, actual.total)] : []),
    ...notes,
  ];
  return [
    ...wrapText(head, '').split('\n'),
    ...wrapText(
      `${dashboard}, ${pluralize(period.days, 'day')} with requests, and the forecast for the same days; prices of ${prices.region}, ${writeMonth(prices.asOf)}.${stages}`,
      '',
    ).split('\n'),
    ...section('Causes', listCauses(report)),
    ...section('Endpoints', listEndpoints(report)),
    '',
    ...tail.flatMap((text) => wrapText(text, '').split('\n')),
  ].join('\n');
};

/** Formats a comparison as JSON. */
export const formatActualJson = (report: ActualReport): string => {
  const {
    dashboard,
    prices,
    period,
    forecast,
    actual,
    difference,
    causes,
    components,
    assumed,
    fit,
    use,
    bill,
    notes,
  } = report;
  const { from, to, days } = period;
  const skipped = { ...use.skipped, foreign: Object.fromEntries(use.foreign) };
  const { converted, currency, region, asOf } = prices;
  const document = {
    dashboard,
    currency,
    ...(converted && { rate: converted.rate }),
    region,
    pricesAsOf: asOf,
    period: { from, to, days },
    forecast,
    actual,
    difference,
    causes,
    components,
    assumed,
    fit,
    lines: { read: use.lines, ...skipped },
    ...(bill && { bill }),
    ...(notes.length > 0 && { notes }),
  };
  return JSON.stringify(document, null, 2);
};

const COUNTS = ['calls', 'sourceCalls', 'coldCalls', 'bytes', 'billedMs', 'total'] as const;

/** Formats a comparison as CSV: a row for each endpoint, then each other part, the causes and the total. */
export const formatActualCsv = ({ components, forecast, actual, causes, difference }: ActualReport): string => {
  const blank = COUNTS.slice(1).map(() => '');
  return writeCsv([
    [
      'kind',
      'name',
      ...COUNTS.map((name) => `forecast ${name}`),
      ...COUNTS.map((name) => `actual ${name}`),
      'difference',
    ],
    ...components.map(({ endpoint, forecast: planned, actual: used }) => [
      'endpoint',
      endpoint,
      ...COUNTS.map((name) => planned[name]),
      ...COUNTS.map((name) => used[name]),
      addMoney([used.total, -planned.total]),
    ]),
    ...Object.entries(actual.parts).map(([part, amount]) => {
      const planned = forecast.parts[part as keyof typeof forecast.parts];
      return ['part', part, ...blank, planned, ...blank, amount, addMoney([amount, -planned])];
    }),
    ...causes.map(({ cause, amount }) => ['cause', cause, ...blank, '', ...blank, '', amount]),
    ['total', '', ...blank, forecast.total, ...blank, actual.total, difference],
  ]);
};
