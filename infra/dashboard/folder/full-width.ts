import { say } from '../../../shared/tabular/say.ts';
import type { TextProblem } from './diagnostic.ts';

/** The punctuation of Chinese input, with the characters that YAML reads. */
const NORMAL: Readonly<Record<string, string>> = {
  '，': ',',
  '：': ':',
  '｛': '{',
  '｝': '}',
  '【': '[',
  '】': ']',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '\u3000': 'a normal blank',
};
const FULL_WIDTH = new RegExp(`[${Object.keys(NORMAL).join('')}]`);

/** Reports the first full-width punctuation. `offset` counts from the start of the text. */
export const fullWidthProblem = (name: string): TextProblem | undefined => {
  const offset = name.search(FULL_WIDTH);
  if (offset === -1) return undefined;
  const found = name.charAt(offset);
  const shown = found === '\u3000' ? 'blank' : found;
  return { offset, message: say`full-width ${shown}`, hint: `write ${NORMAL[found]}` };
};

const QUOTED_OR_COMMENT = /(?<=^|[\s,:[{])(?:"(?:[^"\\]|\\.)*"|'[^']*')|(?<=^|\s)#.*/g;

/** Reports the first full-width punctuation of the line that contains `offset`, outside of quotes and comments. */
export const fullWidthOfLine = (source: string, offset: number): TextProblem | undefined => {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const [line = ''] = source.slice(start).split('\n', 1);
  const problem = fullWidthProblem(line.replaceAll(QUOTED_OR_COMMENT, (text) => ' '.repeat(text.length)));
  return problem && { ...problem, offset: start + problem.offset };
};
