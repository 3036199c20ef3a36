import { checkDashboard } from './dashboard/check-dashboard.ts';
import { resolveDashboardFolder } from './dashboard/dashboard-folder.ts';
import { DASHBOARD_OPTION } from './dashboard/dashboard-option.ts';
import type { LoadedDashboard } from './dashboard/load-dashboard.ts';
import { counted, countWarnings, reportFaults, reportWarnings } from './dashboard/report-faults.ts';
import type { Command } from './read-options.ts';
import { fail, runCommand } from './run-command.ts';

const COMMAND: Command = {
  name: 'npm run check',
  purpose: 'Checks a dashboard folder: its file, its SQL, and its data as the endpoints would read it. Starts nothing.',
  options: { dashboard: DASHBOARD_OPTION },
};

const summary = ({ name, checked }: LoadedDashboard): string => {
  const components = new Set(checked.map(({ component }) => component?.name)).size;
  const files = new Set(checked.flatMap((endpoint) => Object.values(endpoint.files))).size;
  return `${name} is valid: ${counted(checked.length, 'endpoint')}, ${counted(components, 'component')}, ${counted(files, 'data file')}`;
};

await runCommand(COMMAND, async (values) => {
  const { path, nameOf } = resolveDashboardFolder(values.dashboard);
  const { dashboard, faults, warnings } = await checkDashboard(path);
  if (faults.length > 0) {
    console.log(reportFaults({ faults, warnings }, nameOf));
    return fail('');
  }
  if (warnings.length > 0) console.log(`${reportWarnings(warnings, nameOf)}\n`);
  console.log(`${summary(dashboard)}${countWarnings(warnings)}`);
  return undefined;
});
