import { WallfeedError } from '../errors/wallfeed-error.ts';

const MB = 1024 * 1024;

/** Memory of the runtime, the AWS clients and the bundle, as measured, with a margin. */
const RUNTIME_BYTES = 84 * MB;
/** Cached responses and tables take an eighth of the memory. */
const CACHE_SHARE = 1 / 8;
/** Memory that a request needs for each byte and each cell of its sources, at its peak, as measured. */
const BYTES_PER_BYTE = 11;
const BYTES_PER_CELL = 160;
/** The same for the response of the Data API, which its client reads into an object for each cell. */
const BYTES_PER_RESULT_BYTE = 32;

/** The sizes that a hint names. */
const MEMORY_SIZES_MB = [256, 512, 1024, 1769, 3008];

/** How much of a source is held in memory. */
export interface SourceSize {
  readonly bytes?: number;
  readonly cells?: number;
  /** Of a response of the Data API. */
  readonly resultBytes?: number;
}

/** How much memory and time one request may still use. */
export interface Budget {
  /**
   * Counts what a request holds in memory from now on.
   * @throws WallfeedError SOURCE_TOO_LARGE when the function does not have the memory that this needs.
   */
  hold(size: SourceSize): void;
  /** How many more cells there is memory for. */
  cellsLeft(): number;
  /**
   * Looks at the clock; loops over rows call it.
   * @throws WallfeedError SOURCE_TIMEOUT when the request must be answered now.
   */
  checkTime(): void;
  /** Runs work on the source, and remembers how long it took. */
  work<Result>(run: () => Result): Result;
  /** True if work would end in time that takes a share of the time of all work until now. */
  hasTimeFor(share: number): boolean;
  /**
   * Called before work that cannot be interrupted. It takes at most `share` of the time of all work until now, and at most
   * `shareOfLast` of the time of the last work.
   * @throws WallfeedError SOURCE_TIMEOUT when it would not end in time.
   */
  checkAhead(share: number, shareOfLast?: number): void;
}

export interface BudgetOptions {
  readonly memoryMb: number;
  /** When the request must be answered, on the clock that `now` reads. */
  readonly endsAt: number;
  readonly now?: () => number;
}

const AGGREGATE = 'aggregate first: a component shows tens of rows, not thousands';

const tooLarge = (memoryMb: number, neededMb: number, { bytes, resultBytes }: Required<SourceSize>): WallfeedError => {
  const size = ((bytes + resultBytes) / MB).toFixed(1);
  const message = `reading ${size} MB of this kind takes more than the ${memoryMb} MB of the function's memory`;
  const next = MEMORY_SIZES_MB.find((one) => one > memoryMb && one >= neededMb);
  const hint = next ? `set memory: ${next} in the dashboard file, or ${AGGREGATE}` : AGGREGATE;
  return new WallfeedError('SOURCE_TOO_LARGE', `The source is too large: ${message}.`, [{ message, hint }]);
};

const tooSlow = (memoryMb: number): WallfeedError => {
  const message = 'there is too little time left to finish reading it';
  const hint = `give the function more of a processor with more memory (memory: ${memoryMb * 2}), or ${AGGREGATE}`;
  return new WallfeedError('SOURCE_TIMEOUT', `The source takes too long: ${message}.`, [{ message, hint }]);
};

/** Megabytes of memory for a source of a size. */
const neededMbFor = ({ bytes, cells, resultBytes }: Required<SourceSize>): number => {
  const sources = bytes * BYTES_PER_BYTE + cells * BYTES_PER_CELL + resultBytes * BYTES_PER_RESULT_BYTE;
  return (RUNTIME_BYTES + sources) / MB / (1 - CACHE_SHARE);
};

/** The budget of a request to a function with so much memory. */
export const createBudget = ({ memoryMb, endsAt, now = () => performance.now() }: BudgetOptions): Budget => {
  const held = { bytes: 0, cells: 0, resultBytes: 0 };
  let workedMs = 0;
  let lastMs = 0;
  const bytesLeft = () => (memoryMb - neededMbFor(held)) * (1 - CACHE_SHARE) * MB;
  const hasTime = (ms: number): boolean => now() + ms <= endsAt;
  return {
    hold: ({ bytes = 0, cells = 0, resultBytes = 0 }) => {
      held.resultBytes += resultBytes;
      held.bytes += bytes;
      held.cells += cells;
      const neededMb = neededMbFor(held);
      if (neededMb > memoryMb) throw tooLarge(memoryMb, neededMb, held);
    },
    cellsLeft: () => Math.max(0, Math.floor(bytesLeft() / BYTES_PER_CELL)),
    checkTime: () => {
      if (now() > endsAt) throw tooSlow(memoryMb);
    },
    hasTimeFor: (share) => hasTime(workedMs * share),
    work: (run) => {
      const startedAt = now();
      try {
        return run();
      } finally {
        lastMs = now() - startedAt;
        workedMs += lastMs;
      }
    },
    checkAhead: (share, shareOfLast) => {
      const ofAllMs = workedMs * share;
      const neededMs = shareOfLast === undefined ? ofAllMs : Math.min(ofAllMs, lastMs * shareOfLast);
      if (!hasTime(neededMs)) throw tooSlow(memoryMb);
    },
  };
};

/** The budget of whoever has no request to answer. */
export const UNLIMITED: Budget = createBudget({
  memoryMb: Number.POSITIVE_INFINITY,
  endsAt: Number.POSITIVE_INFINITY,
});

/** The same time, for work that holds nothing in memory. */
export const timeOf = (budget: Budget): Budget => ({
  ...budget,
  hold: () => undefined,
  cellsLeft: () => Number.POSITIVE_INFINITY,
});

/** Megabytes of memory that Lambda gives this function. */
export const functionMemoryMb = (): number => Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 256);
