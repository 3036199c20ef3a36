import { draw, HOUR_MS, MINUTE_MS, slotsUntil } from './random.ts';

const SLOTS = (26 * HOUR_MS) / MINUTE_MS;

/** The steps of a visit, and the share of visitors who go on from each. */
const STEPS: readonly (readonly [step: string, goesOn: number])[] = [
  ['Visit', 0.7],
  ['Product', 0.45],
  ['Basket', 0.6],
  ['Order', 0],
];

const visitOf = (slot: number): readonly string[] => {
  const visitor = `v${Math.floor(draw(slot, 1) * 900)}`;
  const rows: string[] = [];
  let at = slot * 60 + Math.floor(draw(slot, 2) * 20);
  for (const [place, [step, goesOn]] of STEPS.entries()) {
    rows.push([(at + draw(slot, 30 + place)).toFixed(3), visitor, step].join('\t'));
    if (draw(slot, 10 + place) >= goesOn) break;
    at += 5 + Math.floor(draw(slot, 20 + place) * 8);
  }
  return rows;
};

/** Writes the log of the shop's pages: the steps of each visitor, in seconds since 1970, separated by tabs. */
export const writeSteps = (now: number): string =>
  ['time\tvisitor\tstep', ...slotsUntil(now - MINUTE_MS, MINUTE_MS, SLOTS).flatMap(visitOf), ''].join('\n');
