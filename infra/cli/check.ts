import { join } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { checkDashboard } from '../dashboard/check-dashboard.ts';
import { resolveDashboardFolder } from '../dashboard/dashboard-folder.ts';
import type { Fault } from '../dashboard/fault.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { FILE_NAME } from '../dashboard/read-dashboard-file.ts';
import { countWarnings, reportFaults, reportWarnings } from '../dashboard/report-faults.ts';
import { stackRefusals } from '../stack/describe-stack.ts';
import { fail } from '../terminal/fail.ts';
import { DASHBOARD_OPTION } from './dashboard-option.ts';
import { defineCommand } from './define-command.ts';

const summary = ({ name, checked }: LoadedDashboard): string => {
  const components = new Set(checked.map(({ component }) => component?.name)).size;
  const files = new Set(checked.flatMap((endpoint) => Object.values(endpoint.files))).size;
  return `${name} is valid: ${pluralize(checked.length, 'endpoint')}, ${pluralize(components, 'component')}, ${pluralize(files, 'data file')}`;
};

/** Limits of AWS on the dashboard as a whole. */
const limitFaults = (dashboard: LoadedDashboard): readonly Fault[] =>
  stackRefusals(dashboard).map((message) => ({
    file: join(dashboard.folder, FILE_NAME),
    line: 1,
    column: 1,
    message,
    about: 'definition',
  }));

export const command = defineCommand({
  options: { dashboard: DASHBOARD_OPTION },
  run: async (values) => {
    const { path, nameOf } = resolveDashboardFolder(values.dashboard);
    const { dashboard, faults: ownFaults, warnings } = await checkDashboard(path);
    const faults = ownFaults.length > 0 ? ownFaults : limitFaults(dashboard);
    if (faults.length > 0) {
      console.log(reportFaults({ faults, warnings }, nameOf));
      return fail('');
    }
    if (warnings.length > 0) console.log(`${reportWarnings(warnings, nameOf)}\n`);
    console.log(`${summary(dashboard)}${countWarnings(warnings)}`);
    return undefined;
  },
});
