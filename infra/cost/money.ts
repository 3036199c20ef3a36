import type { Assumptions } from './assumptions.ts';
import { type PriceList, priceOf } from './price-list.ts';

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
