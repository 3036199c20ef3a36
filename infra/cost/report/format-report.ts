import { formatTable } from '../../terminal/format-table.ts';
import { type Assumptions, GUESSES } from '../assumptions.ts';
import type { Saving } from '../change-datasets.ts';
import { proposeMemory } from '../compare-memory.ts';
import type { Estimate } from '../create-estimate.ts';
import { writeCurrency, writeHours, writeMoney, writeMonth, writeShare } from '../figures.ts';
import { findSavings } from '../find-savings.ts';
import { PARTS } from '../price-endpoint.ts';
import { addMoney, priceOf } from '../price-list.ts';
import { SECONDS } from '../quantity.ts';
import { describeModel, writeScreens } from './describe-model.ts';
import { formatCostTable, sumCalls } from './format-cost-table.ts';
import { listPrices } from './list-examples.ts';
import { LEFT_OUT } from './model.ts';
import { listPairs, section, wrapText } from './paragraph.ts';

/** Calculates the monthly cost of compute on each architecture of Lambda, with the same times. */
export const compareArchitectures = ({ sum, prices }: Pick<Estimate, 'sum' | 'prices'>) => ({
  arm64: sum.compute,
  x86_64: (sum.compute * priceOf(prices, 'computeX86', 1)) / priceOf(prices, 'compute', 1),
});

/** Compares the cost of both architectures. Dashboards are deployed to arm64. */
export const describeArchitectures = (estimate: Estimate): string => {
  const { arm64, x86_64 } = compareArchitectures(estimate);
  return `Compute costs ${writeMoney(arm64)} a month on arm64, where functions run; the same times on x86_64 would cost ${writeMoney(x86_64)}.`;
};

const NAMES = {
  gateway: 'gateway',
  requests: 'requests',
  compute: 'compute',
  source: 'source calls',
  logs: 'logs',
  egress: 'egress',
} as const;

const MAX_DEAREST_ENDPOINTS = 3;
const MILLION = 1_000_000;

/** The dashboard of a report. */
export interface Subject {
  readonly name: string;
  /** Region of the deployment, if the dashboard file sets it. */
  readonly region?: string | undefined;
}

const headOf = (estimate: Estimate, { name, region = estimate.prices.region }: Subject): readonly string[] => {
  const { assumptions, prices, total } = estimate;
  const { refreshSeconds, hoursADay, daysAMonth } = assumptions;
  const asking = `${writeScreens(assumptions)} that refresh every ${SECONDS.write(refreshSeconds)}`;
  const warning =
    `The dashboard is for ${region}, and these are the prices of ${prices.region}: ` +
    `give those of ${region} with --prices <file>.`;
  return [
    wrapText(`${name} costs ${writeMoney(total)} ${writeCurrency(prices.currency)} a month on AWS`, ''),
    wrapText(
      `with ${asking}, ${hoursADay} hours a day, ${daysAMonth} days a month (${writeHours(hoursADay * daysAMonth)} hours); ` +
        `prices of ${prices.place}, ${prices.region}, ${writeMonth(prices.asOf)}; free tiers are left out`,
      '',
    ),
    ...(region === prices.region ? [] : [wrapText(warning, '')]),
  ];
};

/** Lists the cost by category. The shared cache is separate from the other sources. */
const moneyOf = ({
  sum,
  sharedCache,
  datasets,
  database,
  watching,
  domain,
}: Estimate): readonly (readonly [string, number])[] => {
  const parts = { ...sum, source: addMoney([sum.source, -sharedCache.cost]) };
  return [
    ...PARTS.map((part) => [NAMES[part], parts[part]] as const),
    ...(sharedCache.endpoints > 0 ? [['shared cache', sharedCache.cost] as const] : []),
    ['datasets', addMoney(datasets.map(({ total }) => total))],
    ['database', database.capacity],
    ['secrets', database.secrets],
    ['watching', watching.total],
    ['domain', domain],
  ];
};

const largestParts = (estimate: Estimate): string => {
  const parts = moneyOf(estimate)
    .filter(([, amount]) => amount > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, amount]) => [`  ${writeMoney(amount)}`, writeShare(amount, estimate.total), name]);
  return formatTable(parts, [0, 1]);
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

const describeSavings = (savings: readonly Saving[], total: number): readonly string[] => {
  const [first] = savings;
  if (!first) return [wrapText('No single change would save a cent a month.')];
  const width = writeMoney(first.saved).length;
  const most = `The largest saving, ${writeMoney(first.saved)} a month (${writeShare(first.saved, total)}): ${first.change}.`;
  const listed = savings.slice(1).map(({ change, saved }) => [writeMoney(saved).padStart(width), change] as const);
  if (listed.length === 0) return [wrapText(most)];
  return [wrapText(most), wrapText('Other single changes (savings do not add up):'), listPairs(listed)];
};

const listGuesses = (assumptions: Assumptions): string => {
  const guesses = GUESSES.map(
    ({ name, option, quantity, meaning }) => [`--${option} ${quantity.write(assumptions[name])}`, meaning] as const,
  );
  return listPairs([...guesses, [`memory: ${assumptions.memoryMb}`, 'MB of each function, as dashboard.yml has it']]);
};

/** Formats the report for a terminal: the total, its parts, what would lower it, the table and the assumptions. */
export const formatReport = (estimate: Estimate, subject: Subject): string => {
  const { prices, assumptions, total } = estimate;
  const inShort = [
    ...dearest(estimate),
    ...perMillion(estimate),
    describeArchitectures(estimate),
    proposeMemory(estimate),
  ];
  return [
    ...headOf(estimate, subject),
    ...section('What is paid for', [largestParts(estimate), ...inShort.map((text) => wrapText(text))]),
    ...section(
      'What would lower the cost: lines to write in dashboard.yml',
      describeSavings(findSavings(estimate), total),
    ),
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
      listPrices(prices),
    ]),
    ...section(
      'Left out',
      LEFT_OUT.map((text) => wrapText(text)),
    ),
    '',
    'Figures are rounded to cents. Totals are sums of figures that are not rounded.',
  ].join('\n');
};
