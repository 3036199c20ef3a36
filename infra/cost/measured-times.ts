/** Milliseconds that Lambda bills for a call. */
export interface BilledTimes {
  /** Process, runtime, INIT and the first response. */
  readonly coldMs: number;
  /** A warm call that reads a new object of 20 rows. */
  readonly readMs: number;
  /** A warm call that the cache in memory answers. */
  readonly hitMs: number;
}

/**
 * By memory in MB, as `npm run bench:cold` measured them on a machine of two cores, November 2026. S3 was taken to answer
 * after 20 ms in `coldMs` and `readMs`; a statement of the Data API may take longer. Nothing was measured on AWS.
 */
const MEASURED: ReadonlyMap<number, BilledTimes> = new Map([
  [128, { coldMs: 200, readMs: 37, hitMs: 3 }],
  [256, { coldMs: 180, readMs: 25, hitMs: 2 }],
  [512, { coldMs: 170, readMs: 24, hitMs: 2 }],
  [1024, { coldMs: 150, readMs: 24, hitMs: 2 }],
]);

/** The memory sizes that were measured, in MB, the smallest first. */
export const MEASURED_MEMORY_MB: readonly number[] = [...MEASURED.keys()];

/** The times of a memory size: those of the largest measured size that is not larger. */
export const billedTimesOf = (memoryMb: number): BilledTimes => {
  const size = MEASURED_MEMORY_MB.findLast((measured) => measured <= memoryMb) ?? MEASURED_MEMORY_MB[0];
  return MEASURED.get(size ?? 0) as BilledTimes;
};
