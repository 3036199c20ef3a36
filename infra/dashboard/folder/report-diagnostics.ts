import { styleText } from 'node:util';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { forReader, type Language, language } from '../../language/language.ts';
import { translate } from '../../language/translate.ts';
import { wrapHanging } from '../../terminal/wrap-lines.ts';
import {
  type Diagnostic,
  type Diagnostics,
  ENGLISH,
  endpointsOf,
  formatDiagnostic,
  type Wording,
} from './diagnostic.ts';

/** Returns the name by which the user knows a file. */
type NameOf = (file: string) => string;

const INDENT_CHARS = 4;
const COLOURS = { error: 'red', warning: 'yellow', note: 'cyan' } as const;

const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: ENGLISH,
  zh: {
    say: translate,
    severity: { error: '', warning: '警告：', note: '提示：' },
    owner: (name, component, more) =>
      `${name}${component && `（${component}）`}${more > 0 ? `等 ${more + 1} 个接口` : ''}：`,
    remedy: (hint) => `（${hint}）`,
  },
};

/** Colours the place, where the terminal has colours. */
const formatWrapped = (diagnostic: Diagnostic, nameOf: NameOf): string => {
  const [place = '', ...words] = wrapHanging(
    formatDiagnostic(diagnostic, nameOf(diagnostic.file), WORDINGS[language()]),
    INDENT_CHARS,
  ).split('  ');
  return [styleText(COLOURS[diagnostic.severity], place), ...words].join('  ');
};

/** Groups diagnostics by file, in the order in which the files first appear. */
const formatGroups = (diagnostics: readonly Diagnostic[], nameOf: NameOf): readonly string[] =>
  Array.from(Map.groupBy(diagnostics, ({ file }) => file).values(), (ofFile) =>
    ofFile.map((diagnostic) => formatWrapped(diagnostic, nameOf)).join('\n'),
  );

/** Writes diagnostics of one severity or of several, grouped by file. Empty if there are none. */
export const reportList = (diagnostics: readonly Diagnostic[], nameOf: NameOf): string =>
  formatGroups(diagnostics, nameOf).join('\n\n');

/** Returns `; 2 warnings, 1 note`, or nothing if there are none of both. */
export const countOthers = ({ warnings, notes }: Omit<Diagnostics, 'errors'>): string => {
  const counts = [
    ...(warnings.length > 0 ? [pluralize(warnings.length, 'warning')] : []),
    ...(notes.length > 0 ? [pluralize(notes.length, 'note')] : []),
  ];
  return counts.length > 0 ? `; ${counts.join(', ')}` : '';
};

/** Writes the numbers of errors, warnings and notes, then each of them, in this order and grouped by file. */
export const reportDiagnostics = ({ errors, warnings, notes }: Diagnostics, nameOf: NameOf): string => {
  const endpoints = new Set(errors.flatMap(endpointsOf)).size;
  const spread = endpoints > 0 ? ` in ${pluralize(endpoints, 'endpoint')}` : '';
  const summary = `${pluralize(errors.length, 'error')}${spread}${countOthers({ warnings, notes })}`;
  const groups = [errors, warnings, notes].flatMap((one) => formatGroups(one, nameOf));
  return [styleText('bold', forReader(summary)), ...groups].join('\n\n');
};
