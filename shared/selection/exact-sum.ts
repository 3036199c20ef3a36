import { settle } from '../tabular/mean.ts';
import { decimalText } from './column-number.ts';

/** Units in the number 1. A number with at most six decimals is a whole number of units. */
const UNITS = 1_000_000;
const UNIT_DIGITS = 6;
/** Two integers up to this one have an exact sum. */
const MAX_INTEGER = 4e15;

/** A Number holds every decimal with these digits. Only a cell of a database's type double has more. */
const MAX_DIGITS = 15;

const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power);

/** A whole number of the smallest decimal that the number has: 12.5 is 125 with the scale 1. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Nearly all numbers are added as integers, which takes no memory. */
export interface ExactSum {
  units: number;
  /** Other numbers with at most 15 digits, as integers, by the number of decimals. */
  scaled: Float64Array | undefined;
  /** All other numbers, and integers that became too large. */
  others: Decimal;
  /** True for a double with more digits than people write, which is rounded already. */
  isRounded: boolean;
}

const NOTHING: Decimal = { digits: 0n, scale: 0 };

export const createSum = (): ExactSum => ({ units: 0, scaled: undefined, others: NOTHING, isRounded: false });

const powerOfTen = (power: number): bigint => 10n ** BigInt(power);

const add = (one: Decimal, other: Decimal): Decimal => {
  if (one.scale === other.scale) return { digits: one.digits + other.digits, scale: one.scale };
  if (one.scale < other.scale) return add(other, one);
  return { digits: one.digits + other.digits * powerOfTen(one.scale - other.scale), scale: one.scale };
};

/** Returns an integer if it is small enough. If not, adds it to `others` and returns 0. */
const carry = (sum: ExactSum, integer: number, scale: number): number => {
  if (integer < MAX_INTEGER && integer > -MAX_INTEGER) return integer;
  sum.others = add(sum.others, { digits: BigInt(integer), scale });
  return 0;
};

const addUnits = (sum: ExactSum, units: number): void => {
  sum.units = carry(sum, sum.units + units, UNIT_DIGITS);
};

const addScaled = (sum: ExactSum, integer: number, scale: number): void => {
  sum.scaled ??= new Float64Array(MAX_DIGITS + 1);
  sum.scaled[scale] = carry(sum, (sum.scaled[scale] as number) + integer, scale);
};

/** Returns the number of decimals that a number with 15 digits has. */
const scaleOf = (value: number): number => {
  if (Number.isInteger(value)) return 0;
  const size = Math.abs(value);
  let scale = MAX_DIGITS;
  while (scale > 0 && size >= (POWERS_OF_TEN[MAX_DIGITS - scale] as number)) scale -= 1;
  return scale;
};

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

const parseDecimal = (text: string): Decimal => {
  const [, sign = '', whole = '', fraction = '', power = '0'] = DECIMAL.exec(text) ?? [];
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(power);
  if (digits === 0n) return NOTHING;
  return scale >= 0 ? { digits, scale } : { digits: digits * powerOfTen(-scale), scale: 0 };
};

/** Adds a number that is written with a decimal point, and perhaps an exponent, of any length. */
export const addText = (sum: ExactSum, text: string): void => {
  sum.others = add(sum.others, parseDecimal(text));
};

/** Adds a number that is not a whole number of units, or is too large for `units`. */
const addOther = (sum: ExactSum, value: number): void => {
  const scale = scaleOf(value);
  const power = POWERS_OF_TEN[scale] as number;
  const integer = Math.round(value * power);
  if (Math.abs(integer) < MAX_INTEGER && integer / power === value) addScaled(sum, integer, scale);
  else {
    addText(sum, String(value));
    sum.isRounded ||= Number(value.toPrecision(MAX_DIGITS)) !== value;
  }
};

/** Adds a number. A number with more than 15 digits is added with the digits that JSON writes for it. */
export const addTo = (sum: ExactSum, value: number): void => {
  const units = Math.round(value * UNITS);
  if (units < MAX_INTEGER && units > -MAX_INTEGER && units / UNITS === value) addUnits(sum, units);
  else addOther(sum, value);
};

export const addSum = (sum: ExactSum, other: ExactSum): void => {
  addUnits(sum, other.units);
  other.scaled?.forEach((integer, scale) => {
    addScaled(sum, integer, scale);
  });
  sum.others = add(sum.others, other.others);
  sum.isRounded ||= other.isRounded;
};

/** True if the sum is below four billion and has at most six decimals, so that a Number holds it exactly. */
const isShort = ({ scaled, others }: ExactSum): boolean => scaled === undefined && others.digits === 0n;

const decimalOf = ({ units, scaled, others }: ExactSum): Decimal =>
  Array.from(scaled ?? [], (integer, scale): Decimal => ({ digits: BigInt(integer), scale })).reduce(
    add,
    add({ digits: BigInt(units), scale: UNIT_DIGITS }, others),
  );

const withoutZeros = (fraction: string): string => {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
};

const textOf = ({ digits, scale }: Decimal): string => {
  const [sign, absolute] = digits < 0n ? ['-', -digits] : ['', digits];
  const all = String(absolute).padStart(scale + 1, '0');
  const fraction = withoutZeros(all.slice(all.length - scale));
  return `${sign}${all.slice(0, all.length - scale)}${fraction && `.${fraction}`}`;
};

/** Returns a sum as the nearest Number, which is infinite above 1.8e308. */
const nearest = (sum: ExactSum): number => (isShort(sum) ? sum.units / UNITS : Number(textOf(decimalOf(sum))));

/** Returns a sum as a Number, or as decimal text if a Number would lose digits. */
export const totalOf = (sum: ExactSum): number | string => {
  if (isShort(sum)) return sum.units / UNITS;
  const text = textOf(decimalOf(sum));
  const value = Number(text);
  if (decimalText(value) === text) return value;
  const rounded = Number(value.toPrecision(MAX_DIGITS));
  return sum.isRounded && Number.isFinite(rounded) ? rounded : text;
};

const QUOTIENT_DIGITS = 20;

/** Divides numbers such as 2e308 by 2. Infinite above 1.8e308. */
const divide = (one: Decimal, other: Decimal): number => {
  const scale = Math.max(one.scale, other.scale);
  const [part, whole] = [one, other].map((each) => each.digits * powerOfTen(scale - each.scale)) as [bigint, bigint];
  const power = QUOTIENT_DIGITS + String(whole).length;
  return Number(`${(part * powerOfTen(power)) / whole}e-${power}`);
};

/** Returns the average of `count` numbers. `count` is above 0. */
export const averageOf = (sum: ExactSum, count: number): number => {
  const quotient = nearest(sum) / count;
  return Number.isFinite(quotient) ? quotient : divide(decimalOf(sum), { digits: BigInt(count), scale: 0 });
};

const HUNDRED: Decimal = { digits: 100n, scale: 0 };

const multiply = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  scale: one.scale + other.scale,
});

/** Returns 12 significant digits. NaN if the other sum is 0. Infinite above 1.8e308. */
export const percentageOf = (part: ExactSum, whole: ExactSum): number => {
  const divisor = nearest(whole);
  if (divisor === 0) return Number.NaN;
  const quotient = (100 * nearest(part)) / divisor;
  const isExact = Number.isFinite(divisor) && Number.isFinite(quotient);
  return settle(isExact ? quotient : divide(multiply(decimalOf(part), HUNDRED), decimalOf(whole)));
};
