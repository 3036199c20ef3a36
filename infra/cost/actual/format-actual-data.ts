import { writeSheetCsv } from '../../terminal/write-sheet-csv.ts';
import { addMoney } from '../price-list.ts';
import type { ActualReport } from './format-actual.ts';

const otherName = ({ against }: Pick<ActualReport, 'against'>): 'forecast' | 'against' =>
  against === undefined ? 'forecast' : 'against';

export const formatActualJson = (report: ActualReport): string => {
  const { dashboard, prices, period, forecast, actual, difference, causes, components, assumed, fit, use } = report;
  const { bill, notes } = report;
  const { from, to, days } = period;
  const skipped = { ...use.skipped, foreign: Object.fromEntries(use.foreign) };
  const { converted, currency, region, asOf } = prices;
  const other = otherName(report);
  const document = {
    dashboard,
    currency,
    ...(converted && { rate: converted.rate }),
    region,
    pricesAsOf: asOf,
    period: { from, to, days },
    [other]: forecast,
    actual,
    difference,
    causes,
    components: components.map((one) => ({ endpoint: one.endpoint, [other]: one.forecast, actual: one.actual })),
    assumed,
    fit,
    lines: { read: use.lines, ...skipped },
    ...(bill && { bill }),
    ...(notes.length > 0 && { notes }),
  };
  return JSON.stringify(document, null, 2);
};

const COUNTS = ['calls', 'sourceCalls', 'coldCalls', 'bytes', 'billedMs', 'total'] as const;

export const formatActualCsv = (report: ActualReport): string => {
  const { components, forecast, actual, causes, difference } = report;
  const other = otherName(report);
  const blank = COUNTS.slice(1).map(() => '');
  return writeSheetCsv([
    [
      'kind',
      'name',
      ...COUNTS.map((name) => `${other} ${name}`),
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
