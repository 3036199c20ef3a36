import { checkData } from './dashboard/check-data.ts';
import { type DashboardFolder, DEMO, resolveDashboardFolder } from './dashboard/dashboard-folder.ts';
import { sortFaults } from './dashboard/fault.ts';
import { type LoadedDashboard, loadDashboard } from './dashboard/load-dashboard.ts';
import { counted, reportFaults } from './dashboard/report-faults.ts';
import { type Command, readOptions } from './read-options.ts';

const COMMAND: Command = {
  name: 'npm run check',
  purpose: 'Checks a dashboard folder: its file, its SQL, and its data as the endpoints would read it. Starts nothing.',
  options: { dashboard: { type: 'string', value: 'folder', meaning: `the dashboard folder; ${DEMO} by default` } },
};

const summary = ({ name, checked }: LoadedDashboard): string => {
  const components = new Set(checked.map(({ component }) => component?.name)).size;
  const files = new Set(checked.flatMap((endpoint) => Object.values(endpoint.files))).size;
  return `${name} is right: ${counted(checked.length, 'endpoint')}, ${counted(components, 'component')}, ${counted(files, 'data file')}`;
};

const check = async ({ path, nameOf }: DashboardFolder): Promise<number> => {
  const dashboard = await loadDashboard(path);
  const faults = sortFaults([...dashboard.faults, ...(await checkData(dashboard))]);
  console.log(faults.length > 0 ? reportFaults(faults, nameOf) : summary(dashboard));
  return faults.length > 0 ? 1 : 0;
};

const run = async (args: readonly string[]): Promise<number> => {
  const read = readOptions(COMMAND, args);
  if ('text' in read) {
    (read.exitCode === 0 ? console.log : console.error)(read.text);
    return read.exitCode;
  }
  return check(resolveDashboardFolder(read.values.dashboard));
};

process.exitCode = await run(process.argv.slice(2));
