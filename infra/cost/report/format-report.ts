import { forReader } from '../../language/language.ts';
import { shownComponent } from '../../language/shown-component.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { type Assumptions, GUESSES } from '../assumptions.ts';
import { describeBudget } from '../budget.ts';
import { moveDatasets } from '../change-datasets.ts';
import { type BillParts, billParts, describeMemory, type Estimate } from '../create-estimate.ts';
import { type Range, rangeOf } from '../estimate-dashboard.ts';
import { toCents, writeCount, writeCurrency, writeHours, writeMoney, writeMonth, writeShare } from '../figures.ts';
import { MAX_FOUND } from '../price-dataset.ts';
import { addMoney, ifKnown, priceOf } from '../price-list.ts';
import { SECONDS } from '../quantity.ts';
import type { Saving, Savings, Together } from '../savings/find-savings.ts';
import { describeModel, writeScreens } from './describe-model.ts';
import { formatCostTable, sumCalls } from './format-cost-table.ts';
import { type CostReport, neededPrices, yearOf } from './format-data.ts';
import { listPrices } from './list-examples.ts';
import { LEFT_OUT } from './model.ts';
import { fitLine, listPairs, section, wrapText } from './paragraph.ts';

/** Calculates the monthly cost of compute on each architecture of Lambda, with the same times. */
export const compareArchitectures = ({ sum, prices }: Pick<Estimate, 'sum' | 'prices'>) => ({
  arm64: sum.compute,
  x86_64: (sum.compute * priceOf(prices, 'computeX86', 1)) / priceOf(prices, 'compute', 1),
});

/** Compares the cost of both architectures, if both prices are known. Dashboards are deployed to arm64. */
export const describeArchitectures = (estimate: Pick<Estimate, 'sum' | 'prices'>): readonly string[] => {
  const compared = ifKnown(() => compareArchitectures(estimate));
  if (!compared) return [];
  const { arm64, x86_64 } = compared;
  return [
    `Compute costs ${writeMoney(arm64)} a month on arm64, where functions run; the same times on x86_64 would cost ${writeMoney(x86_64)}.`,
  ];
};

const NAMES = {
  gateway: 'gateway',
  requests: 'requests',
  compute: 'compute',
  source: 'source calls',
  logs: 'logs',
  egress: 'egress',
  sharedCache: 'shared cache',
  datasets: 'datasets',
  database: 'database',
  secrets: 'secrets',
  watching: 'watching',
  domain: 'domain',
} as const satisfies Record<keyof BillParts, string>;

const MAX_DEAREST_ENDPOINTS = 3;
const MILLION = 1_000_000;

const MAX_SHORT_LINES = 40;
/** If no saving is shown: a blank line, the heading, and two lines of the sum. */
const OWN_LINES_OF_SAVINGS = 4;
const MAX_SAVINGS = 8;
const MAX_DEAREST = 10;

const SHORT_LEFT_OUT =
  'Left out: free tiers, tax, discounts, failed calls, storage, and the transfer into data/. Nothing was measured on AWS. ' +
  '--details shows each endpoint, how it is worked out, the assumptions, the prices and all that is left out.';

const describeCombinations = ({ wall }: Estimate): readonly string[] => {
  const most = Math.max(1, ...wall.map(({ combinations = 1 }) => combinations));
  if (most === 1) return [];
  return [
    `Up to ${writeCount(most)} combinations of parameters are shown at once (--combinations), and each is read by itself.`,
  ];
};

/** Says what a month costs at least and at most, by what is unknown. */
const SPREADS: Readonly<Record<Range['unknown'], (least: string, most: string) => string>> = {
  scans: (least, most) => `A month costs ${least} to ${most}, because \`scan\` only limits what queries scan.`,
  searches: (least, most) =>
    `A month costs ${least} to ${most}, because a SEARCH finds 1 to ${MAX_FOUND} metrics (--found).`,
  both: (least, most) =>
    `A month costs ${least} to ${most}, because \`scan\` only limits what queries scan, and a SEARCH finds 1 to ${MAX_FOUND} metrics (--found).`,
};

