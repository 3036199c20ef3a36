import { writeCurrency, writeMoney, writeShare } from '../../../infra/cost/figures.ts';
import { SECONDS } from '../../../infra/cost/quantity.ts';
import { roundDuration } from '../../../infra/dashboard/duration.ts';
import type { Result } from './format-outcomes.ts';
import type { Simulation, Variant } from './simulation.ts';

const SECOND = 1000;

const seconds = (value: number): string => SECONDS.write(value);

/** `with cache: 30s in memory`; `without a cache`. */
const withVariant = ({ name, kept }: Variant): string => (kept === 'not' ? 'without a cache' : `with ${name}`);

const listWords = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words);

/** As it is printed, so that a reader's own subtraction comes to the same. */
const inCents = (amount: number): number => Math.round(amount * 100) / 100;

const describeMoney = (results: readonly Result[], currency: string): readonly string[] => {
  const [bare] = results;
  const [least] = results.toSorted((a, b) => a.bill.month - b.bill.month);
  if (!bare || !least) return [];
  const money = `${writeMoney(bare.bill.month)} ${writeCurrency(currency)}`;
  const without = `Money. A month like this costs ${money} without a cache`;
  if (least === bare) return [`${without}, and no less with one.`];
  const saved = inCents(bare.bill.month) - inCents(least.bill.month);
  return [
    `${without}, and least ${withVariant(least.outcome.variant)}: ${writeMoney(least.bill.month)}, ` +
      `${writeMoney(saved)} less (${writeShare(saved, bare.bill.month)}). A shared cache is paid for by the call; it is ` +
      'worth it where many environments ask the same, where a source is slow or dear, or where answers are to outlive ' +
      'environments.',
  ];
};

/** Whether it was ever left alone for long enough, and what came of it. */
const describeRest = ({ outcome: { variant, database } }: Result, { settings }: Simulation): string => {
  if (database.longestGap < settings.pause * SECOND)
    return `${withVariant(variant)} at most ${roundDuration(database.longestGap)} between two calls, so never`;
  const asleep = roundDuration(settings.length * SECOND - database.awake);
  const gap = roundDuration(database.longestGap);
  return `${withVariant(variant)} up to ${gap} between two calls, asleep for ${asleep} in all`;
};

const describeDatabase = (results: readonly Result[], simulation: Simulation): string => {
  const { components, settings } = simulation;
  if (!components.some(({ asksDatabase }) => asksDatabase)) return 'Database. None of these components asks it.';
  const pause = seconds(settings.pause);
  return (
    `Database. It pauses once ${pause} pass without a call of any component, so a cache can let it pause only if it ` +
    `lasts longer than ${pause}, and if answers run out together: each call in between begins the time anew. ` +
    `Here: ${results.map((result) => describeRest(result, simulation)).join('; ')}.`
  );
};

const describeWall = (results: readonly Result[], { settings }: Simulation): string => {
  const rule =
    `Wall. A paused database refuses statements for ${seconds(settings.resume)} after the first one. Who asks it then ` +
    'gets the last good answer while that is young enough (stale), and an error where nothing is kept (blank): without ' +
    'a cache, when the wall opens, and in an environment that is new or has not been asked for this component ' +
    'before, unless all share what they keep.';
  const blank = Math.max(...results.map(({ outcome }) => outcome.wall.longestBlank));
  const longest =
    blank === 0 ? 'No component was blank' : `No component was blank for longer than ${roundDuration(blank)} on end`;
  const stale = results.map(({ outcome }) => outcome).filter(({ answers }) => answers.states.stale > 0);
  if (stale.length === 0) return `${rule} ${longest}, and none was stale.`;
  const names = listWords(stale.map(({ variant }) => withVariant(variant)));
  const oldest = roundDuration(Math.max(...stale.map(({ wall }) => wall.oldest)) * SECOND);
  return `${rule} ${longest}. Stale answers stood in ${names}; none was older than ${oldest}.`;
};

/** What stands out, in sentences. */
export const describeOutcomes = (
  results: readonly Result[],
  simulation: Simulation,
  currency: string,
): readonly string[] => [
  ...describeMoney(results, currency),
  describeDatabase(results, simulation),
  describeWall(results, simulation),
];
