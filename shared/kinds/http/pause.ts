import { toCacheableError, WallfeedError } from '../../errors/wallfeed-error.ts';
import type { KindReader, ReadLimits, SourceRows, SourceSlot } from '../source-kind.ts';

/** Time for which an error that a repeated call would not cure is kept, so that components do not repeat the call. */
const PAUSE_MS = 5_000;

/** The codes of errors that the caller itself remembers. */
const TEMPORARY: ReadonlySet<string> = new Set(['SOURCE_TIMEOUT', 'SOURCE_THROTTLED']);

/** Remembers the last lasting error of each window for a short time. */
export const pausing = (
  read: (slot: SourceSlot, limits: ReadLimits) => Promise<SourceRows>,
): ReturnType<KindReader['bindSource']> => {
  const faults = new Map<string, { readonly fault: WallfeedError; readonly until: number }>();
  return async (slot, _known, limits) => {
    const last = faults.get(slot.name);
    if (last && performance.now() < last.until) throw last.fault;
    try {
      const rows = await read(slot, limits);
      faults.delete(slot.name);
      return rows;
    } catch (error) {
      if (error instanceof WallfeedError && !TEMPORARY.has(error.code))
        faults.set(slot.name, { fault: toCacheableError(error), until: performance.now() + PAUSE_MS });
      throw error;
    }
  };
};
