import stringWidth from 'string-width';

/** Width of printed text in characters. */
export const WIDTH_CHARS = 100;

/** Wraps text to lines of a width. A word that is longer than the width gets a line of its own. */
export const wrapLines = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || stringWidth(last) + 1 + stringWidth(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
};

/** Wraps text, and indents all lines but the first by `indent` blanks. */
export const wrapHanging = (text: string, indent: number): string => {
  const [first = '', ...rest] = wrapLines(text, WIDTH_CHARS - indent);
  return [first, ...rest.map((line) => `${' '.repeat(indent)}${line}`)].join('\n');
};
