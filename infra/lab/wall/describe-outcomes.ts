import { writeCurrency, writeMoney, writeShare } from '../../cost/figures.ts';
import { SECONDS } from '../../cost/quantity.ts';
import { roundDuration } from '../../dashboard/folder/duration.ts';
import type { Result } from './format-outcomes.ts';
import type { Simulation, Variant } from './simulation.ts';

const SECOND_MS = 1000;

const seconds = (value: number): string => SECONDS.write(value);

/** Writes a variant in words: `with cache: 30s in memory`, `without a cache`. */
const withVariant = ({ name, kept }: Variant): string => (kept === 'not' ? 'without a cache' : `with ${name}`);

const listWords = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words);

/** As printed, so that differences of printed amounts add up. */
const inCents = (amount: number): number => Math.round(amount * 100) / 100;

const describeMoney = (results: readonly Result[], currency: string): readonly string[] => {
  const [bare] = results;
  const [cheapest] = results.toSorted((a, b) => a.bill.month - b.bill.month);
  if (!bare || !cheapest) return [];
  const money = `${writeMoney(bare.bill.month)} ${writeCurrency(currency)}`;
  const without = `Money. A month like this costs ${money} without a cache`;
  if (cheapest === bare) return [`${without}. No cache lowers it.`];
  const saved = inCents(bare.bill.month) - inCents(cheapest.bill.month);
  return [
    `${without}. It is cheapest ${withVariant(cheapest.outcome.variant)}: ${writeMoney(cheapest.bill.month)}, ` +
      `${writeMoney(saved)} less (${writeShare(saved, bare.bill.month)}). Each call to a shared cache costs money. It ` +
      'pays off if many environments need the same response, if a source is slow or expensive, or if responses should ' +
      'outlive environments.',
  ];
};

const describeRest = ({ outcome: { variant, database } }: Result, { settings }: Simulation): string => {
  if (database.longestGap < settings.pause * SECOND_MS)
    return `${withVariant(variant)} at most ${roundDuration(database.longestGap)} between two calls, so it never paused`;
  const asleep = roundDuration(settings.length * SECOND_MS - database.awake);
  const gap = roundDuration(database.longestGap);
  return `${withVariant(variant)} up to ${gap} between two calls, so it was paused for ${asleep} in total`;
};

const describeDatabase = (results: readonly Result[], simulation: Simulation): string => {
  const { components, settings } = simulation;
  if (!components.some(({ asksDatabase }) => asksDatabase)) return 'Database. No component uses it.';
  const pause = seconds(settings.pause);
  return (
    `Database. It pauses after ${pause} without a call. A cache lets it pause only if its TTL is longer than ${pause} ` +
    'and responses expire at the same time, because each call starts this time again. ' +
    `Here: ${results.map((result) => describeRest(result, simulation)).join('; ')}.`
  );
};

const describeWall = (results: readonly Result[], { settings }: Simulation): string => {
  const rule =
    `Wall. A paused database refuses statements for ${seconds(settings.resume)} after the first one. Until then a ` +
    'component gets the last good response if the cache has one (stale), or else an error (blank). The cache has none ' +
    'when the wall opens, and in a new environment, unless the cache is shared.';
  const blank = Math.max(...results.map(({ outcome }) => outcome.wall.longestBlank));
  const longest =
    blank === 0 ? 'No component was blank' : `No component was blank for longer than ${roundDuration(blank)} at a time`;
  const stale = results.map(({ outcome }) => outcome).filter(({ answers }) => answers.states.stale > 0);
  if (stale.length === 0) return `${rule} ${longest}, and no component was stale.`;
  const names = listWords(stale.map(({ variant }) => withVariant(variant)));
  const oldest = roundDuration(Math.max(...stale.map(({ wall }) => wall.oldest)) * SECOND_MS);
  return `${rule} ${longest}. There were stale responses ${names}; the oldest was ${oldest} old.`;
};

export const describeOutcomes = (
  results: readonly Result[],
  simulation: Simulation,
  currency: string,
): readonly string[] => [
  ...describeMoney(results, currency),
  describeDatabase(results, simulation),
  describeWall(results, simulation),
];
