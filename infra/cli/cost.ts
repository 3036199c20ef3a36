import { resolve } from 'node:path';
import { DASHBOARD_OPTION, readDashboardFolder } from '../command-line/dashboard-option.ts';
import { defineCommand, formatOption } from '../command-line/define-command.ts';
import { settingOptions } from '../command-line/setting-options.ts';
import { GUESSES, TRAFFIC } from '../cost/assumptions.ts';
import { LAKE_OPTIONS, readLakeOptions } from '../cost/change-datasets.ts';
import { estimateDashboard } from '../cost/estimate-dashboard.ts';
import { OWN_PRICES, readPriceList } from '../cost/price-list.ts';
import { HOURS, readAssumptions } from '../cost/read-assumptions.ts';
import { formatCsv, formatJson } from '../cost/report/format-data.ts';
import { formatReport } from '../cost/report/format-report.ts';
import { listExamples, listPrices } from '../cost/report/list-examples.ts';
import { LEFT_OUT, MODEL } from '../cost/report/model.ts';
import { section, wrapText } from '../cost/report/paragraph.ts';
import { loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import { invocationFolder } from '../dashboard/folder/dashboard-folder.ts';
import { reportDiagnostics } from '../dashboard/folder/report-diagnostics.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { printFormat } from '../terminal/print.ts';

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
    const prices =
      values.prices === undefined ? ownPrices : await readPriceList(resolve(invocationFolder(), values.prices));
    const folder = await readDashboardFolder(values.dashboard);
    if ('failure' in folder) return folder;
    const { path, nameOf } = folder;
    const dashboard = await loadDashboard(path);
    if (dashboard.errors.length > 0) return { failure: reportDiagnostics(dashboard, nameOf), exitCode: 1 };
    const estimate = await estimateDashboard(dashboard, values, prices);
    printFormat(values.format, FORMATS[values.format](estimate, dashboard));
    return undefined;
  },
});
