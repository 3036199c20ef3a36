/** Matches control characters, line and paragraph separators, and marks that change the direction of text. */
const STEERING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

const escapeOne = (character: string): string => {
  if (character === '\n' || character === '\t') return character;
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`;
};

/**
 * Writes characters that steer a terminal as `\x1b` or `\u202e`, so that no file, argument or message of a service can.
 * Line feeds and tabs remain.
 */
export const escapeControls = (text: string): string => text.replace(STEERING, escapeOne);

/** Prints text on the standard output, without steering characters. */
export const print = (text: string): void => console.log(escapeControls(text));

/** Prints text on the standard error, without steering characters. */
export const printError = (text: string): void => console.error(escapeControls(text));

/** Prints the output of a command. Only JSON is printed as it is. */
export const printFormat = (format: string, text: string): void =>
  format === 'json' ? console.log(text) : print(text);
