import { join } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { listNames } from '../../shared/tabular/column-count.ts';
import { checkDashboard } from '../dashboard/check-dashboard.ts';
import type { DashboardFolder } from '../dashboard/dashboard-folder.ts';
import { findUnusedColumns } from '../dashboard/data-files/find-unused-columns.ts';
import type { Diagnostic, Diagnostics } from '../dashboard/diagnostic.ts';
import { DIAGNOSTIC_FORMATS } from '../dashboard/diagnostic-formats.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { FILE_NAME } from '../dashboard/read-dashboard-file.ts';
import { countWarnings, reportDiagnostics, reportWarnings } from '../dashboard/report-diagnostics.ts';
import { FILE_START } from '../dashboard/text-position.ts';
import { checkStatements } from '../local/check-statements.ts';
import { stackRefusals } from '../stack/describe-stack.ts';
import { fail } from '../terminal/fail.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from './dashboard-option.ts';
import { defineCommand, formatOption } from './define-command.ts';

const summary = ({ name, checked, checkedDatasets }: LoadedDashboard): string => {
  const components = new Set(checked.map(({ component }) => component?.name)).size;
  const datasets = Object.values(checkedDatasets);
  const files = new Set([
    ...checked.flatMap((endpoint) => Object.values(endpoint.files).flat()),
    ...datasets.flatMap(({ file }) => file ?? []),
  ]).size;
  const counts = [
    pluralize(checked.length, 'endpoint'),
    pluralize(components, 'component'),
    ...(datasets.length > 0 ? [pluralize(datasets.length, 'dataset')] : []),
    pluralize(files, 'data file'),
  ];
  return `${name} is valid: ${counts.join(', ')}`;
};

/** Finds limits of AWS that the dashboard as a whole exceeds. */
const checkLimits = (dashboard: LoadedDashboard): readonly Diagnostic[] =>
  stackRefusals(dashboard).map((message) => ({
    file: join(dashboard.folder, FILE_NAME),
    ...FILE_START,
    message,
    severity: 'error',
  }));

const writeText = (
  dashboard: LoadedDashboard,
  { errors, warnings }: Diagnostics,
  nameOf: DashboardFolder['nameOf'],
) => {
  if (errors.length > 0) return reportDiagnostics({ errors, warnings }, nameOf);
  const below = warnings.length > 0 ? `\n\n${reportWarnings(warnings, nameOf)}` : '';
  return `${summary(dashboard)}${countWarnings(warnings)}${below}`;
};

export const command = defineCommand({
  options: {
    dashboard: DASHBOARD_OPTION,
    format: formatOption({ text: writeText, ...DIAGNOSTIC_FORMATS }, 'text'),
  },
  notes: [
    'json prints { diagnostics: [{ file, line, column, severity, message, hint?, endpoint?, component? }] }, with files ' +
      'relative to the current folder. github prints annotations for a workflow. Exit code 1 means that there are errors.',
  ],
  run: async ({ format, ...values }) => {
    const folder = await readDashboardFolder(values.dashboard);
    if ('failure' in folder) return folder;
    const { dashboard, errors: ownErrors, warnings } = await checkDashboard(folder.path, checkStatements);
    // A stack can be described only for a valid dashboard.
    const errors = ownErrors.length > 0 ? ownErrors : checkLimits(dashboard);
    const found = { errors, warnings };
    const unused = format === 'text' && errors.length === 0 ? await findUnusedColumns(dashboard) : [];
    const report = format === 'text' ? writeText(dashboard, found, folder.nameOf) : DIAGNOSTIC_FORMATS[format](found);
    if (report !== '') console.log(report);
    for (const { file, columns } of unused)
      console.log(`${folder.nameOf(file)}: no endpoint uses ${listNames(columns)}`);
    return errors.length > 0 ? fail('') : undefined;
  },
});
