/** Milliseconds that Lambda bills for a call. */
export interface BilledTimes {
  /** A cold call: the start of process and runtime, INIT, and the first response. */
  readonly coldMs: number;
  /** A warm call that reads a new object of 20 rows. */
  readonly readMs: number;
  /** A warm call with a response from the cache in memory. */
  readonly hitMs: number;
}

/**
 * Billed times by memory in MB. `npm run bench:cold` measured them on a machine with two cores in November 2026, with 20 ms
 * for S3 in `coldMs` and `readMs`. A statement of the Data API may take longer. Nothing was measured on AWS.
 */
const MEASURED: ReadonlyMap<number, BilledTimes> = new Map([
  [128, { coldMs: 155, readMs: 31, hitMs: 2 }],
  [256, { coldMs: 125, readMs: 24, hitMs: 2 }],
  [512, { coldMs: 120, readMs: 24, hitMs: 2 }],
  [1024, { coldMs: 130, readMs: 24, hitMs: 2 }],
]);

/** The measured memory sizes in ascending order. */
export const MEASURED_MEMORY_MB: readonly number[] = [...MEASURED.keys()];

/** Returns the times of the largest measured memory size that is not above a given one. */
export const billedTimesOf = (memoryMb: number): BilledTimes => {
  const size = MEASURED_MEMORY_MB.findLast((measured) => measured <= memoryMb) ?? MEASURED_MEMORY_MB[0];
  return MEASURED.get(size ?? 0) as BilledTimes;
};
