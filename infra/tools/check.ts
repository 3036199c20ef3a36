import { isAbsolute, join, relative, resolve } from 'node:path';
import { projectRoot } from '../build/project-root.ts';
import { checkData } from './dashboard/check-data.ts';
import { type Fault, formatFault, sortFaults } from './dashboard/fault.ts';
import { type LoadedDashboard, loadDashboard } from './dashboard/load-dashboard.ts';
import { type Command, readOptions } from './read-options.ts';

const DEMO = 'infra/dashboards/demo';

const COMMAND: Command = {
  name: 'npm run check',
  purpose: 'Checks a dashboard folder: its file, its SQL, and its data as the endpoints would read it. Starts nothing.',
  options: { dashboard: { type: 'string', value: 'folder', meaning: `the dashboard folder; ${DEMO} by default` } },
};

/** Where the user is: npm runs scripts in the project's root. */
const here = process.env.INIT_CWD ?? process.cwd();

/** A file as the user would open it: from where they are when it is below, else below the folder as they gave it. */
const createNamer =
  (given: string, folder: string) =>
  (file: string): string => {
    const path = relative(here, file);
    return path.startsWith('..') || isAbsolute(path) ? join(given, relative(folder, file)) : path;
  };

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const summary = ({ name, checked }: LoadedDashboard): string => {
  const components = new Set(checked.map(({ component }) => component?.name)).size;
  const files = new Set(checked.flatMap((endpoint) => Object.values(endpoint.files))).size;
  return `${name} is right: ${counted(checked.length, 'endpoint')}, ${counted(components, 'component')}, ${counted(files, 'data file')}`;
};

const report = (faults: readonly Fault[], nameOf: (file: string) => string): void => {
  for (const fault of faults) console.log(formatFault(fault, nameOf(fault.file)));
  const endpoints = new Set(faults.flatMap(({ endpoint }) => endpoint ?? [])).size;
  const spread = endpoints > 0 ? `, in ${counted(endpoints, 'endpoint')}` : '';
  console.log(`\n${counted(faults.length, 'fault')}${spread}`);
};

const check = async (given: string, folder: string): Promise<number> => {
  const dashboard = await loadDashboard(folder);
  const faults = sortFaults([...dashboard.faults, ...(await checkData(dashboard))]);
  if (faults.length > 0) report(faults, createNamer(given, folder));
  else console.log(summary(dashboard));
  return faults.length > 0 ? 1 : 0;
};

const run = async (args: readonly string[]): Promise<number> => {
  const read = readOptions(COMMAND, args);
  if ('text' in read) {
    (read.exitCode === 0 ? console.log : console.error)(read.text);
    return read.exitCode;
  }
  const { dashboard } = read.values;
  return typeof dashboard === 'string'
    ? check(dashboard, resolve(here, dashboard))
    : check(DEMO, join(projectRoot, DEMO));
};

process.exitCode = await run(process.argv.slice(2));
