import { resolve } from 'node:path';
import { GUESSES, type Setting, TRAFFIC } from './cost/assumptions.ts';
import { createEstimate, type Estimate } from './cost/create-estimate.ts';
import { formatCsv, formatJson } from './cost/format-data.ts';
import { formatReport, type Subject } from './cost/format-report.ts';
import { listPrices } from './cost/list-prices.ts';
import { LEFT_OUT, MODEL } from './cost/model.ts';
import { openTimes, wakeSeconds } from './cost/open-times.ts';
import { section, wrapText } from './cost/paragraph.ts';
import { OWN_PRICES, readPriceList } from './cost/price-list.ts';
import { HOURS, readAssumptions } from './cost/read-assumptions.ts';
import { describeWall } from './cost/wall.ts';
import { here, resolveDashboardFolder } from './dashboard/dashboard-folder.ts';
import { DASHBOARD_OPTION } from './dashboard/dashboard-option.ts';
import { loadDashboard } from './dashboard/load-dashboard.ts';
import { reportFaults } from './dashboard/report-faults.ts';
import type { Command, CommandOption } from './read-options.ts';
import { type CommandValues, fail, runCommand } from './run-command.ts';

const FORMATS: Readonly<Record<string, (estimate: Estimate, subject: Subject) => string>> = {
  table: formatReport,
  json: formatJson,
  csv: formatCsv,
};

const optionsOf = (settings: readonly Setting[]): Readonly<Record<string, CommandOption>> =>
  Object.fromEntries(
    settings.map(({ option, quantity, fallback, meaning }) => [
      option,
      { type: 'string', value: quantity.kind, meaning, default: fallback },
    ]),
  );

const ownPrices = await readPriceList(OWN_PRICES);

const COMMAND: Command = {
  name: 'npm run cost',
  purpose: 'Says what a dashboard costs on AWS in a month, component by component. Needs no network and no account.',
  options: {
    dashboard: DASHBOARD_OPTION,
    ...optionsOf(TRAFFIC),
    hours: {
      type: 'string',
      value: 'hours',
      meaning: `hours a day x days a month; hours of dashboard.yml by default, or else ${HOURS}`,
    },
    format: { type: 'string', value: 'format', meaning: Object.keys(FORMATS).join(', '), default: 'table' },
    prices: { type: 'string', value: 'file', meaning: `a price list in place of that of ${ownPrices.region}` },
    ...optionsOf(GUESSES),
  },
  notes: [
    'How it is worked out',
    ...Object.values(MODEL).map(wrapText),
    ...section(`Prices of ${ownPrices.region}, ${ownPrices.asOf}, in ${ownPrices.currency}`, [listPrices(ownPrices)]),
    ...section('Left out', LEFT_OUT.map(wrapText)),
  ],
};

const readPrices = ({ prices }: CommandValues) =>
  typeof prices === 'string' ? readPriceList(resolve(here, prices)) : ownPrices;

/** What the options say, or what is wrong with them. */
const readValues = (values: CommandValues) => {
  const format = FORMATS[String(values.format)];
  if (!format) return fail(`--format is one of ${Object.keys(FORMATS).join(', ')}, not ${values.format}`, 2);
  try {
    readAssumptions(values);
    return { format };
  } catch (error) {
    return fail((error as Error).message, 2);
  }
};

await runCommand(COMMAND, async (values) => {
  const read = readValues(values);
  if ('failure' in read) return read;
  const prices = await readPrices(values);
  const { path, nameOf } = resolveDashboardFolder(values.dashboard);
  const dashboard = await loadDashboard(path);
  if (dashboard.faults.length > 0) return fail(reportFaults(dashboard, nameOf));
  const open = values.hours === undefined ? openTimes(dashboard) : {};
  const assumptions = {
    ...readAssumptions(values, dashboard.memory),
    ...open,
    memoryMb: dashboard.memory,
    wakeSeconds: wakeSeconds(dashboard),
    watch: dashboard.watch,
  };
  console.log(read.format(createEstimate(describeWall(dashboard), assumptions, prices), dashboard));
  return undefined;
});
