import type { Column, ColumnType } from '../tabular/column.ts';
import type { Value } from './read-value.ts';

const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** Writes the shortest decimal without an exponent. */
export const decimalText = (value: number): string => {
  const text = String(value);
  const [, sign = '', first = '', others = '', power = '0'] = EXPONENT.exec(text) ?? [];
  if (first === '') return text;
  const digits = first + others;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
};

const TEXTS = new Set<ColumnType>(['text', 'list', 'numberList']);

/** Converts a number for a column. Text columns get its decimal text. */
export const toColumnNumber = (value: number, { type }: Column<unknown>): Value =>
  TEXTS.has(type) ? decimalText(value) : value;
