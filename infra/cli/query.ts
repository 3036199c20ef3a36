import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { type Proposal, proposeDataset, proposeKeys } from '../begin/answers/propose-dataset.ts';
import { defineCommand, formatOption, type OptionValues } from '../command-line/define-command.ts';
import { readDashboardFolder, readStage, TARGET_OPTIONS } from '../command-line/target.ts';
import { estimateDashboard } from '../cost/estimate-dashboard.ts';
import { choosePrices, meteredUnits, priceOf } from '../cost/price-list.ts';
import { type LoadedDashboard, loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../dashboard/folder/diagnostic.ts';
import { didYouMean, shownName } from '../dashboard/folder/name-words.ts';
import { type DashboardFolder, FILE_NAME } from '../dashboard/folder/read-dashboard-file.ts';
import { type DatasetRows, type LoadedDataset, QueryFailure } from '../dashboard/kinds/source-kind.ts';
import { kindOf } from '../dashboard/registry/kinds.ts';
import { refreshLake } from '../dashboards/lake/generate/refresh-lake.ts';
import { explained } from '../deploy/aws/call-service.ts';
import { withRegion } from '../deploy/aws/stacks.ts';
import { signIn } from '../deploy/sign-in.ts';
import { QUERY_FORMATS } from '../lake/query-formats.ts';
import {
  findQuery,
  isOutside,
  needsStack,
  placeFailure,
  presentSlot,
  type QueriedRows,
  runDataset,
  timesOf,
  useAws,
  withEmulators,
  withLiterals,
} from '../lake/run-dataset.ts';
import { commandLine } from '../program/command-line.ts';
import { stackName } from '../stack/function-name.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { print, printData, printError, printFormat } from '../terminal/print.ts';

const OPTIONS = {
  ...TARGET_OPTIONS,
  workgroup: { value: 'name', meaning: 'the workgroup; by default that of the dataset, of --stage, or else primary' },
  print: {
    meaning:
      'prints the statement with values for its parameters, for Athena’s console, or the request without secrets, and calls nothing',
  },
  local: { meaning: 'runs the dataset over the files of data/ on this machine; needs no AWS credentials' },
  format: formatOption(QUERY_FORMATS, 'text'),
} as const;

type Values = OptionValues<typeof OPTIONS>;

interface Chosen {
  readonly name: string;
  readonly folder: string;
  readonly dashboard: LoadedDashboard;
  readonly dataset: LoadedDataset;
  readonly nameOf: DashboardFolder['nameOf'];
}

const choose = async (name: string, { dashboard: given }: Values): Promise<Chosen | CommandFailure> => {
  const folder = await readDashboardFolder(given);
  if ('failure' in folder) return folder;
  const dashboard = await withRegion(await loadDashboard(folder.path));
  const { datasets, checkedDatasets, blockedBy } = dashboard;
  const known = Object.keys(checkedDatasets);
  const dataset = Object.hasOwn(datasets, name) ? datasets[name] : undefined;
  if (dataset) return { name, folder: folder.path, dashboard, dataset, nameOf: folder.nameOf };
  if (known.includes(name) || blockedBy.length > 0)
    return fail(`the dataset ${shownName(name)} is invalid: ${commandLine('check')} says why`);
  const near = nearestNames(name, known, 2);
  const hint = near.length > 0 ? didYouMean(near) : `dashboard.yml has ${known.join(', ') || 'no datasets'}`;
  return fail(`there is no dataset ${shownName(name)}: ${hint}`, EXIT_USAGE);
};

const printStatement = async ({ name, dashboard, dataset }: Chosen): Promise<CommandFailure | undefined> => {
  const { window } = presentSlot(dataset.config, dashboard);
  const { source } = dataset.config;
  const { writeRequest, isOfAccount } = kindOf(source);
  if (writeRequest) {
    printData(writeRequest(source, window, dashboard.timezone));
    const times = timesOf(source, window);
    return void (times && print(`\n${times}`));
  }
  const query = await findQuery(dashboard, name);
  if (!query) {
    const message = isOfAccount
      ? `--print: the dataset ${name} has no statement, because its rows are metrics of CloudWatch`
      : `--print: the dataset ${name} has no statement, because its rows are in a file`;
    return fail(message, EXIT_USAGE);
  }
  return void printData(withLiterals(query.text, window));
};

const runOnAws = async (
  { name, dashboard, dataset }: Chosen,
  values: Values,
): Promise<QueriedRows | CommandFailure> => {
  const stage = values.stage === undefined ? undefined : readStage(values.stage);
  if (typeof stage === 'object') return stage;
  const { source } = dataset.config;
  if (stage === undefined && needsStack(source, dashboard))
    return fail(`the dataset ${name} is in a stack: add its stage, such as --stage dev, or --local`, EXIT_USAGE);
  const { region } = dashboard;
  if (region === undefined) return fail('no region: write `region` in dashboard.yml, or set AWS_REGION', EXIT_USAGE);
  const signedIn = stage === undefined ? undefined : await signIn(dashboard, stage, printError);
  if (signedIn && 'failure' in signedIn) return signedIn;
  await useAws(dashboard, source, stage, region);
  const stageWorkgroup = stage === undefined ? undefined : stackName(dashboard, stage);
  const place = { region, workgroup: values.workgroup, stageWorkgroup, explained };
  return runDataset(dataset.config, dashboard, place);
};

const runHere = async ({ folder, dashboard, dataset: { config } }: Chosen): Promise<QueriedRows> => {
  await refreshLake(folder);
  return withEmulators(dashboard, config.source, (place) => runDataset(config, dashboard, place));
};

const explain = async (error: unknown, { name, dashboard, nameOf }: Chosen): Promise<CommandFailure> => {
  const isWallfeed = error instanceof WallfeedError;
  if (!isWallfeed && !(error instanceof QueryFailure)) throw error;
  const query = await findQuery(dashboard, name);
  const cause = isWallfeed && !(error.cause instanceof WallfeedError) ? String(Object(error.cause).message ?? '') : '';
  // The local database writes its reason behind its name, and the error repeats the reason.
  const isSaid = error.message.includes(cause.replace(/^Local database: /, ''));
  const message = isSaid ? error.message : `${error.message} ${cause}`;
  const hint = isWallfeed ? (error.details[0]?.hint ?? '') : 'correct the statement';
  if (!query) return fail([`the dataset ${name}: ${message}`, ...(hint === '' ? [] : [`  ${hint}`])].join('\n'));
  const position = isWallfeed ? undefined : error.position;
  const diagnostic = await placeFailure(dashboard, query, { message, hint, position });
  return fail(formatDiagnostic(diagnostic, nameOf(diagnostic.file)));
};

/** Returns the price of this query, and the price of a month in which each query scans the same number of bytes. */
const priceOfRows = async ({ name, dashboard }: Chosen, { scannedBytes }: DatasetRows) => {
  const prices = await choosePrices(dashboard.region);
  const units = scannedBytes === 0 ? 0 : meteredUnits(prices, 'scan', scannedBytes);
  const options = { scanned: `${scannedBytes}B` };
  const { datasets } = await estimateDashboard({ dashboard, options, prices, bodies: new Map() });
  const estimated = datasets.find(({ dataset }) => dataset === name);
  return { dollars: priceOf(prices, 'scan', units), monthly: estimated && estimated.scan + estimated.source };
};

const propose = async (
  { name, folder, dashboard, dataset }: Chosen,
  result: QueriedRows,
): Promise<Proposal | undefined> => {
  const { source } = dataset.config;
  if (!kindOf(source).findsRows || !result.answers) return undefined;
  const text = await readFile(join(folder, FILE_NAME), 'utf8');
  return proposeDataset(text, name, proposeKeys(source, result, result.answers, dashboard.timezone));
};

export const command = defineCommand({
  argument: { value: 'dataset', meaning: 'the name of a dataset of dashboard.yml' },
  options: OPTIONS,
  notes: [
    'The columns with their types, the first 20 rows, the number of rows, the seconds, the scanned bytes and the price are ' +
      'printed. A query through Athena needs athena:StartQueryExecution, athena:GetQueryExecution and athena:GetQueryResults, ' +
      'and access to the tables. Each run is a query of its own, and is billed.',
    'A dataset over HTTP or Prometheus needs no stage: its host is called with the secrets of .secrets.yml. The pages and the bytes ' +
      'of the answer are printed, and lines with `rows` and `columns` for dashboard.yml if the dataset has none.',
    'json prints { version: 1, dataset, columns: [{ name, type }], rows: [[…]] (all), rowCount, scannedBytes, dollars, seconds }.',
    'json adds pages and bytes for a host, and proposal: { rows, columns, lines } with such lines.',
  ],
  run: async (values, { words: [name = ''] }) => {
    const chosen = await choose(name, values);
    if ('failure' in chosen) return chosen;
    if (values.print) return printStatement(chosen);
    try {
      const isHere = values.local === true || isOutside(chosen.dataset.config.source);
      const result = await (isHere ? runHere(chosen) : runOnAws(chosen, values));
      if ('failure' in result) return result;
      const price = isHere ? { dollars: undefined } : await priceOfRows(chosen, result);
      const proposal = await propose(chosen, result);
      printFormat(values.format, QUERY_FORMATS[values.format]({ ...result, ...price, dataset: name, proposal }));
      const { source } = chosen.dataset.config;
      const note = result.answers?.pages === 1 ? kindOf(source).noteSinglePage?.(source) : undefined;
      if (note !== undefined && values.format === 'text') print(`\n${note}`);
      return undefined;
    } catch (error) {
      return explain(error, chosen);
    }
  },
});
