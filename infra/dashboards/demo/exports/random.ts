/** Returns a number from 0 up to 1 that depends on nothing but `slot` and `salt`, so that an export repeats its earlier rows. */
export const draw = (slot: number, salt: number): number => {
  let bits = Math.imul(slot ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
};

/** Picks an entry of a list. An entry that stands twice is picked twice as often. */
export const pick = <Entry>(list: readonly Entry[], slot: number, salt: number): Entry =>
  list[Math.floor(draw(slot, salt) * list.length)] as Entry;
