import { say } from '../tabular/say.ts';
import { shorten } from '../tabular/shorten.ts';

const MAX_SHOWN_CHARACTERS = 60;

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : say`a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : '';
};

export const shown = (value: unknown): string =>
  shorten(kindOf(value) || (JSON.stringify(value) ?? 'nothing'), MAX_SHOWN_CHARACTERS);
