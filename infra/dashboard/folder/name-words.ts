import { say } from '../../../shared/tabular/say.ts';

/** Matches characters that are invisible or look like a space. */
const INVISIBLE = /[^\S ]|\p{Cf}/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const quoted = (text: string): string => JSON.stringify(text).replace(INVISIBLE, escaped);

/** Writes a name for messages: in quotes if it is empty or contains blanks. */
export const shownName = (name: string): string => (/^[^\s\p{Cf}]+$/u.test(name) ? name : quoted(name));

export const inCode = (word: string): string => `\`${word}\``;

/** Writes `did you mean A, B or C?` from at least one name. */
export const didYouMean = (names: readonly string[]): string => {
  const others = names.slice(0, -1);
  return `did you mean ${others.length > 0 ? `${others.join(', ')} or ` : ''}${names.at(-1)}?`;
};

/** Writes a hint that begins with `did you mean` into the message. Leaves any other hint as it is. */
export const didYouMeanAfter = (message: string, hint: string) =>
  hint.startsWith('did you mean') ? { message: say`${message}; ${hint}`, hint: '' } : { message, hint };

const MAX_SHOWN_CHARACTERS = 60;

/** Describes a value of the dashboard file: short, and without an address that contains a password. */
export const describeValue = (value: unknown): string => {
  if (value === null || value === '') return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  const text = typeof value === 'string' ? quoted(value) : String(value);
  if (/:\/\/[^/]*@/.test(text)) return 'an address with a password';
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
};
