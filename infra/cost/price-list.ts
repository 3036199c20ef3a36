import { readFile } from 'node:fs/promises';
import { programPath } from '../build/program-files.ts';
import type { Assumptions } from './assumptions.ts';

const PRICE_NAMES = [
  'gateway',
  'request',
  'compute',
  'computeX86',
  'objectRead',
  'query',
  'scan',
  'warehouse',
  'cacheRead',
  'cacheWrite',
  'log',
  'egress',
  'capacity',
  'secret',
  'metric',
  'alarm',
  'page',
  'zone',
] as const;
type PriceName = (typeof PRICE_NAMES)[number];

interface Price {
  readonly price: number;
  /** Number of units that the price covers. */
  readonly per: number;
  readonly unit: string;
  /** Size of a billed piece, if AWS bills each started piece as a unit. */
  readonly meteredBytes?: number;
  /** Minimum number of units that AWS bills for one call. */
  readonly minUnits?: number;
  /** The service, and the use of it that the price is for, in words. */
  readonly source: string;
}

/** AWS prices in one region at a date. */
export interface PriceList {
  readonly region: string;
  readonly place: string;
  readonly currency: string;
  /** Month of the prices, such as `2026-11`. */
  readonly asOf: string;
  readonly note: string;
  readonly prices: Readonly<Record<PriceName, Price>>;
}

const TEXTS = ['region', 'place', 'currency', 'asOf', 'note'] as const;

export const OWN_PRICES = programPath('prices');

const isAmount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const isPrice = (value: unknown): boolean => {
  const { price, per, unit, meteredBytes = 1, minUnits = 1, source } = Object(value) as Partial<Price>;
  const isCounted = isAmount(per) && per !== 0 && isAmount(meteredBytes) && meteredBytes !== 0 && isAmount(minUnits);
  return isAmount(price) && isCounted && typeof unit === 'string' && typeof source === 'string';
};

/** Returns the first error in a price list. */
const faultOf = (value: unknown): string | undefined => {
  const list = Object(value) as Readonly<Record<string, unknown>>;
  const text = TEXTS.find((name) => typeof list[name] !== 'string');
  if (text !== undefined) return `${text} must be text`;
  const name = PRICE_NAMES.find((price) => !isPrice(Object(list.prices)[price]));
  return name === undefined ? undefined : `prices.${name} must have price, per, unit and source`;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads a price list. Throws an Error with a message for the user if the list is invalid. */
export const readPriceList = async (file: string): Promise<PriceList> => {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new Error(`the price list ${file} cannot be read: check its path, and who may read it`, { cause });
  });
  const list = parse(text);
  const fault = list === undefined ? 'it is not JSON' : faultOf(list);
  if (fault !== undefined) throw new Error(`the price list ${file} is invalid: ${fault}`);
  return list as PriceList;
};

/** Calculates the price of a number of units. */
export const priceOf = ({ prices }: PriceList, name: PriceName, units: number): number =>
  (units * prices[name].price) / prices[name].per;

/** Returns the number of units that AWS bills for one call of a size. */
export const meteredUnits = ({ prices }: PriceList, name: PriceName, bytes: number): number => {
  const { minUnits = 1, meteredBytes = Number.POSITIVE_INFINITY } = prices[name];
  return Math.max(minUnits, Math.ceil(bytes / meteredBytes));
};

const PRECISION = 10_000;
const MB_PER_GB = 1024;

/** Rounds money to a hundredth of a cent. */
export const roundMoney = (amount: number): number => Math.round(amount * PRECISION) / PRECISION;

/** Adds amounts and rounds the sum. */
export const addMoney = (amounts: readonly number[]): number =>
  roundMoney(amounts.reduce((sum, amount) => sum + amount, 0));

/** Calculates Lambda's price for a function's seconds. */
export const priceTime = (seconds: number, { memoryMb }: Pick<Assumptions, 'memoryMb'>, prices: PriceList): number =>
  priceOf(prices, 'compute', (seconds * memoryMb) / MB_PER_GB);
