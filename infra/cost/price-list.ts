import { access, readFile } from 'node:fs/promises';
import { describeDetail, WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { parseJson } from '../../shared/sources/json.ts';
import { programPath } from '../program/program-files.ts';
import type { Assumptions } from './assumptions.ts';

export const PRICE_NAMES = [
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
  'metricRead',
  'alarm',
  'page',
  'zone',
] as const;
export type PriceName = (typeof PRICE_NAMES)[number];

/** A price that older lists do not have, because few dashboards need it. */
const RARE: PriceName = 'metricRead';

export interface Price {
  /** Null if the price is not known. */
  readonly price: number | null;
  readonly per: number;
  readonly unit: string;
  /** AWS bills each started piece of this size as a unit. */
  readonly meteredBytes?: number;
  /** For one call. */
  readonly minUnits?: number;
  /** The service, and the use of it that the price is for, in words. */
  readonly source: string;
}

export interface PriceList {
  readonly region: string;
  readonly place: string;
  readonly currency: string;
  /** Such as `2026-11`. */
  readonly asOf: string;
  readonly note: string;
  readonly prices: Readonly<Record<PriceName, Price>>;
  /** The currency of the file, and the rate by which all its prices were multiplied. */
  readonly converted?: { readonly from: string; readonly rate: number };
}

const TEXTS = ['region', 'place', 'currency', 'asOf', 'note'] as const;

export const OWN_PRICES = programPath('prices', 'us-east-1.json');

const isAmount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const isPrice = (value: unknown): boolean => {
  const { price, per, unit, meteredBytes = 1, minUnits = 1, source } = Object(value) as Partial<Price>;
  const isCounted = isAmount(per) && per !== 0 && isAmount(meteredBytes) && meteredBytes !== 0 && isAmount(minUnits);
  return (price === null || isAmount(price)) && isCounted && typeof unit === 'string' && typeof source === 'string';
};

/** Adds the price that older lists do not have, as one that is not known. */
const complete = (prices: object): object =>
  Object.hasOwn(prices, RARE) ? prices : { ...prices, [RARE]: { price: null, per: 1000, unit: 'metrics', source: '' } };

const faultOf = (value: unknown): string | undefined => {
  const list = Object(value) as Readonly<Record<string, unknown>>;
  const text = TEXTS.find((name) => typeof list[name] !== 'string');
  if (text !== undefined) return `${text} must be text`;
  const prices = Object(complete(Object(list.prices)));
  const name = PRICE_NAMES.find((price) => !isPrice(prices[price]));
  return name === undefined ? undefined : `prices.${name} must have price, per, unit and source`;
};

/** Parses JSON in any encoding of Windows. Returns the error of text that is not JSON. */
const parseList = (bytes: Uint8Array): unknown => {
  try {
    return parseJson(bytes);
  } catch (error) {
    return error;
  }
};

/** @throws Error with a message for the user if the list is invalid. */
export const readPriceList = async (file: string): Promise<PriceList> => {
  const bytes = await readFile(file).catch((cause) => {
    throw new Error(`the price list ${file} cannot be read: check its path, and who may read it`, { cause });
  });
  const list = parseList(bytes);
  const fault = list instanceof WallfeedError ? `it is not JSON: ${list.details.map(describeDetail)}` : faultOf(list);
  if (fault !== undefined) throw new Error(`the price list ${file} is invalid: ${fault}`);
  const known = list as PriceList;
  return { ...known, prices: complete(known.prices) as PriceList['prices'] };
};

/** Returns the prices that a report shows: those of every dashboard, and those that this one needs. */
export const shownPrices = ({ prices }: PriceList, isNeeded: (name: PriceName) => boolean): Partial<typeof prices> => {
  const { [RARE]: _, ...usual } = prices;
  return isNeeded(RARE) ? prices : usual;
};

/** Reads the included price list of a region, or else that of us-east-1. */
export const choosePrices = async (region?: string): Promise<PriceList> => {
  const ofRegion = programPath('prices', `${region}.json`);
  const isIncluded = await access(ofRegion).then(
    () => true,
    () => false,
  );
  return readPriceList(isIncluded ? ofRegion : OWN_PRICES);
};

export const convertPrices = (list: PriceList, currency: string, rate: number): PriceList => {
  const convert = (price: Price): Price => ({ ...price, price: price.price === null ? null : price.price * rate });
  const prices = Object.fromEntries(PRICE_NAMES.map((name) => [name, convert(list.prices[name])]));
  return { ...list, currency, prices: prices as PriceList['prices'], converted: { from: list.currency, rate } };
};

/** A price that an estimate needs and that its list does not know. */
export class UnknownPriceError extends Error {
  override readonly name = 'UnknownPriceError';
}

export const ifKnown = <Result>(calculate: () => Result): Result | undefined => {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof UnknownPriceError) return undefined;
    throw error;
  }
};

/** @throws UnknownPriceError if the price is needed and not known. */
export const priceOf = ({ prices, region }: PriceList, name: PriceName, units: number): number => {
  const { price, per, unit } = prices[name];
  if (units === 0) return 0;
  if (price !== null) return (units * price) / per;
  const message =
    `there is no total, because the price list of ${region} does not know the price ${name} (per ${per} ${unit}), which the ` +
    `dashboard needs: write it into the list with its source, and give the file with --prices`;
  throw new UnknownPriceError(message);
};

export const meteredUnits = ({ prices }: PriceList, name: PriceName, bytes: number): number => {
  const { minUnits = 1, meteredBytes = Number.POSITIVE_INFINITY } = prices[name];
  return Math.max(minUnits, Math.ceil(bytes / meteredBytes));
};

const PRECISION = 10_000;
const MB_PER_GB = 1024;

export const roundMoney = (amount: number): number => Math.round(amount * PRECISION) / PRECISION;

/** Rounds the sum. */
export const addMoney = (amounts: readonly number[]): number =>
  roundMoney(amounts.reduce((sum, amount) => sum + amount, 0));

export const priceTime = (seconds: number, { memoryMb }: Pick<Assumptions, 'memoryMb'>, prices: PriceList): number =>
  priceOf(prices, 'compute', (seconds * memoryMb) / MB_PER_GB);

const EXAMPLE = 'such as --currency CNY --rate 7.1';

/**
 * Reads the options `--currency` and `--rate`. Returns a function that converts a price list.
 * @throws Error with a message for the user.
 */
export const readConversion = (
  currency: string | undefined,
  rate: string | undefined,
): ((prices: PriceList) => PriceList) => {
  if (currency === undefined && rate === undefined) return (prices) => prices;
  if (currency === undefined || rate === undefined) {
    const missing = currency === undefined ? '--currency' : '--rate';
    throw new Error(`${missing} is missing: --currency and --rate belong together, ${EXAMPLE}`);
  }
  if (!/^[A-Z]{3}$/.test(currency))
    throw new Error(`--currency must be three capital letters, ${EXAMPLE}, not '${currency}'`);
  const factor = /^\d+(?:\.\d+)?$/.test(rate) ? Number(rate) : 0;
  if (factor <= 0) {
    const meaning = 'what one unit of the currency of the price list costs';
    throw new Error(`--rate must be a number above 0, ${meaning}, ${EXAMPLE}, not '${rate}'`);
  }
  return (prices) => convertPrices(prices, currency, factor);
};
