import { relative } from 'node:path';
import { posixPath } from '../../build/posix-path.ts';
import { escapeControls } from '../../terminal/print.ts';
import { invocationDir } from './dashboard-folder.ts';
import { type Diagnostic, type Diagnostics, describeDiagnostic } from './diagnostic.ts';

/** Writes diagnostics for a program. Files are relative to the user's current folder. */
export type WriteDiagnostics = (diagnostics: Diagnostics) => string;

const fileOf = ({ file }: Diagnostic): string => posixPath(relative(invocationDir, file));

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

/** The formats of `check --format` that are for programs. */
export const DIAGNOSTIC_FORMATS = { json, github };
