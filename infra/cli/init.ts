import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { commandLine } from '../build/command-line.ts';
import { loadCatalogue } from '../build/load-catalogue.ts';
import { checkDashboard } from '../dashboard/check-dashboard.ts';
import { invocationDir, resolveDashboardFolder } from '../dashboard/dashboard-folder.ts';
import { createFileEndpoint } from '../dashboard/init/file-endpoint.ts';
import { folderFiles, nextSteps } from '../dashboard/init/folder-files.ts';
import type { NewEndpoint } from '../dashboard/init/new-endpoint.ts';
import { ownDependency, schemaPath } from '../dashboard/init/own-package.ts';
import { createSampleEndpoint } from '../dashboard/init/sample-endpoint.ts';
import { slugOf } from '../dashboard/init/slug.ts';
import { findOccupant, writeNewFolder } from '../dashboard/init/write-new-folder.ts';
import { reportDiagnostics } from '../dashboard/report-diagnostics.ts';
import { resolveComponent, unknownComponent } from '../dashboard/resolve-component.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { type Beginning, chooseBeginning } from './choose-beginning.ts';
import { defineCommand } from './define-command.ts';

type Created = readonly NewEndpoint[] | CommandFailure;

const createSamples = async (names: readonly string[]): Promise<Created> => {
  const catalogue = await loadCatalogue();
  const endpoints: NewEndpoint[] = [];
  for (const name of names) {
    const component = resolveComponent(name, catalogue);
    const entry = catalogue.find(({ shape }) => shape === component?.shape);
    if (!component || !entry) {
      const { message, hint } = unknownComponent(name, catalogue, []);
      return fail(`--component: ${message} (${hint})`, EXIT_USAGE);
    }
    endpoints.push(await createSampleEndpoint(component.name, entry, new Set(endpoints.map(({ slug }) => slug))));
  }
  return endpoints;
};

const describeNoCsv = async (file: string): Promise<string | undefined> => {
  const found = await stat(file).catch(() => undefined);
  if (!found) return 'does not exist';
  if (!found.isFile()) return 'is not a file';
  return /\.xls[xm]?$/i.test(file)
    ? `is a workbook: make CSV files of it with ${commandLine('import', basename(file))}`
    : undefined;
};

const createFromFiles = async (files: readonly string[], timezone: string): Promise<Created> => {
  const endpoints: NewEndpoint[] = [];
  for (const given of files) {
    const file = resolve(invocationDir, given);
    const problem = await describeNoCsv(file);
    if (problem) return fail(`--from: ${given} ${problem}`, EXIT_USAGE);
    if (endpoints.some(({ files: known }) => `data/${basename(file)}` in known)) {
      return fail(`--from: two files are called ${basename(file)}; rename one of them`, EXIT_USAGE);
    }
    const endpoint = await createFileEndpoint(file, timezone, new Set(endpoints.map(({ slug }) => slug)));
    if ('problem' in endpoint) return fail(`--from: ${endpoint.problem}`);
    endpoints.push(endpoint);
  }
  return endpoints;
};

const createEndpoints = ({ components, files }: Beginning, timezone: string): Promise<Created> =>
  files.length > 0 ? createFromFiles(files, timezone) : createSamples(components);

const describeEndpoint = ({ slug, definition, files }: NewEndpoint): string =>
  `  ${slug}: ${definition.component} from ${Object.keys(files).join(', ')}`;

/** Checks the new folder like the command `check`, because a new dashboard must have no errors. */
const reportErrors = async (folder: string): Promise<CommandFailure | undefined> => {
  const { errors, warnings } = await checkDashboard(folder);
  return errors.length > 0
    ? fail(reportDiagnostics({ errors, warnings }, resolveDashboardFolder(folder).nameOf))
    : undefined;
};

const DATA_FILE = /\.\w+$/;

/** Returns the folder that the user named, before or after the files. */
const readFolderWord = ([word]: readonly string[], files: readonly string[]) => {
  const last = files.at(-1);
  const isLast = word === undefined && files.length > 1 && last !== undefined && !DATA_FILE.test(last);
  return isLast ? { given: last, files: files.slice(0, -1) } : { given: word, files };
};

/** Returns the reason why no dashboard can be created in this folder, if there is one. */
const describeTaken = async (folder: string): Promise<string | undefined> => {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) return 'is a file';
  const occupant = await findOccupant(folder);
  return occupant && `is not empty: it contains ${occupant}`;
};

export const command = defineCommand({
  argument: { value: 'folder', isOptional: true, meaning: 'a new or empty folder; . for the current one' },
  options: {
    component: { value: 'name', meaning: 'begins with this component, and sample data for it' },
    from: { value: 'csv', isList: true, meaning: 'begins with these CSV files, each with a component that it fits' },
  },
  notes: [
    'Without options, the command asks in a terminal what to begin with. Without a terminal, it begins with four components.',
  ],
  run: async ({ component, from: listed = [] }, { words }) => {
    const { given, files: from } = readFolderWord(words, listed);
    if (given === undefined) return fail(`name the new folder: ${commandLine('init', 'ops-room')}`, EXIT_USAGE);
    const folder = resolve(invocationDir, given);
    const problem = await describeTaken(folder);
    if (problem) return fail(`${given} ${problem}; name a new or empty folder`, EXIT_USAGE);
    if (component && from.length > 0)
      return fail('--component and --from cannot be used together; add the other endpoints later', EXIT_USAGE);
    const beginning = await chooseBeginning({ components: component ? [component] : [], files: from });
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const endpoints = await createEndpoints(beginning, timezone);
    if ('failure' in endpoints) return endpoints;
    const contents = folderFiles({
      name: slugOf(basename(folder), 'dashboard'),
      timezone,
      endpoints,
      schema: schemaPath(folder),
      dependency: await ownDependency(folder),
    });
    await writeNewFolder(folder, contents);
    const failed = await reportErrors(folder);
    if (failed) return failed;
    console.log(
      `Made ${given}, and check found no errors:\n${endpoints.map(describeEndpoint).join('\n')}\n\n${nextSteps(given)}`,
    );
    return undefined;
  },
});
