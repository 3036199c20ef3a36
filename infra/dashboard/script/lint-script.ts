import { makingFaults, updateFaults } from './chart-faults.ts';
import { optionFaults } from './option-faults.ts';
import { parseScript, type ScriptTree } from './parse-script.ts';
import type { ScriptFault } from './script-fault.ts';

/** The component whose script may not make a chart: it supplies `option`, and no more. */
const WITHOUT_MAKING = 'Scripted Chart B';

const TOO_DEEP: ScriptFault = { index: 0, message: 'the script is nested too deeply', hint: 'split its expressions' };

const syntaxHint = (script: string, message: string): string => {
  if (message.includes('import') || message.includes('export')) {
    return 'a script is no module: remove import and export';
  }
  return script.trimStart().startsWith('{') ? 'write option = { ... }' : 'correct the script here';
};

const syntaxFault = (error: unknown, script: string): ScriptFault => {
  if (error instanceof RangeError) return TOO_DEEP;
  if (!(error instanceof SyntaxError)) throw error;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  if (message.startsWith('Not enough stack space')) return TOO_DEEP;
  const { pos: index } = error as SyntaxError & { readonly pos: number };
  return { index, message: `not JavaScript: ${message}`, hint: syntaxHint(script, message) };
};

const parse = (script: string): ScriptTree | ScriptFault => {
  try {
    return parseScript(script);
  } catch (error) {
    return syntaxFault(error, script);
  }
};

/** Each place once: of two faults at one character the first says what to do about both. */
const onceEach = (faults: readonly ScriptFault[]): readonly ScriptFault[] =>
  faults.filter(({ index }, at) => faults.findIndex((other) => other.index === index) === at);

/** Judges the text of a chart's script by what the interface asks of one. It is parsed, never run. */
export const lintScript = (script: string, component: string): readonly ScriptFault[] => {
  const tree = parse(script);
  if ('message' in tree) return [tree];
  return [
    ...optionFaults(tree),
    ...onceEach([...(component === WITHOUT_MAKING ? makingFaults(tree) : []), ...updateFaults(tree)]),
  ];
};
