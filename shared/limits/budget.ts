import { MAX_DETAILS, WallfeedError } from '../errors/wallfeed-error.ts';

const BYTES_PER_MB = 1024 * 1024;

/** Measured, with a margin. */
const RUNTIME_BYTES = 84 * BYTES_PER_MB;
const CACHE_SHARE = 1 / 8;
/** Measured: peak memory for each byte and each cell of the sources. */
const BYTES_PER_BYTE = 11;
const BYTES_PER_CELL = 160;
/** Measured: peak memory for each byte of a Data API response, whose JSON has an object for each cell. */
const BYTES_PER_RESULT_BYTE = 32;

/** Measured: maximum duration of folding, or of validating and sending, as a multiple of all earlier work on rows. */
const SHARE_OF_ROWS = 10;

const MEMORY_SIZES_MB = [256, 512, 1024, 1769, 3008];

export interface SourceSize {
  readonly bytes?: number;
  readonly cells?: number;
  readonly resultBytes?: number;
  /** Bytes that are not parsed. */
  readonly keptBytes?: number;
}

export interface Budget {
  /** Further errors are not looked for. */
  readonly maxDetails: number;
  /**
   * Counts what the request holds in memory from now on.
   * @throws WallfeedError SOURCE_TOO_LARGE if the function has too little memory.
   */
  hold(size: SourceSize): void;
  readonly memoryMb: number;
  /**
   * Checks room for bytes that are free again before the request ends.
   * @param what names what takes them, such as "the pages of orders.parquet".
   * @param otherwise what to do if no function has enough memory.
   * @throws WallfeedError SOURCE_TOO_LARGE.
   */
  checkRoom(bytes: number, what: string, otherwise: string): void;
  hasRoomFor(size: SourceSize): boolean;
  cellsLeft(): number;
  /**
   * Every loop over rows calls this function regularly.
   * @throws WallfeedError SOURCE_TIMEOUT if the deadline of the request has passed.
   */
  checkTime(): void;
  /** Records the duration apart from work on rows, because a large file may give few rows. */
  scan<Result>(run: () => Result): Result;
  /** Records the duration of work on rows, a document or a body. */
  work<Result>(run: () => Result): Result;
  /**
   * True if there is time for work that takes at most `share` of the duration of all work so far. If few rows are left
   * of a large file, the work is assumed to take less.
   */
  hasTimeFor(share: number): boolean;
  /**
   * Checks time for work that cannot be interrupted; `share` as in `hasTimeFor`.
   * @throws WallfeedError SOURCE_TIMEOUT if the work would not end in time.
   */
  checkAhead(share: number): void;
}

export interface BudgetOptions {
  readonly memoryMb: number;
  /** Deadline of the response, on the clock of `now`. */
  readonly endsAt: number;
  readonly now?: () => number;
  /** Defaults to the number of errors that a response lists. */
  readonly maxDetails?: number;
}

const AGGREGATE = 'aggregate first: a component shows tens of rows, not thousands';

/** @param otherwise what to do if no function has enough memory. */
const tooLarge = (memoryMb: number, neededMb: number, message: string, otherwise: string): WallfeedError => {
  const next = MEMORY_SIZES_MB.find((one) => one > memoryMb && one >= neededMb);
  const hint = next ? `set \`memory: ${next}\` in the dashboard file, or ${otherwise}` : otherwise;
  return new WallfeedError('SOURCE_TOO_LARGE', `The source is too large: ${message}.`, [{ message, hint }]);
};

const megabytes = (bytes: number): string => (bytes / BYTES_PER_MB).toFixed(1);

const tooSlow = (memoryMb: number): WallfeedError => {
  const message = 'too little time is left to finish reading the source';
  const hint = `set \`memory: ${memoryMb * 2}\` in the dashboard file, which also gives the function more CPU, or ${AGGREGATE}`;
  return new WallfeedError('SOURCE_TIMEOUT', `The source takes too long: ${message}.`, [{ message, hint }]);
};

const neededMbFor = ({ bytes, cells, resultBytes, keptBytes }: Required<SourceSize>): number => {
  const sources = bytes * BYTES_PER_BYTE + cells * BYTES_PER_CELL + resultBytes * BYTES_PER_RESULT_BYTE + keptBytes;
  return (RUNTIME_BYTES + sources) / BYTES_PER_MB / (1 - CACHE_SHARE);
};

const add = (
  held: Required<SourceSize>,
  { bytes = 0, cells = 0, resultBytes = 0, keptBytes = 0 }: SourceSize,
): Required<SourceSize> => ({
  bytes: held.bytes + bytes,
  cells: held.cells + cells,
  resultBytes: held.resultBytes + resultBytes,
  keptBytes: held.keptBytes + keptBytes,
});

export const createBudget = ({
  memoryMb,
  endsAt,
  now = () => performance.now(),
  maxDetails = MAX_DETAILS,
}: BudgetOptions): Budget => {
  let held: Required<SourceSize> = { bytes: 0, cells: 0, resultBytes: 0, keptBytes: 0 };
  let scannedMs = 0;
  let workedMs = 0;
  const bytesLeft = () => (memoryMb - neededMbFor(held)) * (1 - CACHE_SHARE) * BYTES_PER_MB;
  const hasTimeFor = (share: number): boolean =>
    now() + Math.min((scannedMs + workedMs) * share, workedMs * SHARE_OF_ROWS) <= endsAt;
  const timed = <Result>(run: () => Result, add: (ms: number) => void): Result => {
    const startedAt = now();
    try {
      return run();
    } finally {
      add(now() - startedAt);
    }
  };
  return {
    maxDetails,
    memoryMb,
    checkRoom: (bytes, what, otherwise) => {
      const neededMb = neededMbFor(add(held, { keptBytes: bytes }));
      if (neededMb <= memoryMb) return;
      const found = `reading ${what} takes ${megabytes(bytes)} MB, more than the ${memoryMb} MB of the function leave room for`;
      throw tooLarge(memoryMb, neededMb, found, otherwise);
    },
    hold: (size) => {
      held = add(held, size);
      const neededMb = neededMbFor(held);
      if (neededMb <= memoryMb) return;
      const read = megabytes(held.bytes + held.resultBytes);
      const found = `reading ${read} MB of this source takes more than the ${memoryMb} MB of the function's memory`;
      throw tooLarge(memoryMb, neededMb, found, AGGREGATE);
    },
    hasRoomFor: (size) => neededMbFor(add(held, size)) <= memoryMb,
    cellsLeft: () => Math.max(0, Math.floor(bytesLeft() / BYTES_PER_CELL)),
    checkTime: () => {
      if (now() > endsAt) throw tooSlow(memoryMb);
    },
    scan: (run) =>
      timed(run, (ms) => {
        scannedMs += ms;
      }),
    work: (run) =>
      timed(run, (ms) => {
        workedMs += ms;
      }),
    hasTimeFor,
    checkAhead: (share) => {
      if (!hasTimeFor(share)) throw tooSlow(memoryMb);
    },
  };
};

export const UNLIMITED: Budget = createBudget({
  memoryMb: Number.POSITIVE_INFINITY,
  endsAt: Number.POSITIVE_INFINITY,
});

export const functionMemoryMb = (): number => Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 256);
