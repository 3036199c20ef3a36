import { sourceError } from '../../aws/source-error.ts';

const BYTES_PER_MB = 1024 * 1024;

/** A JSON document is read as a whole. */
export const MAX_DOCUMENT_BYTES = 16 * BYTES_PER_MB;

/**
 * The limit is for CPU time: Lambda gives more CPU to functions with more memory, and the largest files take some
 * seconds. Memory is no limit, because files are scanned as they arrive.
 */
const FILE_LIMITS = [
  { memoryMb: 1769, fileMb: 256 },
  { memoryMb: 1024, fileMb: 128 },
  { memoryMb: 512, fileMb: 64 },
  { memoryMb: 256, fileMb: 32 },
  { memoryMb: 0, fileMb: 16 },
] as const;

export const LARGEST_FUNCTION_MB = FILE_LIMITS[0].memoryMb;

/** The largest file that any function reads. */
export const MAX_FILE_BYTES = FILE_LIMITS[0].fileMb * BYTES_PER_MB;

const maxFileBytes = (memoryMb: number): number =>
  (FILE_LIMITS.find((limit) => limit.memoryMb <= memoryMb)?.fileMb ?? 0) * BYTES_PER_MB;

/** Returns the smallest memory size in MB; undefined if there is none. */
export const memoryFor = (bytes: number): number | undefined =>
  FILE_LIMITS.findLast(({ fileMb }) => fileMb * BYTES_PER_MB >= bytes)?.memoryMb;

/**
 * Refuses a CSV file over the limit. The hint names the smallest memory size that can read the file, if there is one.
 * @throws WallfeedError SOURCE_TOO_LARGE.
 */
export const refuseLargeFile = (bytes: number, memoryMb: number): void => {
  const limit = maxFileBytes(memoryMb);
  if (bytes <= limit) return;
  const enough = memoryFor(bytes);
  const smaller = 'make the file smaller, such as with one file for each month';
  const message = `a function with ${memoryMb} MB of memory reads files of at most ${limit / BYTES_PER_MB} MB`;
  const hint = enough ? `set \`memory: ${enough}\` in the dashboard file, or ${smaller}` : smaller;
  throw sourceError('SOURCE_TOO_LARGE', undefined, message, hint);
};

/** @throws WallfeedError SOURCE_TOO_LARGE. */
export const refuseLargeDocument = (bytes: number): void => {
  if (bytes > MAX_DOCUMENT_BYTES)
    throw sourceError(
      'SOURCE_TOO_LARGE',
      undefined,
      `a JSON document may have at most ${MAX_DOCUMENT_BYTES / BYTES_PER_MB} MB`,
    );
};
