import { parseDuration, writeDuration } from '../dashboard/folder/duration.ts';

export interface Quantity {
  /** Shown in the help: `duration`. */
  readonly kind: string;
  readonly example: string;
  readonly parse: (text: string) => number | undefined;
  readonly write: (value: number) => string;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

const durationOf = (unitMs: number): Pick<Quantity, 'kind' | 'parse' | 'write'> => ({
  kind: 'duration',
  parse: (text) => {
    const ms = parseDuration(text);
    return ms === undefined ? undefined : ms / unitMs;
  },
  write: (value) => writeDuration(value * unitMs),
});

const AMOUNT = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/;

/** Parses and writes amounts with units. The smallest unit is first. */
const amountOf = (units: Readonly<Record<string, number>>): Pick<Quantity, 'parse' | 'write'> => ({
  parse: (text) => {
    const [, amount, unit = ''] = AMOUNT.exec(text) ?? [];
    const size = units[unit];
    return amount === undefined || size === undefined ? undefined : Number(amount) * size;
  },
  write: (value) => {
    const [smallest = ['', 1] as const] = Object.entries(units);
    const fitting = Object.entries(units).findLast(([, size]) => value >= size && value % size === 0);
    const [unit, size] = fitting ?? smallest;
    return `${value / size}${unit}`;
  },
});

const NUMBER = { kind: 'number', ...amountOf({ '': 1 }) } as const;

const SECONDS_PER_DAY = 86_400;

export const SECONDS: Quantity = { ...durationOf(1000), example: '10s, 5m or 2h', min: 1, max: SECONDS_PER_DAY };

export const MILLISECONDS: Quantity = { ...durationOf(1), example: '40ms or 1s', min: 1, max: 900_000 };

export const BYTES: Quantity = {
  kind: 'size',
  ...amountOf({ B: 1, KB: 1000, MB: 1_000_000 }),
  example: '800B, 4KB or 1MB',
  min: 0,
  max: 6_000_000,
};

export const SCAN: Quantity = {
  kind: 'size',
  ...amountOf({ B: 1, KB: 1000, MB: 1_000_000, GB: 1_000_000_000, TB: 1_000_000_000_000 }),
  example: '40MB or 2GB',
  min: 0,
  max: 1_000_000_000_000_000,
};

export const COUNT: Quantity = { ...NUMBER, example: '3', min: 1, max: 1e6, isWhole: true };

export const RATE: Quantity = { ...NUMBER, example: '130', min: 0.1, max: 100_000 };

export const CAPACITY: Quantity = { ...NUMBER, example: '0.5 or 2', min: 0.5, max: 256 };

/** Parses a quantity, such as `5m` to 300 seconds; undefined if the text is invalid or out of bounds. */
export const parseQuantity = (text: string, { parse, min, max, isWhole = false }: Quantity): number | undefined => {
  const value = parse(text);
  const isValid = value !== undefined && value >= min && value <= max && (!isWhole || Number.isInteger(value));
  return isValid ? value : undefined;
};

const expected = (text: string, { kind, example, parse, write, min, max, isWhole = false }: Quantity): string => {
  const value = parse(text);
  const isInForm = value !== undefined && (!isWhole || Number.isInteger(value));
  return isInForm ? `from ${write(min)} to ${write(max)}` : `a ${isWhole ? 'whole ' : ''}${kind} such as ${example}`;
};

/** @throws Error with a message for the user. */
export const readQuantity = (option: string, text: string, quantity: Quantity): number => {
  const value = parseQuantity(text, quantity);
  if (value !== undefined) return value;
  throw new Error(`--${option} must be ${expected(text, quantity)}, not '${text}'`);
};
