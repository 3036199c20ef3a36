const LINE_KINDS = ['function', 'START', 'END', 'REPORT', 'gateway'] as const;
type LineKind = (typeof LINE_KINDS)[number];

const VALUE_BITS = 27;
const MIN_SLOTS = 1 << 12;
const FULL_SHARE = 0.9;

/** Returns a 64-bit hash of a text in two halves. A log is assumed to have no two ids with the same hash. */
const hash = (text: string): readonly [number, number] => {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13);
  }
  return [(one ^ (other >>> 16)) >>> 0, (other ^ (one >>> 15)) >>> 0];
};

/** Frees the memory of an array now, and not when V8 collects it. */
export const free = ({ buffer }: { readonly buffer: ArrayBuffer }): void => {
  buffer.transfer(0);
};

export interface RequestTable {
  /** Returns false if a line of its kind was read before. */
  note(id: string, kind: LineKind): boolean;
  /** For the request that was noted last; 0 if none was set. */
  value(): number;
  /** The number must be below 2 to the power of 27. */
  setValue(value: number): void;
}

/**
 * Creates a table that needs 12 bytes for each slot, so that a log of 1 GB fits into the memory of any machine.
 * @param expected the number of ids. With more ids, the table is copied to a larger one, and both are in memory for a
 * moment.
 */
export const createRequestTable = (expected = 0): RequestTable => {
  const slots = Math.max(MIN_SLOTS, Math.ceil(expected / FULL_SHARE));
  let keys = new Uint32Array(2 * slots);
  let facts = new Uint32Array(slots);
  let count = 0;
  let last = 0;
  const slotOf = (one: number, other: number): number => {
    let slot = one % facts.length;
    while (facts[slot] !== 0 && (keys[2 * slot] !== one || keys[2 * slot + 1] !== other))
      slot = (slot + 1) % facts.length;
    return slot;
  };
  const put = (one: number, other: number, fact: number): number => {
    const slot = slotOf(one, other);
    keys[2 * slot] = one;
    keys[2 * slot + 1] = other;
    facts[slot] = fact;
    return slot;
  };
  const grow = (): void => {
    const [oldKeys, oldFacts] = [keys, facts];
    keys = new Uint32Array(2 * oldKeys.length);
    facts = new Uint32Array(2 * oldFacts.length);
    for (const [slot, fact] of oldFacts.entries())
      if (fact !== 0) put(oldKeys[2 * slot] ?? 0, oldKeys[2 * slot + 1] ?? 0, fact);
    free(oldKeys);
    free(oldFacts);
  };
  return {
    note: (id, kind) => {
      const [one, other] = hash(id);
      const bit = 2 ** (VALUE_BITS + LINE_KINDS.indexOf(kind));
      last = slotOf(one, other);
      const fact = facts[last] ?? 0;
      if ((fact & bit) !== 0) return false;
      if (fact === 0) {
        count += 1;
        if (count > FULL_SHARE * facts.length) grow();
      }
      last = put(one, other, (fact | bit) >>> 0);
      return true;
    },
    value: () => (facts[last] ?? 0) & (2 ** VALUE_BITS - 1),
    setValue: (value) => {
      const kinds = (facts[last] ?? 0) & ~(2 ** VALUE_BITS - 1);
      facts[last] = (kinds | value) >>> 0;
    },
  };
};

const MS_BITS = 16;
const MAX_MS = 2 ** MS_BITS - 1;

/**
 * Adds the billed time of requests to their counts. The time is that of Lambda's REPORT, or else the duration, rounded
 * up. The REPORT and the function's line may come in any order.
 */
export const createTimeKeeper = (table: RequestTable, counts: readonly { billedMs: number }[]) => {
  const reported = { calls: 0, ms: 0 };
  const matched = { calls: 0, ms: 0 };
  const match = (owner: number, billed: number, estimated: number): void => {
    (counts[owner - 1] as { billedMs: number }).billedMs += billed - estimated;
    matched.calls += 1;
    matched.ms += billed;
  };
  return {
    /** For the request that was noted just before. */
    addDuration: (owner: number, durations: readonly number[]): void => {
      const billed = table.value();
      if (billed > 0) {
        match(owner, billed, 0);
        return;
      }
      const ceiled = durations.map((duration) => Math.min(MAX_MS, Math.ceil(duration)));
      (counts[owner - 1] as { billedMs: number }).billedMs += ceiled.reduce((sum, one) => sum + one, 0);
      table.setValue((owner << MS_BITS) + (ceiled.at(-1) ?? 0));
    },
    /** For the request that was noted just before. */
    addReport: (milliseconds: number): void => {
      const billed = Math.min(MAX_MS, milliseconds);
      reported.calls += 1;
      reported.ms += billed;
      const value = table.value();
      if (value === 0) table.setValue(billed);
      else match(value >>> MS_BITS, billed, value & MAX_MS);
    },
    reported,
    matched,
  };
};
