/** Returns a number from 0 up to 1 that depends on nothing but `slot` and `salt`, so that an export repeats its earlier rows. */
export const draw = (slot: number, salt: number): number => {
  let bits = Math.imul(slot ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
};

/** Picks an entry of a list. An entry that the list has twice is picked twice as often. */
export const pick = <Entry>(list: readonly Entry[], slot: number, salt: number): Entry =>
  list[Math.floor(draw(slot, salt) * list.length)] as Entry;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The offset of Asia/Shanghai, the dashboard's timezone, which has no summer time. */
const OFFSET_MS = 8 * HOUR_MS;

/** Returns `2026-11-20 08:31:07` in the shop's timezone. */
export const shopTime = (milliseconds: number): string =>
  new Date(milliseconds + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Includes the fraction of the hour. */
export const shopHour = (milliseconds: number): number => ((milliseconds + OFFSET_MS) % DAY_MS) / HOUR_MS;

/** Instants are whole multiples of `step`, the oldest first. */
export const slotsUntil = (now: number, step: number, count: number): readonly number[] => {
  const last = Math.floor(now / step);
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
};
