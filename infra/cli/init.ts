import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  createFileEndpoint,
  createSampleEndpoint,
  folderFiles,
  type NewEndpoint,
  nextSteps,
} from '../begin/folder-files.ts';
import { titleFor } from '../begin/suggestions/endpoint-lines.ts';
import { slugOf } from '../begin/suggestions/slug.ts';
import { findOccupant, ownDependency, schemaPath, writeNewFolder } from '../begin/write-new-folder.ts';
import { loadCatalogue } from '../build/catalogue/load-catalogue.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { checkDashboard } from '../dashboard/check-dashboard.ts';
import { resolveComponent, unknownComponent } from '../dashboard/endpoints/resolve-component.ts';
import { reportDiagnostics, reportList } from '../dashboard/folder/diagnostic.ts';
import { invocationFolder, resolveDashboardFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { commandLine } from '../program/command-line.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { ask, print, step } from '../terminal/print.ts';

interface Beginning {
  readonly components: readonly string[];
  readonly files: readonly string[];
}

const FIRST_COMPONENTS = ['Numeric Metric', '3D Pie Chart', 'Color Bar Chart', 'Carousel List'];

const QUESTION = `What does the dashboard begin with?
  1  ${FIRST_COMPONENTS.length} components with sample data: ${FIRST_COMPONENTS.join(', ')}
  2  one component with sample data
  3  your own CSV files
`;

const FURTHER = {
  2: async (): Promise<Beginning> => ({ components: [await ask('The name of the component: ')], files: [] }),
  3: async (): Promise<Beginning> => {
    const answer = await ask('The paths of the files, with blanks between them: ');
    return { components: [], files: answer.split(/\s+/).filter(Boolean) };
  },
} as const;

/** Asks in a terminal if the user named nothing. Without a terminal, returns components with sample data. */
const chooseBeginning = async (given: Beginning): Promise<Beginning> => {
  if (given.components.length > 0 || given.files.length > 0) return given;
  const first = { components: FIRST_COMPONENTS, files: [] };
  if (!process.stdin.isTTY) return first;
  print(QUESTION);
  const answer = await ask('1, 2 or 3 [1]: ');
  const beginning = answer === '2' || answer === '3' ? await FURTHER[answer]() : first;
  return beginning.components.length + beginning.files.length > 0 ? beginning : first;
};

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

const describeNoCsv = async (file: string, given: string): Promise<string | undefined> => {
  const found = await stat(file).catch(() => undefined);
  if (!found) return 'does not exist';
  if (!found.isFile()) return 'is not a file';
  return /\.xls[xm]?$/i.test(file)
    ? `is a workbook: make CSV files of it with ${commandLine('import', given)}`
    : undefined;
};

/** Size from which the terminal shows that a file is being read, because it takes seconds. */
const LARGE_BYTES = 16 * 1024 * 1024;

const isLarge = async (file: string): Promise<boolean> => (await stat(file)).size > LARGE_BYTES;

const createFromFiles = async (files: readonly string[], timezone: string): Promise<Created> => {
  const endpoints: NewEndpoint[] = [];
  for (const given of files) {
    const file = resolve(invocationFolder(), given);
    const problem = await describeNoCsv(file, given);
    if (problem) return fail(`--from: ${given} ${problem}`, EXIT_USAGE);
    if (endpoints.some(({ files: known }) => Object.hasOwn(known, `data/${basename(file)}`))) {
      return fail(`--from: two files are called ${basename(file)}; rename one of them`, EXIT_USAGE);
    }
    const taken = new Set(endpoints.map(({ slug }) => slug));
    const create = () => createFileEndpoint(file, timezone, taken);
    const endpoint = (await isLarge(file)) ? await step(`Finding a component for ${given}`, create) : await create();
    if ('problem' in endpoint) return fail(`--from: ${endpoint.problem}`);
    endpoints.push(endpoint);
  }
  return endpoints;
};

const createEndpoints = ({ components, files }: Beginning, timezone: string): Promise<Created> =>
  files.length > 0 ? createFromFiles(files, timezone) : createSamples(components);

const describeEndpoint = ({ slug, definition, files }: NewEndpoint): string =>
  `  ${slug}: ${definition.component} from ${Object.keys(files).join(', ')}`;

/** Checks the new folder like the command `check`, because a new dashboard must have no errors. Returns its warnings. */
const checkNew = async (folder: string): Promise<string | CommandFailure> => {
  const { errors, warnings } = await checkDashboard(folder);
  const { nameOf } = resolveDashboardFolder(folder);
  return errors.length > 0
    ? { failure: reportDiagnostics({ errors, warnings, notes: [] }, nameOf), exitCode: 1 }
    : reportList(warnings, nameOf);
};

const DATA_FILE = /\.\w+$/;

/** Takes a last word without a file extension as the folder. */
const readFolderWord = ([word]: readonly string[], files: readonly string[]) => {
  const last = files.at(-1);
  const isLast = word === undefined && files.length > 1 && last !== undefined && !DATA_FILE.test(last);
  return isLast ? { given: last, files: files.slice(0, -1) } : { given: word, files };
};

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
    const folder = resolve(invocationFolder(), given);
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
      title: titleFor(basename(folder)),
      timezone,
      endpoints,
      schema: schemaPath(folder),
      dependency: await ownDependency(folder),
    });
    const { nameOf } = resolveDashboardFolder(given);
    await writeNewFolder(folder, contents, (path) => nameOf(join(folder, path)));
    const isLong = endpoints.some(({ memory }) => memory !== undefined);
    const check = () => checkNew(folder);
    const warnings = isLong ? await step(`Checking ${given}`, check) : await check();
    if (typeof warnings !== 'string') return warnings;
    const made = `Made ${given}, and check found no errors:\n${endpoints.map(describeEndpoint).join('\n')}`;
    print(made);
    if (warnings !== '') console.log(`\n${warnings}`);
    print(`\n${nextSteps(given)}`);
    return undefined;
  },
});