const headOf = ({ estimate, dashboard, hasYear }: CostReport): readonly string[] => {
  const { assumptions, prices, total } = estimate;
  const { name, region = prices.region } = dashboard;
  const { refreshSeconds, hoursADay, daysAMonth } = assumptions;
  const asking = `${writeScreens(assumptions)} that refresh every ${SECONDS.write(refreshSeconds)}`;
  const warning =
    `The dashboard is for ${region}, and these are the prices of ${prices.region}: ` +
    `give those of ${region} with --prices <file>.`;
  const year = yearOf(total, assumptions);
  const ofYear = hasYear ? `, and ${writeMoney(year.total)} in 12 such months (${year.days} days)` : '';
  const range = rangeOf(estimate);
  const ofRange = range && SPREADS[range.unknown](writeMoney(range.least), writeMoney(range.most));
  const budget = describeBudget(dashboard, estimate);
  return [
    `${name} costs ${writeMoney(total)} ${writeCurrency(prices.currency)} a month on AWS${ofYear}`,
    `with ${asking}, ${hoursADay} hours a day, ${daysAMonth} days a month (${writeHours(hoursADay * daysAMonth)} hours); ` +
      `prices of ${prices.place}, ${prices.region}, ${writeMonth(prices.asOf)}${describeRate(prices)}; free tiers are left out`,
    ...(region === prices.region ? [] : [warning]),
    ...(ofRange === undefined ? [] : [ofRange]),
    ...describeCombinations(estimate),
    ...(budget === undefined ? [] : [`${budget.charAt(0).toUpperCase()}${budget.slice(1)}.`]),
  ].map((text) => wrapText(text, ''));
};

const describeRate = ({ currency, converted }: Estimate['prices']): string =>
  converted ? `, converted at ${converted.rate} ${currency} for 1 ${converted.from}` : '';

const LARGEST_PARTS = 5;

/** Lists what a month pays for, the largest part first. Adds up the parts after the first `most` parts. */
const listParts = (estimate: Estimate, most = Number.POSITIVE_INFINITY): string => {
  const parts = Object.entries(billParts(estimate))
    .map(([name, amount]) => [NAMES[name as keyof BillParts], amount] as const)
    .filter(([, amount]) => amount > 0)
    .toSorted(([, a], [, b]) => b - a);
  const others = parts.slice(most).map(([, amount]) => amount);
  const shown = others.length > 1 ? [...parts.slice(0, most), ['others', addMoney(others)] as const] : parts;
  const lines = shown.map(([name, amount]) =>
    [`  ${writeMoney(amount)}`, writeShare(amount, estimate.total), name].map(forReader),
  );
  return formatTable(lines, [0, 1]);
};

const dearest = ({ endpoints }: Estimate): readonly string[] => {
  if (endpoints.length <= MAX_DEAREST_ENDPOINTS) return [];
  const first = endpoints.toSorted((a, b) => b.total - a.total).slice(0, MAX_DEAREST_ENDPOINTS);
  return [
    `Most expensive endpoints: ${first.map(({ endpoint, total }) => `${endpoint} ${writeMoney(total)}`).join(', ')}.`,
  ];
};

const perMillion = ({ endpoints, sum }: Estimate): readonly string[] => {
  const { calls } = sumCalls(endpoints);
  if (calls === 0) return [];
  return [
    `A million calls cost ${writeMoney((sum.total / calls) * MILLION)} on average, without the database and watching.`,
  ];
};

const areSame = (one: number, other: number): boolean => toCents(one) === toCents(other);

export const describeTogether = ({ saved, sum, chosen }: Together, shown: readonly Saving[]): string => {
  const hidden = chosen.filter((one) => !shown.includes(one));
  const all = areSame(saved, sum)
    ? `Together ${writeMoney(saved)}.`
    : `Together ${writeMoney(saved)}, not ${writeMoney(sum)}: they overlap.`;
  const marked = chosen.length - hidden.length;
  const rest = writeMoney(addMoney(hidden.map((one) => one.saved)));
  return hidden.length === 0
    ? `${all} They are the ${marked} changes marked +.`
    : `${all} They are the ${marked} marked +, and ${hidden.length} more not shown (${rest}).`;
};

export const markOf = ({ together }: Savings, saving: Saving): string => (together?.chosen.includes(saving) ? '+' : '');

const listSavings = (found: Savings, most = Number.POSITIVE_INFINITY): readonly string[] => {
  const { savings, together } = found;
  if (savings.length === 0) return [forReader('  No single change would save a cent a month.')];
  const shown = savings.slice(0, most);
  const width = Math.max(...shown.map(({ saved }) => writeMoney(saved).length));
  return [
    ...shown.map((one) =>
      fitLine(`${markOf(found, one).padEnd(2)}${writeMoney(one.saved).padStart(width)}  ${forReader(one.change)}`),
    ),
    ...(together ? wrapText(describeTogether(together, shown)).split('\n') : []),
  ];
};

