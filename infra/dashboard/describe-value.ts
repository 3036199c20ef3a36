import { quoted } from './name-words.ts';

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
