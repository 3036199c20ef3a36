import type { TextProblem } from '../diagnostic.ts';
import { makingProblems, updateProblems } from './chart-problems.ts';
import { optionProblems } from './option-problems.ts';
import { parseScript, type ScriptTree } from './parse-script.ts';

/** The component whose script only defines `option` and must not create a chart. */
const WITHOUT_MAKING = 'Scripted Chart B';

const TOO_DEEP: TextProblem = { offset: 0, message: 'the script is nested too deeply', hint: 'split its expressions' };

const syntaxHint = (script: string, message: string): string => {
  if (message.includes('import') || message.includes('export')) {
    return 'a script is not a module: remove import and export';
  }
  return script.trimStart().startsWith('{') ? 'write option = { ... }' : 'correct the script here';
};

const syntaxProblem = (error: unknown, script: string): TextProblem => {
  if (error instanceof RangeError) return TOO_DEEP;
  if (!(error instanceof SyntaxError)) throw error;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  if (message.startsWith('Not enough stack space')) return TOO_DEEP;
  const { pos: offset } = error as SyntaxError & { readonly pos: number };
  return { offset, message: `not JavaScript: ${message}`, hint: syntaxHint(script, message) };
};

const parse = (script: string): ScriptTree | TextProblem => {
  try {
    return parseScript(script);
  } catch (error) {
    return syntaxProblem(error, script);
  }
};

/** Keeps only the first problem at each offset. */
const onceEach = (problems: readonly TextProblem[]): readonly TextProblem[] =>
  problems.filter(({ offset }, at) => problems.findIndex((other) => other.offset === offset) === at);

/** Checks a chart's script against the rules of the interface. Parses the script without running it. */
export const lintScript = (script: string, component: string): readonly TextProblem[] => {
  const tree = parse(script);
  if ('message' in tree) return [tree];
  return [
    ...optionProblems(tree),
    ...onceEach([...(component === WITHOUT_MAKING ? makingProblems(tree) : []), ...updateProblems(tree)]),
  ];
};
