import { join, relative } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { checkLake } from '../check/check-lake.ts';
import { checkStatements } from '../check/check-statements.ts';
import { checkVpc } from '../check/check-vpc.ts';
import { defineCommand, formatOption } from '../command-line/define-command.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from '../command-line/target.ts';
import { checkBudget } from '../cost/estimate-dashboard.ts';
import { checkDashboard, type FurtherCheck } from '../dashboard/check-dashboard.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import {
  countOthers,
  type Diagnostic,
  type Diagnostics,
  describeDiagnostic,
  reportDiagnostics,
  reportList,
} from '../dashboard/folder/diagnostic.ts';
import { type DashboardFolder, FILE_NAME, invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { FILE_START } from '../dashboard/folder/text-position.ts';
import { forReader } from '../language/language.ts';
import { posixPath } from '../program/project-root.ts';
import { stackRefusals } from '../stack/describe-stack.ts';
import { fail } from '../terminal/fail.ts';
import { escapeControls } from '../terminal/print.ts';

/** Files are relative to the user's current folder. */
type WriteDiagnostics = (diagnostics: Diagnostics) => string;

const fileOf = ({ file }: Diagnostic): string => posixPath(relative(invocationFolder(), file));

/** Writes a JSON document `{ diagnostics: [{ file, line, column, severity, message, hint?, endpoint?, component?, count?, endpoints?, places? }] }`. */
const json: WriteDiagnostics = ({ errors, warnings, notes }) => {
  const diagnostics = [...errors, ...warnings, ...notes].map((diagnostic) => {
    const { line, column, severity, message, hint, endpoint, component, count, endpoints, places } = diagnostic;
    const place = { file: fileOf(diagnostic), line, column };
    return { ...place, severity, message, hint, endpoint, component, count, endpoints, places };
  });
  return JSON.stringify({ diagnostics }, null, 2);
};

const percentEncode = (text: string, reserved: RegExp): string => text.replace(reserved, encodeURIComponent);

/** Writes a workflow command of GitHub for each diagnostic, which annotates the line of the file. */
const github: WriteDiagnostics = ({ errors, warnings, notes }) =>
  [...errors, ...warnings, ...notes]
    .map((diagnostic) => {
      const { line, column, severity } = diagnostic;
      const file = percentEncode(escapeControls(fileOf(diagnostic)), /[%\r\n:,]/g);
      const text = percentEncode(describeDiagnostic(diagnostic), /[%\r\n]/g);
      return `::${severity === 'note' ? 'notice' : severity} file=${file},line=${line},col=${column}::${text}`;
    })
    .join('\n');

const DIAGNOSTIC_FORMATS = { json, github };

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

const checkLimits = (dashboard: LoadedDashboard): readonly Diagnostic[] =>
  stackRefusals(dashboard).map((message) => ({
    file: join(dashboard.folder, FILE_NAME),
    ...FILE_START,
    message,
    severity: 'error',
  }));

const writeText = (dashboard: LoadedDashboard, found: Diagnostics, nameOf: DashboardFolder['nameOf']) => {
  if (found.errors.length > 0) return reportDiagnostics(found, nameOf);
  const lists = [found.warnings, found.notes].map((list) => reportList(list, nameOf)).filter((list) => list !== '');
  return [forReader(`${summary(dashboard)}${countOthers(found)}`), ...lists].join('\n\n');
};

const FURTHER_CHECKS: readonly FurtherCheck[] = [
  (one) => checkStatements(one),
  (one) => checkLake(one),
  checkBudget,
  checkVpc,
];

export const command = defineCommand({
  options: {
    dashboard: DASHBOARD_OPTION,
    format: formatOption({ text: writeText, ...DIAGNOSTIC_FORMATS }, 'text'),
  },
  notes: [
    'json prints { diagnostics: [{ file, line, column, severity, message, hint?, endpoint?, component?, count?, endpoints?, places? }] }, with files ' +
      'relative to the current folder. github prints annotations for a workflow. Exit code 1 means that there are errors.',
  ],
  run: async ({ format, ...values }) => {
    const folder = await readDashboardFolder(values.dashboard);
    if ('failure' in folder) return folder;
    const { dashboard, errors: ownErrors, ...others } = await checkDashboard(folder.path, FURTHER_CHECKS);
    // The limits of AWS can be checked only for a valid dashboard.
    const errors = ownErrors.length > 0 ? ownErrors : checkLimits(dashboard);
    const found = { errors, ...others };
    const report = format === 'text' ? writeText(dashboard, found, folder.nameOf) : DIAGNOSTIC_FORMATS[format](found);
    if (report !== '') console.log(report);
    return errors.length > 0 ? fail('') : undefined;
  },
});
