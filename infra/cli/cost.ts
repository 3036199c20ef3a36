import { resolve } from 'node:path';
import { assumeDashboard } from '../cost/assume-dashboard.ts';
import { GUESSES, TRAFFIC } from '../cost/assumptions.ts';
import { createEstimate } from '../cost/create-estimate.ts';
import { listExamples } from '../cost/datasets/list-examples.ts';
import { LAKE_OPTIONS, readLakeOptions } from '../cost/datasets/read-lake-options.ts';
import { formatCsv, formatJson } from '../cost/format-data.ts';
import { formatReport } from '../cost/format-report.ts';
import { listPrices } from '../cost/list-prices.ts';
import { LEFT_OUT, MODEL } from '../cost/model.ts';
import { openTimes } from '../cost/open-times.ts';
import { section, wrapText } from '../cost/paragraph.ts';
import { OWN_PRICES, readPriceList } from '../cost/price-list.ts';
import { HOURS, readAssumptions } from '../cost/read-assumptions.ts';
import { describeWall } from '../cost/wall.ts';
import { invocationDir } from '../dashboard/dashboard-folder.ts';
import { loadDashboard } from '../dashboard/load-dashboard.ts';
import { reportDiagnostics } from '../dashboard/report-diagnostics.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from './dashboard-option.ts';
import { defineCommand, formatOption } from './define-command.ts';
import { settingOptions } from './setting-options.ts';

const FORMATS = { text: formatReport, table: formatReport, json: formatJson, csv: formatCsv };

const ownPrices = await readPriceList(OWN_PRICES);

const settingsError = (
  values: Parameters<typeof readAssumptions>[0] & Parameters<typeof readLakeOptions>[0],
): CommandFailure | undefined => {
  try {
    readAssumptions(values);
    readLakeOptions(values);
    return undefined;
  } catch (error) {
    return fail((error as Error).message, EXIT_USAGE);
  }
};

export const command = defineCommand({
  options: {
    dashboard: DASHBOARD_OPTION,
    ...settingOptions(TRAFFIC),
    hours: {
      value: 'hours',
      meaning: `hours a day x days a month; hours of dashboard.yml by default, or else ${HOURS}`,
    },
    format: formatOption(FORMATS, 'text'),
    prices: { value: 'file', meaning: `a price list that replaces the prices of ${ownPrices.region}` },
    ...settingOptions(GUESSES),
    ...LAKE_OPTIONS,
  },
  notes: [
    'json prints { currency, region, pricesAsOf, assumptions, components: [{ endpoint, component, calls, gateway, ' +
      'requests, compute, source, logs, egress, total }], datasets: [{ dataset, kind, sourceReads, scannedBytes, scan, source, ' +
      'compute, sharedCache, total, separate, separateScan, … }] if there are any, database, watching: { alarms, metrics, dashboard }, domain, ' +
      'total, savings: [{ change, line?, saved }] }, with amounts per month. total is the sum of all other amounts. table is the same as text.',
    '',
    'How it is worked out',
    ...Object.values(MODEL).map((text) => wrapText(text)),
    ...section('A worked example of a lake', [listExamples(ownPrices)]),
    ...section(`Prices of ${ownPrices.region}, ${ownPrices.asOf}, in ${ownPrices.currency}`, [listPrices(ownPrices)]),
    ...section(
      'Left out',
      LEFT_OUT.map((text) => wrapText(text)),
    ),
  ],
  run: async (values) => {
    const failed = settingsError(values);
    if (failed) return failed;
    const prices = values.prices === undefined ? ownPrices : await readPriceList(resolve(invocationDir, values.prices));
    const folder = await readDashboardFolder(values.dashboard);
    if ('failure' in folder) return folder;
    const { path, nameOf } = folder;
    const dashboard = await loadDashboard(path);
    if (dashboard.errors.length > 0) return fail(reportDiagnostics(dashboard, nameOf));
    const open = values.hours === undefined ? openTimes(dashboard) : {};
    const assumptions = {
      ...readAssumptions(values, dashboard.memory),
      ...open,
      ...assumeDashboard(dashboard),
    };
    const wall = readLakeOptions(values)(await describeWall(dashboard));
    console.log(FORMATS[values.format](createEstimate(wall, assumptions, prices), dashboard));
    return undefined;
  },
});
