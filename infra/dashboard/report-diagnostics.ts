import { styleText } from 'node:util';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { wrapHanging } from '../terminal/wrap-lines.ts';
import { type Diagnostic, type Diagnostics, formatDiagnostic } from './diagnostic.ts';

/** Returns the name by which the user knows a file. */
type NameOf = (file: string) => string;

const INDENT_CHARS = 4;
const COLOURS = { error: 'red', warning: 'yellow' } as const;

/** Colours the place, where the terminal has colours. */
const formatWrapped = (diagnostic: Diagnostic, nameOf: NameOf): string => {
  const [place = '', ...words] = wrapHanging(formatDiagnostic(diagnostic, nameOf(diagnostic.file)), INDENT_CHARS).split(
    '  ',
  );
  return [styleText(COLOURS[diagnostic.severity], place), ...words].join('  ');
};

/** Groups diagnostics by file, in the order in which the files first appear. */
const formatGroups = (diagnostics: readonly Diagnostic[], nameOf: NameOf): readonly string[] =>
  Array.from(Map.groupBy(diagnostics, ({ file }) => file).values(), (ofFile) =>
    ofFile.map((diagnostic) => formatWrapped(diagnostic, nameOf)).join('\n'),
  );

/** Writes warnings, grouped by file. Empty if there are no warnings. */
export const reportWarnings = (warnings: readonly Diagnostic[], nameOf: NameOf): string =>
  formatGroups(warnings, nameOf).join('\n\n');

/** Returns `; 2 warnings`, or nothing if there are no warnings. */
export const countWarnings = (warnings: readonly Diagnostic[]): string =>
  warnings.length > 0 ? `; ${pluralize(warnings.length, 'warning')}` : '';

/** Writes the numbers of errors and warnings, then each of them, grouped by file. */
export const reportDiagnostics = ({ errors, warnings }: Diagnostics, nameOf: NameOf): string => {
  const endpoints = new Set(errors.flatMap(({ endpoint }) => endpoint ?? [])).size;
  const spread = endpoints > 0 ? ` in ${pluralize(endpoints, 'endpoint')}` : '';
  const summary = `${pluralize(errors.length, 'error')}${spread}${countWarnings(warnings)}`;
  return [styleText('bold', summary), ...formatGroups([...errors, ...warnings], nameOf)].join('\n\n');
};