const listGuesses = (assumptions: Assumptions): string => {
  const guesses = GUESSES.map(
    ({ name, option, quantity, meaning }) => [`--${option} ${quantity.write(assumptions[name])}`, meaning] as const,
  );
  return listPairs([...guesses, [`memory: ${assumptions.memoryMb}`, 'MB of each function, as dashboard.yml has it']]);
};

const listDearest = ({ endpoints, datasets }: Estimate): string => {
  const costs = [
    ...endpoints.map(({ endpoint, component, total }) => ({ name: endpoint, what: shownComponent(component), total })),
    ...datasets.map(({ dataset, kind, total }) => ({ name: dataset, what: forReader(`dataset over ${kind}`), total })),
  ].toSorted((a, b) => b.total - a.total);
  const most = costs.length === MAX_DEAREST + 1 ? MAX_DEAREST + 1 : MAX_DEAREST;
  const rest = costs.slice(most);
  const others = [
    '',
    `  ${writeMoney(addMoney(rest.map(({ total }) => total)))}`,
    forReader(`the other ${rest.length}`),
    '',
  ];
  const rows = costs.slice(0, most).map(({ name, what, total }) => ['', `  ${writeMoney(total)}`, name, what]);
  const lines = [...rows, ...(rest.length > 0 ? [others] : [])].map((row) => row.slice(1));
  return formatTable(lines, [0]).split('\n').map(fitLine).join('\n');
};

/** Lists the calls to each host outside of AWS; empty if there are none. */
const listHosts = ({ hosts }: Estimate): readonly string[] => {
  if (hosts.length === 0) return [];
  const rows = hosts.map(({ host, calls, isLimited }) => [
    '',
    writeCount(calls),
    host,
    isLimited ? forReader('all that `rate` allows') : '',
  ]);
  return section('Calls to each host in a month', formatTable(rows, [1]).split('\n'));
};

const formatShort = (report: CostReport): string => {
  const { estimate, savings } = report;
  const head = headOf(report).flatMap((text) => text.split('\n'));
  const paid = section('What is paid for', listParts(estimate, LARGEST_PARTS).split('\n'));
  const dearest = section('The dearest endpoints and datasets', listDearest(estimate).split('\n'));
  const last = ['', wrapText(SHORT_LEFT_OUT, '')].flatMap((text) => text.split('\n'));
  const hosts = listHosts(estimate);
  const own = [head, paid, dearest, hosts, last].reduce((sum, lines) => sum + lines.length, 0);
  const room = MAX_SHORT_LINES - own - OWN_LINES_OF_SAVINGS;
  const saved = section('What would lower it', listSavings(savings, Math.max(1, Math.min(room, MAX_SAVINGS))));
  return [...head, ...paid, ...dearest, ...hosts, ...saved, ...last].join('\n');
};

const formatDetails = (report: CostReport): string => {
  const { estimate, savings } = report;
  const { prices, assumptions } = estimate;
  const inShort = [...dearest(estimate), ...perMillion(estimate), ...describeArchitectures(estimate)];
  const moved = moveDatasets(estimate).map(({ change, saved }) => `${writeMoney(saved)} less with ${change}.`);
  return [
    ...headOf(report),
    ...section('What is paid for', [
      listParts(estimate),
      ...[...inShort, describeMemory(savings.memory)].map((text) => wrapText(text)),
    ]),
    ...section('What would lower the cost: lines to write in dashboard.yml', [
      ...listSavings(savings),
      ...moved.map((text) => wrapText(text)),
    ]),
    ...listHosts(estimate),
    ...section(`Each endpoint, in ${writeCurrency(prices.currency)}`, formatCostTable(estimate)),
    ...section(
      'How it is worked out',
      describeModel(estimate).map((text) => wrapText(text)),
    ),
    ...section('Assumptions, each with the option that sets it', [
      listGuesses(assumptions),
      wrapText('1 KB is 1,000 bytes, 1 GB is 1,000,000,000. Nothing of this was measured on AWS.'),
    ]),
    ...section(`Prices of ${prices.place} (${prices.region}), ${writeMonth(prices.asOf)}, in ${prices.currency}`, [
      listPrices({ ...prices, prices: neededPrices(estimate) }),
    ]),
    ...section(
      'Left out',
      LEFT_OUT.map((text) => wrapText(text)),
    ),
    '',
    forReader('Figures are rounded to cents. Totals are sums of figures that are not rounded.'),
  ].join('\n');
};

export const formatReport = (report: CostReport): string =>
  report.hasDetails ? formatDetails(report) : formatShort(report);
