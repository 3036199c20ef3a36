/** A kind of figure, with the units that a person may write it in. */
export interface Quantity {
  /** For a usage: `duration`. */
  readonly kind: string;
  readonly example: string;
  /** How many of the smallest each unit is, the smallest first. */
  readonly units: Readonly<Record<string, number>>;
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
}

const DAY = 86_400;

export const SECONDS: Quantity = {
  kind: 'duration',
  example: '10s, 5m or 2h',
  units: { s: 1, m: 60, h: 3600 },
  least: 1,
  most: DAY,
};

export const MILLISECONDS: Quantity = {
  kind: 'duration',
  example: '40ms or 1s',
  units: { ms: 1, s: 1000 },
  least: 1,
  most: 900_000,
};

export const BYTES: Quantity = {
  kind: 'size',
  example: '800B, 4KB or 1MB',
  units: { B: 1, KB: 1000, MB: 1_000_000 },
  least: 0,
  most: 6_000_000,
};

export const COUNT: Quantity = {
  kind: 'number',
  example: '3 (a whole one)',
  units: { '': 1 },
  least: 1,
  most: 1e6,
  isWhole: true,
};

export const CAPACITY: Quantity = { kind: 'number', example: '0.5 or 2', units: { '': 1 }, least: 0.5, most: 256 };

const WRITTEN = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/;

/** `5m` to 300; undefined for what is no such quantity, or out of its bounds. */
export const parseQuantity = (text: string, { units, least, most, isWhole = false }: Quantity): number | undefined => {
  const [, amount, unit = ''] = WRITTEN.exec(text) ?? [];
  const size = units[unit];
  if (amount === undefined || size === undefined) return undefined;
  const value = Number(amount) * size;
  const isRight = value >= least && value <= most && (!isWhole || Number.isInteger(value));
  return isRight ? value : undefined;
};

/** 300 to `5m`: in the largest unit that needs no fraction. */
export const writeQuantity = (value: number, { units }: Quantity): string => {
  const [smallest = ['', 1] as const] = Object.entries(units);
  const fitting = Object.entries(units).findLast(([, size]) => value >= size && value % size === 0);
  const [unit, size] = fitting ?? smallest;
  return `${value / size}${unit}`;
};
