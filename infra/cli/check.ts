import { join } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { checkDashboard } from '../dashboard/check-dashboard.ts';
import type { Diagnostic } from '../dashboard/diagnostic.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { FILE_NAME } from '../dashboard/read-dashboard-file.ts';
import { countWarnings, reportDiagnostics, reportWarnings } from '../dashboard/report-diagnostics.ts';
import { FILE_START } from '../dashboard/text-position.ts';
import { stackRefusals } from '../stack/describe-stack.ts';
import { fail } from '../terminal/fail.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from './dashboard-option.ts';
import { defineCommand } from './define-command.ts';

const summary = ({ name, checked }: LoadedDashboard): string => {
  const components = new Set(checked.map(({ component }) => component?.name)).size;
  const files = new Set(checked.flatMap((endpoint) => Object.values(endpoint.files))).size;
  return `${name} is valid: ${pluralize(checked.length, 'endpoint')}, ${pluralize(components, 'component')}, ${pluralize(files, 'data file')}`;
};

/** Finds limits of AWS that the dashboard as a whole exceeds. */
const checkLimits = (dashboard: LoadedDashboard): readonly Diagnostic[] =>
  stackRefusals(dashboard).map((message) => ({
    file: join(dashboard.folder, FILE_NAME),
    ...FILE_START,
    message,
    severity: 'error',
  }));

export const command = defineCommand({
  options: { dashboard: DASHBOARD_OPTION },
  run: async (values) => {
    const folder = await readDashboardFolder(values.dashboard);
    if ('failure' in folder) return folder;
    const { path, nameOf } = folder;
    const { dashboard, errors: ownErrors, warnings } = await checkDashboard(path);
    const errors = ownErrors.length > 0 ? ownErrors : checkLimits(dashboard);
    if (errors.length > 0) {
      console.log(reportDiagnostics({ errors, warnings }, nameOf));
      return fail('');
    }
    if (warnings.length > 0) console.log(`${reportWarnings(warnings, nameOf)}\n`);
    console.log(`${summary(dashboard)}${countWarnings(warnings)}`);
    return undefined;
  },
});
