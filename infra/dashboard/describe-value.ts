import { quoted } from './name-words.ts';

const LONGEST = 60;

/** A value of the dashboard file in words for a person: short, and never one that may hold a secret. */
export const describeValue = (value: unknown): string => {
  if (value === null || value === '') return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  const text = typeof value === 'string' ? quoted(value) : String(value);
  if (/:\/\/[^/]*@/.test(text)) return 'an address with a password';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};
