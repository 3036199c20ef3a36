import { writeCurrency, writeMoney } from '../figures.ts';
import { addMoney, type PriceList } from '../price-list.ts';

/** The bill of AWS for the resources of a stack, by their tags. */
export interface AwsBill {
  /** The first day, and the day after the last one, in UTC. */
  readonly from: string;
  readonly until: string;
  readonly currency: string;
  readonly services: Readonly<Record<string, number>>;
  /** True while AWS has not closed the month. */
  readonly estimated: boolean;
}

/** A bill with its total. */
export type BilledTotal = AwsBill & { readonly total: number };

/** Returns a bill in the currency of the prices, with its total. */
export const totalBill = (bill: AwsBill, { converted, currency }: PriceList): BilledTotal => {
  const rate = converted?.from === bill.currency ? converted.rate : 1;
  const amounts = Object.entries(bill.services).map(([name, amount]) => [name, addMoney([amount * rate])] as const);
  return {
    ...bill,
    currency: rate === 1 ? bill.currency : currency,
    total: addMoney(amounts.map(([, amount]) => amount)),
    services: Object.fromEntries(amounts.toSorted(([, a], [, b]) => b - a)),
  };
};

const MAX_SERVICES = 5;

/** Describes what AWS billed beside what was counted, as one sentence or two. */
export const describeBill = (bill: BilledTotal, counted: number): string => {
  const { total, services, currency, from, until, estimated } = bill;
  const entries = Object.entries(services);
  const shown = entries.slice(0, MAX_SERVICES).map(([name, amount]) => `${name} ${writeMoney(amount)}`);
  const rest = addMoney(entries.slice(MAX_SERVICES).map(([, amount]) => amount));
  const others = entries.length > MAX_SERVICES ? [`others ${writeMoney(rest)}`] : [];
  const gap = addMoney([total, -counted]);
  const beside = `${writeMoney(Math.abs(gap))} ${gap < 0 ? 'less' : 'more'} than counted`;
  const last = new Date(Date.parse(until) - 1).toISOString().slice(0, 10);
  return (
    `AWS billed ${writeMoney(total)} ${writeCurrency(currency)} by the tags from ${from} to ${last}, ${beside}: ` +
    `${[...shown, ...others].join(', ')}.${estimated ? ' It is an estimate until AWS closes the month.' : ''}`
  );
};
