import { shortestReal } from '../../../shared/kinds/cell-type.ts';

const MIN_PLAIN = 1e-3;
const MAX_PLAIN = 1e7;

const withPoint = (text: string): string => (text.includes('.') ? text : `${text}.0`);

const signOf = (value: number): string => (Object.is(value, -0) ? '-' : '');

/** Writes a double as Trino casts it to a text: always with an exponent, `1.55E1`. */
export const writeDouble = (value: number): string => {
  if (!Number.isFinite(value)) return String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${signOf(value)}${withPoint(digits)}E${exponent.replace('+', '')}`;
};

/** Writes a double as Trino does, which follows Java: `3.0`, `1.0E10`, `Infinity`. */
export const formatDouble = (value: number): string => {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= MIN_PLAIN && size < MAX_PLAIN);
  return isPlain ? `${signOf(value)}${withPoint(String(value))}` : writeDouble(value);
};

/** Writes a real with the fewest digits that identify it, such as `0.1` or `1.6777216E7`. */
export const formatReal = (value: number): string => formatDouble(shortestReal(Math.fround(value)));
