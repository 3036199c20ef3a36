import type { Selection } from '../../../shared/config/selection.ts';
import { countNames, formsOf, isPattern, isWritable, longestSpan } from '../../../shared/kinds/key-pattern.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

/** Maximum number of names that one read tries. */
const MAX_NAMES = 400;

const NEEDED_WINDOW = 'add a window with the column of the times: `window: { of: at, last: 7d }`';

/** Returns what is wrong with the form of a pattern, apart from its window. */
const checkForm = (name: string): Omit<DefinitionProblem, 'path'> | undefined => {
  const wrong = formsOf(name).find((form) => !isWritable(form));
  if (wrong !== undefined) {
    const hint = 'write {date}, or letters of `dates`, such as {yyyy/MM/dd/HH}';
    return { message: `the pattern has no times in {${wrong}}`, hint };
  }
  if (/[{}]/.test(name.replaceAll(/\{[^{}]*\}/g, ''))) {
    return { message: `${shownName(name)} has a brace too many`, hint: 'write {date}, such as orders-{date}.csv' };
  }
  if (name.slice(0, name.lastIndexOf('/') + 1).includes('*')) {
    return { message: '`*` may only be in the last part of the name', hint: 'write * after the last /' };
  }
  return undefined;
};

/** Checks a name that stands for several files, such as `sales/day={date}/*.parquet`. Other names have no problem. */
export const checkPattern = (name: string, { window }: Selection, path: Path): readonly DefinitionProblem[] => {
  if (!isPattern(name)) return [];
  const problem = checkForm(name);
  if (problem) return [{ path, ...problem }];
  if (formsOf(name).length === 0) return [];
  const span = longestSpan(window ?? {});
  if (!window || !Number.isFinite(span)) {
    const message = `${shownName(name)} needs a \`window\` with \`of\`, and with \`last\` or \`atMost\``;
    return [{ path, message, hint: NEEDED_WINDOW }];
  }
  const names = countNames(name, span);
  if (names <= MAX_NAMES) return [];
  const message = `the pattern has ${names} names in its window, and at most ${MAX_NAMES} are tried`;
  return [{ path, message, hint: 'shorten the `window`, or write one file for each day' }];
};
