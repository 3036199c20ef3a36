import { pluralize } from '../../shared/errors/pluralize.ts';
import { type Diagnostic, type Diagnostics, formatDiagnostic } from './diagnostic.ts';

/** Returns the name by which the user knows a file. */
type NameOf = (file: string) => string;

const formatLines = (diagnostics: readonly Diagnostic[], nameOf: NameOf): readonly string[] =>
  diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, nameOf(diagnostic.file)));

/** Writes each warning on its own line. Empty if there are no warnings. */
export const reportWarnings = (warnings: readonly Diagnostic[], nameOf: NameOf): string =>
  formatLines(warnings, nameOf).join('\n');

/** Returns `; 2 warnings`, or nothing if there are no warnings. */
export const countWarnings = (warnings: readonly Diagnostic[]): string =>
  warnings.length > 0 ? `; ${pluralize(warnings.length, 'warning')}` : '';

/** Writes each error and each warning on its own line, then their numbers. */
export const reportDiagnostics = ({ errors, warnings }: Diagnostics, nameOf: NameOf): string => {
  const lines = formatLines([...errors, ...warnings], nameOf);
  const endpoints = new Set(errors.flatMap(({ endpoint }) => endpoint ?? [])).size;
  const spread = endpoints > 0 ? ` in ${pluralize(endpoints, 'endpoint')}` : '';
  return [...lines, '', `${pluralize(errors.length, 'error')}${spread}${countWarnings(warnings)}`].join('\n');
};
