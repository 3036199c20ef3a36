import { resolve } from 'node:path';
import { defineCommand, formatOption, type OptionValues, settingOptions } from '../command-line/define-command.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from '../command-line/target.ts';
import { type ActualReport, formatActual } from '../cost/actual/format-actual.ts';
import { formatActualCsv, formatActualJson } from '../cost/actual/format-actual-data.ts';
import { readMonth } from '../cost/actual/read-actual.ts';
import { GUESSES, TRAFFIC } from '../cost/assumptions.ts';
import { compareBudget } from '../cost/budget.ts';
import { readSourceOptions, SOURCE_OPTIONS } from '../cost/change-datasets.ts';
import { type CostInput, estimateDashboard, measureBodies } from '../cost/estimate-dashboard.ts';
import { choosePrices, OWN_PRICES, type PriceList, readConversion, readPriceList } from '../cost/price-list.ts';
import { HOURS, readAssumptions } from '../cost/read-assumptions.ts';
import { formatCsv, formatJson } from '../cost/report/format-data.ts';
import { formatReport } from '../cost/report/format-report.ts';
import { formatWalls, formatWallsCsv, formatWallsJson, type WallsReport } from '../cost/report/format-walls.ts';
import { listExamples, listPrices } from '../cost/report/list-examples.ts';
import { LEFT_OUT, MODEL } from '../cost/report/model.ts';
import { section, wrapText } from '../cost/report/paragraph.ts';
import { refuseReport, writeReport } from '../cost/report/write-report.ts';
import { findSavings, type Savings } from '../cost/savings/find-savings.ts';
import { findFolders, readWalls, sameNames, sumWalls, type WallOptions } from '../cost/walls/wall-cost.ts';
import { loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import { reportDiagnostics } from '../dashboard/folder/diagnostic.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { print, printError, printFormat } from '../terminal/print.ts';

const FORMATS = { text: formatReport, table: formatReport, json: formatJson, csv: formatCsv };

const ownPrices = await readPriceList(OWN_PRICES);

const OPTIONS = {
  dashboard: DASHBOARD_OPTION,
  details: { meaning: 'also prints each endpoint, the model, the assumptions, the prices and what is left out' },
  year: { meaning: 'also prints the total of twelve such months' },
  currency: { value: 'code', meaning: 'another currency for every amount, such as CNY; needs --rate' },
  rate: { value: 'number', meaning: 'what one unit of the currency of the prices costs in --currency, such as 7.1' },
  by: { value: 'tag', meaning: 'adds up the dashboards by the values of one of their tags, such as department' },
  report: { value: 'file', meaning: 'also writes a report for a controller: an .html file without scripts, or .csv' },
  actual: {
    value: 'file',
    isList: true,
    isOptional: true,
    meaning:
      'compares what was used with the forecast: files or folders of log lines; without them, asks AWS about --stage',
  },
  month: { value: 'month', meaning: 'with --actual, counts only one month in UTC, such as 2026-10' },
  against: {
    value: 'month',
    meaning: 'with --actual and --month, another month: says why the first one costs more or less than this one',
  },
  stage: { value: 'name', meaning: 'with --actual, counts only one stage, such as prod' },
  bill: {
    meaning: 'with --actual, also asks Cost Explorer what AWS billed by the tags: 0.01 US dollars for each request',
  },
  'enforce-budget': { meaning: 'ends with exit code 1 if the budget of dashboard.yml is exceeded' },
  ...settingOptions(TRAFFIC),
  hours: {
    value: 'hours',
    meaning: `hours a day x days a month; by default \`hours\` of dashboard.yml, or else ${HOURS}`,
  },
  format: formatOption(FORMATS, 'text'),
  prices: {
    value: 'file',
    meaning: `a price list; by default, that of the dashboard's region if it is included, or else that of ${ownPrices.region}`,
  },
  ...settingOptions(GUESSES),
  ...SOURCE_OPTIONS,
} as const;

type Values = OptionValues<typeof OPTIONS>;

/** Reads the options that are checked before anything else. Returns a function that converts price lists. */
const readOptions = (values: Values): ((prices: PriceList) => PriceList) | CommandFailure => {
  try {
    readAssumptions(values);
    readSourceOptions(values);
    return readConversion(values.currency, values.rate);
  } catch (error) {
    return fail((error as Error).message, EXIT_USAGE);
  }
};

const ACTUAL_FORMATS = { text: formatActual, table: formatActual, json: formatActualJson, csv: formatActualCsv };

const refuseActual = (
  { actual, month, against, stage, bill, report, by, year, 'enforce-budget': enforces }: Values,
  words: readonly string[],
): string | undefined => {
  const example = 'such as --actual --stage prod --month 2026-10, or --actual logs/';
  if (actual === undefined) {
    const alone = [
      month !== undefined && '--month',
      against !== undefined && '--against',
      stage !== undefined && '--stage',
      bill && '--bill',
    ].find(Boolean);
    return alone ? `${alone} belongs to --actual: add it, ${example}` : undefined;
  }
  if (stage === undefined && (bill || actual.length === 0))
    return `${bill ? '--bill' : '--actual without files'} asks AWS about a stage: add --stage, ${example}`;
  if (stage === 'local' && (bill || actual.length === 0))
    return '--stage local is not on AWS: choose another one, such as dev';
  if (month !== undefined && !readMonth(month)) return `--month must be a month such as 2026-10, not '${month}'`;
  if (against !== undefined && !readMonth(against))
    return `--against must be a month such as 2026-10, not '${against}'`;
  if (against !== undefined && (month === undefined || month === against))
    return '--against compares two months: name the other one, such as --month 2026-11 --against 2026-10';
  if (words.length > 0)
    return 'cost --actual compares one dashboard: name its folder with --dashboard, and the log lines after --actual';
  const other = [
    by !== undefined && '--by',
    year && '--year',
    enforces && '--enforce-budget',
    report !== undefined && '--report',
  ].find(Boolean);
  return other ? `${other} is about the forecast: leave it out, or leave --actual out` : undefined;
};

const runActual = async (values: Values, input: CostInput): Promise<CommandFailure | undefined> => {
  const { month, against, details, format } = values;
  // Imported only here, because no other option of the command needs the AWS clients.
  const { compareWithUse } = await import('../deploy/usage/compare-with-use.ts');
  const used = await compareWithUse(input, values, printError);
  if ('failure' in used) return used;
  const report: ActualReport = { ...used, dashboard: input.dashboard.name, month, against, hasDetails: details };
  printFormat(format, ACTUAL_FORMATS[format](report));
  return undefined;
};

/** The formats that can show the total of a year. The amounts in CSV are those of one month. */
const YEARLY: readonly string[] = ['text', 'table', 'json'];

const refuseYear = ({ year, format, report = '' }: Values): string | undefined =>
  year && !YEARLY.includes(format) && !report.endsWith('.html')
    ? '--year is not in CSV, whose amounts are those of a month: leave it out, or use --format json'
    : undefined;

const WALL_FORMATS = { text: formatWalls, table: formatWalls, json: formatWallsJson, csv: formatWallsCsv };

/** Prints the name of the file to standard error if a program reads the output. */
const writeNamed = async ({ report, format }: Values, content: WallsReport, savings?: Savings): Promise<void> => {
  if (report === undefined) return;
  await writeReport(report, content, savings);
  if (format === 'text' || format === 'table') print(`\nwrote ${report}`);
  else printError(`wrote ${report}`);
};

/** Estimates several folders, prints a line for each, and their sum. */
const runWalls = async (
  folders: readonly string[],
  values: Values,
  options: WallOptions,
): Promise<CommandFailure | undefined> => {
  const { walls, faults } = await readWalls(folders, options);
  const sum = sumWalls(walls, faults.length);
  const report = { ...sum, tag: values.by, hasDetails: values.details, hasYear: values.year };
  printFormat(values.format, WALL_FORMATS[values.format](report));
  for (const warning of sameNames(walls)) printError(warning);
  const failures = [...faults];
  if (walls.length > 0) await writeNamed(values, report).catch(({ message }) => failures.push(message));
  if (failures.length > 0) return fail(failures.join('\n\n'));
  if (sum.noSum !== undefined)
    return fail(values.format === 'text' || values.format === 'table' ? '' : `no sum: ${sum.noSum}`);
  const isOver = walls.some(({ dashboard, estimate }) => compareBudget(dashboard, estimate)?.over);
  return values['enforce-budget'] && isOver ? fail('') : undefined;
};

/** Returns the folders of the dashboards to add up; undefined to estimate one dashboard alone. */
const readFolders = async (
  words: readonly string[],
  { dashboard, by }: Values,
): Promise<readonly string[] | CommandFailure | undefined> => {
  if (words.length === 0) return by === undefined ? undefined : [dashboard ?? '.'];
  if (dashboard !== undefined)
    return fail('name folders either with --dashboard or as arguments, such as walls/*', EXIT_USAGE);
  return findFolders(words).catch((error) => fail((error as Error).message, EXIT_USAGE));
};

export const command = defineCommand({
  argument: {
    value: 'folders',
    meaning: 'several dashboard folders, such as walls/*, in place of --dashboard',
    isMany: true,
  },
  options: OPTIONS,
  // A getter, because the headings depend on the language, which is unknown when this module is loaded.
  get notes() {
    return [
      'json prints { currency, rate?, region, dashboardRegion, pricesAsOf, prices, tags, assumptions, components: [{ endpoint, component, ' +
        'calls, gateway, requests, compute, source, logs, egress, total, refreshSeconds, bodyBytes, logBytes, … }], datasets?: [{ dataset, ' +
        'kind, sourceReads, scannedBytes, scan, source, compute, sharedCache, total, separate, separateScan, … }], hosts?: [{ host, calls }], ' +
        'database, watching: { alarms, metrics, dashboard }, domain, parts, total, range?: { least, most }, year?: { total, days }, ' +
        'budget?: { amount, over, difference }, savings: [{ change, saved, gives, line?, edits: [{ path, value }], options }], ' +
        'together?: { saved, total, edits, options }, … }, with amounts per month. parts together are total. table is the same as text.',
      'For several folders, json prints { currency, walls: [{ folder, dashboard, tags, region, total, parts }], total, year?, byTag? }, ' +
        'where byTag has the sums of each value of the tag, and those without it under an empty one.',
      'With --actual, json prints { period: { from, to, days }, forecast, actual, difference, causes: [{ cause, amount, text }], ' +
        'components: [{ endpoint, forecast, actual: { calls, sourceCalls, coldCalls, bytes, billedMs, total } }], assumed, fit, bill?, notes?, … }, ' +
        'where forecast and actual have total and parts, and the amounts of causes together are difference. ' +
        'With --against, forecast is called against, and has what the other month was.',
      '',
      'How it is worked out',
      ...Object.values(MODEL).map((text) => wrapText(text)),
      ...section('A worked example of a lake', [listExamples(ownPrices)]),
      ...section(`Prices of ${ownPrices.region}, ${ownPrices.asOf}, in ${ownPrices.currency}`, [listPrices(ownPrices)]),
      ...section(
        'Left out',
        LEFT_OUT.map((text) => wrapText(text)),
      ),
    ];
  },
  run: async (values, { words }) => {
    const convert = readOptions(values);
    if ('failure' in convert) return convert;
    const given =
      values.prices === undefined ? undefined : await readPriceList(resolve(invocationFolder(), values.prices));
    const refused =
      refuseActual(values, words) ??
      refuseYear(values) ??
      (values.report === undefined ? undefined : refuseReport(values.report));
    if (refused !== undefined) return fail(refused, EXIT_USAGE);
    const folders = await readFolders(words, values);
    if (folders && 'failure' in folders) return folders;
    if (folders) return runWalls(folders, values, { options: values, prices: given, convert });
    const folder = await readDashboardFolder(values.dashboard);
    if ('failure' in folder) return folder;
    const { path, nameOf } = folder;
    const dashboard = await loadDashboard(path);
    if (dashboard.errors.length > 0) return { failure: reportDiagnostics(dashboard, nameOf), exitCode: 1 };
    const prices = convert(given ?? (await choosePrices(dashboard.region)));
    const input = { dashboard, options: values, prices, ...(await measureBodies(dashboard)) };
    if (values.actual) return runActual(values, input);
    const estimate = await estimateDashboard(input);
    const savings = await findSavings(input, estimate);
    const report = { dashboard, estimate, savings, hasDetails: values.details, hasYear: values.year };
    printFormat(values.format, FORMATS[values.format](report));
    const wall = { folder: values.dashboard ?? '.', dashboard, estimate };
    await writeNamed(values, { ...report, ...sumWalls([wall], 0) }, savings);
    return values['enforce-budget'] && compareBudget(dashboard, estimate)?.over ? fail('') : undefined;
  },
});
