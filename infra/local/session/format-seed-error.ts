import { type Diagnostic, formatDiagnostic } from '../../dashboard/diagnostic.ts';

/** Formats an error in a database seed on one line, with its consequence. */
export const formatSeedError = (
  { message, cause }: Error,
  meaning: string,
  nameOf: (file: string) => string,
): string => {
  if (!cause || !Object.hasOwn(cause, 'line')) return `The local database cannot be seeded: ${message} (${meaning})`;
  const diagnostic = cause as Diagnostic;
  return formatDiagnostic({ ...diagnostic, hint: `correct it here; ${meaning}` }, nameOf(diagnostic.file));
};
