import type { RequestTable } from './request-table.ts';

const MS_BITS = 16;
const MAX_MS = 2 ** MS_BITS - 1;

/**
 * Adds the billed time of requests to their counts. The time is that of Lambda's REPORT, or else the duration, rounded up.
 * Both lines of a request may come first.
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
    /** Adds the time of a function's line, whose request was noted just before. */
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
    /** Adds the time of a REPORT, whose request was noted just before. */
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
