import { pluralize } from '../../../shared/errors/pluralize.ts';
import { forReader, language } from '../../language/language.ts';
import { formatTable, WIDTH_CHARS, widthOf, wrapLines } from '../../terminal/format-table.ts';
import { roundTogether, toCents, writeCount, writeCurrency, writeHours, writeMoney, writeMonth } from '../figures.ts';
import { addMoney } from '../price-list.ts';
import { fitLine, section, wrapText } from '../report/paragraph.ts';
import { type BilledTotal, describeBill } from './bill.ts';
import type { Comparison } from './compare-use.ts';
import { sumUses, writeBytes } from './describe-causes.ts';

export interface ActualReport extends Comparison {
  readonly dashboard: string;
  readonly month?: string | undefined;
  readonly against?: string | undefined;
  readonly bill?: BilledTotal | undefined;
  /** Say what could not be asked or found. */
  readonly notes: readonly string[];
  readonly hasDetails: boolean;
}

const MAX_ENDPOINTS = 10;

const writeDay = (time: string): string =>
  new Date(time).toLocaleDateString(language() === 'zh' ? 'zh-CN' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Writes an amount with its sign: `+2.60`. */
const writeSigned = (amount: number): string => `${amount < 0 ? '-' : '+'}${writeMoney(Math.abs(amount))}`;

const nameOf = ({ month, period: { from, to } }: ActualReport): string => {
  if (month !== undefined) return writeMonth(month);
  const days = [...new Set([from, to].map(writeDay))];
  return days.join(language() === 'zh' ? '至' : ' to ');
};

/** Cents, as printed. */
const shownDifference = ({ actual, forecast }: ActualReport): number => toCents(actual.total) - toCents(forecast.total);

/** Returns the causes that change the amount by a cent. As they are printed, they add up to the difference. */
const shownCauses = (report: ActualReport): Comparison['causes'] => {
  const cents = roundTogether(
    report.causes.map(({ amount }) => amount),
    shownDifference(report),
  );
  return report.causes
    .map((one, index) => ({ ...one, amount: (cents[index] ?? 0) / 100 }))
    .filter(({ amount }) => amount !== 0);
};

const GAP_CHARS = 2;

/** Lists the causes below each other. A long text continues in the next line. */
const listCauses = (report: ActualReport): readonly string[] => {
  const causes = shownCauses(report);
  if (causes.length === 0) return [forReader('  no cause changes the amount by a cent')];
  const heads = causes.map(({ cause, amount }) => [`  ${writeSigned(amount)}`, forReader(cause)] as const);
  const [amounts, names] = [0, 1].map((column) => Math.max(...heads.map((head) => widthOf(head[column] ?? ''))));
  const room = WIDTH_CHARS - (amounts ?? 0) - (names ?? 0) - 2 * GAP_CHARS;
  const rows = heads.flatMap((head, index) =>
    wrapLines(forReader(causes[index]?.text ?? ''), room).map((line, number) => [
      ...(number === 0 ? head : ['', '']),
      line,
    ]),
  );
  return formatTable(rows, [0]).split('\n').map(fitLine);
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

const headerOf = ({ month = '', against }: ActualReport): readonly string[] => {
  const [before, after] = against === undefined ? ['forecast', 'actual'] : [against, month];
  return ['  endpoint', before, after, 'calls', after, 'source calls', 'cold', 'sent'];
};

const gapOf = ({ forecast, actual }: Component): number => Math.abs(actual.total - forecast.total);

const listEndpoints = (report: ActualReport): readonly string[] => {
  const { components, hasDetails } = report;
  const sorted = components.toSorted((a, b) => gapOf(b) - gapOf(a));
  const shown = hasDetails ? sorted : sorted.slice(0, MAX_ENDPOINTS);
  const rest = sorted.slice(shown.length);
  const sum = (name: 'forecast' | 'actual'): string => writeMoney(addMoney(rest.map((one) => one[name].total)));
  const others = rest.length === 0 ? [] : [[forReader(`  the other ${rest.length}`), sum('forecast'), sum('actual')]];
  return formatTable([headerOf(report).map(forReader), ...shown.map(rowOf), ...others], [1, 2, 3, 4, 5, 6, 7])
    .split('\n')
    .map(fitLine);
};

const describeLines = ({ use, against }: ActualReport): string => {
  const { lines, skipped, foreign } = use;
  const others = [...foreign.values()].reduce((sum, count) => sum + count, 0);
  const skips = [
    ...(skipped.copies > 0 ? [`${writeCount(skipped.copies)} copies`] : []),
    ...(skipped.outside > 0 && against === undefined ? [`${writeCount(skipped.outside)} outside the month`] : []),
    ...(others > 0 ? [`${writeCount(others)} of ${[...foreign.keys()].slice(0, 3).join(', ')}`] : []),
    ...(skipped.others > 0 ? [`${writeCount(skipped.others)} of other programs`] : []),
  ];
  return lines === 0
    ? ''
    : `${pluralize(lines, 'line', writeCount)} read${skips.length > 0 ? `, skipped: ${skips.join(', ')}` : ''}.`;
};

const describeMissing = ({ use }: ActualReport): string => {
  const gateway = sumUses(use.endpoints, 'gatewayCalls');
  const missing = gateway - sumUses(use.endpoints, 'calls');
  if (gateway === 0) return 'No access log was read, so screens and refresh cannot be told apart.';
  return missing > 0
    ? `The gateway logged ${writeCount(missing)} more requests than the functions: these requests are counted like the others.`
    : '';
};

const headOf = (report: ActualReport): string => {
  const { prices, forecast, actual, against } = report;
  const causes = shownCauses(report).map(({ cause, amount }) => `${forReader(cause)} ${writeSigned(amount)}`);
  const why = causes.length === 0 ? '' : `: ${causes.join(', ')}`;
  const other = against === undefined ? 'forecast' : `${writeMonth(against)}:`;
  return (
    `${nameOf(report)}: ${writeMoney(actual.total)} ${writeCurrency(prices.currency)}, ${other} ${writeMoney(forecast.total)}, ` +
    `difference ${writeSigned(shownDifference(report) / 100)}${why}`
  );
};

const describeDays = ({ dashboard, period, against, month = '', prices }: ActualReport): string => {
  const { days, forecastHours, months } = period;
  const { region } = prices;
  const asOf = writeMonth(prices.asOf);
  if (against !== undefined)
    return (
      `${dashboard}: what was used in ${writeMonth(month)} and in ${writeMonth(against)}, both at the prices of ${region}, ${asOf}, ` +
      'and with the endpoints that dashboard.yml has now.'
    );
  const paid = months === 1 ? 'and for what a month costs at any use' : `and for what ${months} months cost at any use`;
  return (
    `${dashboard}: the forecast is for the ${pluralize(days, 'day')} on which screens asked, ${writeHours(forecastHours)} h each, ` +
    `${paid}; prices of ${region}, ${asOf}.`
  );
};

export const formatActual = (report: ActualReport): string => {
  const { actual, assumed, fit, bill, notes, use } = report;
  const stages = use.stages.length > 1 ? ` Stages: ${use.stages.join(', ')}; --stage chooses one.` : '';
  const options = Object.entries(fit).map(([name, value]) => `--${name} ${value}`);
  const fixed = assumed.map((part) => `${forReader(part)} ${writeMoney(actual.parts[part])}`).join(', ');
  const tail = [
    ...(options.length > 0 ? [`A forecast with ${options.join(' ')} fits this use.`] : []),
    ...(fixed === '' ? [] : [`Assumed, because no line counts it: ${fixed}.`]),
    ...[describeLines(report), describeMissing(report)].filter(Boolean),
    `Counted use times unit prices, without free tiers: no bill of AWS.`,
    ...(bill ? [describeBill(bill, actual.total)] : []),
    ...notes,
  ];
  return [
    ...wrapText(headOf(report), '').split('\n'),
    ...wrapText(`${describeDays(report)}${stages}`, '').split('\n'),
    ...section('Causes', listCauses(report)),
    ...section('Endpoints', listEndpoints(report)),
    '',
    ...tail.flatMap((text) => wrapText(text, '').split('\n')),
  ].join('\n');
};
