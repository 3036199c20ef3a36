import type { Watch } from '../../shared/config/dashboard-config.ts';
import type { AccessLog } from '../dashboard/head/dashboard-head.ts';
import { DEFAULT_REFRESH_MS, DEFAULT_SCREENS } from '../dashboard/head/watch.ts';
import { BYTES, CAPACITY, COUNT, MILLISECONDS, type Quantity, RATE, SECONDS } from './quantity.ts';

interface BilledTimes {
  /** A cold call: the start of the managed runtime, INIT, and the first response. */
  readonly coldMs: number;
  /** A warm call that reads a new object of 20 rows. */
  readonly readMs: number;
  /** Answered from the cache in memory. */
  readonly hitMs: number;
}

/**
 * Billed times by memory in MB. `npm run bench:cold` measured them on a machine with two cores in November 2026.
 * `coldMs` and `readMs` include 20 ms for S3. A statement of the Data API may take longer. `coldMs` adds up two times:
 * the start and the first response, without the time of an empty process; and 117 ms for the INIT of an empty handler
 * in the managed runtime nodejs24.x on arm64, which github.com/maxday/lambda-perf measured in August 2026.
 */
const MEASURED: ReadonlyMap<number, BilledTimes> = new Map([
  [128, { coldMs: 220, readMs: 31, hitMs: 2 }],
  [256, { coldMs: 190, readMs: 24, hitMs: 2 }],
  [512, { coldMs: 190, readMs: 24, hitMs: 2 }],
  [1024, { coldMs: 195, readMs: 24, hitMs: 2 }],
]);

export const MEASURED_MEMORY_MB: readonly number[] = [...MEASURED.keys()];

/** Returns the times of the largest measured memory size that is not above a given one. */
export const billedTimesOf = (memoryMb: number): BilledTimes => {
  const size = MEASURED_MEMORY_MB.findLast((measured) => measured <= memoryMb) ?? MEASURED_MEMORY_MB[0];
  return MEASURED.get(size ?? 0) as BilledTimes;
};

export interface PromiseWatching {
  readonly metrics: number;
  readonly alarms: number;
  /** A schedule asks these functions while the wall is open. */
  readonly functions: number;
  readonly isAlways: boolean;
}

/** 1 KB is 1,000 bytes, and 1 GB is 1,000,000,000 bytes. */
export interface Assumptions {
  readonly screens: number;
  readonly refreshSeconds: number;
  readonly hoursADay: number;
  readonly daysAMonth: number;
  /** MB. */
  readonly memoryMb: number;
  readonly watch: Watch;
  readonly hasHours: boolean;
  readonly accessLog: AccessLog;
  readonly log: 'full' | 'summary';
  readonly promises?: PromiseWatching;
  readonly zones: number;
  readonly readMs: number;
  readonly hitMs: number;
  readonly coldMs: number;
  readonly tableMs: number;
  /** From the start of a query through Athena to its result. */
  readonly queryMs: number;
  readonly httpMs: number;
  /** MB of a file that a whole vCPU scans in a second. */
  readonly scanRate: number;
  readonly fetchRate: number;
  readonly bodyBytes: number;
  readonly logBytes: number;
  readonly resultBytes: number;
  readonly environments: number;
  readonly lifeSeconds: number;
  readonly idleSeconds: number;
  readonly acu: number;
  /** Idle time before the stack's database pauses: infra/stack/resources/database.yml. */
  readonly pauseSeconds: number;
  /** A schedule wakes the database this long before the wall opens; 0 without opening hours. */
  readonly wakeSeconds: number;
}

export type FromFile = 'memoryMb' | 'watch' | 'wakeSeconds' | 'hasHours' | 'accessLog' | 'log' | 'zones' | 'promises';

export type Settings = Omit<Assumptions, FromFile>;

export interface Setting {
  readonly name: Exclude<keyof Assumptions, FromFile | 'hoursADay' | 'daysAMonth' | 'pauseSeconds'>;
  readonly option: string;
  readonly quantity: Quantity;
  readonly fallback: string;
  readonly meaning: string;
}

export const TRAFFIC: readonly Setting[] = [
  {
    name: 'refreshSeconds',
    option: 'refresh',
    quantity: SECONDS,
    fallback: `${DEFAULT_REFRESH_MS / 1000}s`,
    meaning: 'how often a screen refreshes each endpoint; by default, refresh or alarms.refresh of dashboard.yml',
  },
  {
    name: 'screens',
    option: 'screens',
    quantity: COUNT,
    fallback: String(DEFAULT_SCREENS),
    meaning: 'number of screens that show the dashboard at once; by default, alarms.screens of dashboard.yml',
  },
];

export const DEFAULT_MEMORY_MB = 256;

const TIMES = billedTimesOf(DEFAULT_MEMORY_MB);

/** Settings whose values are not known for certain before the first bill, with their defaults. */
export const GUESSES: readonly Setting[] = [
  {
    name: 'readMs',
    option: 'read',
    quantity: MILLISECONDS,
    fallback: `${TIMES.readMs}ms`,
    meaning:
      'billed time of a warm call that reads its sources; the default is measured for the memory of dashboard.yml',
  },
  {
    name: 'hitMs',
    option: 'hit',
    quantity: MILLISECONDS,
    fallback: `${TIMES.hitMs}ms`,
    meaning: 'billed time of a call with a response from the cache, at most --read; the default is measured too',
  },
  {
    name: 'coldMs',
    option: 'cold',
    quantity: MILLISECONDS,
    fallback: `${TIMES.coldMs}ms`,
    meaning: 'billed time of a cold call with its INIT, at least --read; the default is measured too',
  },
  {
    name: 'tableMs',
    option: 'table',
    quantity: MILLISECONDS,
    fallback: '5ms',
    meaning: 'billed time of each call to the table of the shared cache',
  },
  {
    name: 'queryMs',
    option: 'query',
    quantity: MILLISECONDS,
    fallback: '2s',
    meaning: 'time of a query through Athena; each environment waits for it once in a slot',
  },
  {
    name: 'httpMs',
    option: 'http',
    quantity: MILLISECONDS,
    fallback: '300ms',
    meaning: 'time of a call over HTTP to a host of dashboard.yml; a function waits for it and pays the time',
  },
  {
    name: 'scanRate',
    option: 'scan',
    quantity: RATE,
    fallback: '130',
    meaning: 'MB of a file that a whole vCPU scans in a second; a function has memory / 1769 of a vCPU',
  },
  {
    name: 'fetchRate',
    option: 'fetch',
    quantity: RATE,
    fallback: '70',
    meaning: 'MB of a file that arrive from S3 in a second',
  },
  {
    name: 'bodyBytes',
    option: 'body',
    quantity: BYTES,
    fallback: '4KB',
    meaning:
      'size of one response with its headers; by default, that of each endpoint whose rows are in data/, and 4 KB of all others',
  },
  {
    name: 'logBytes',
    option: 'log',
    quantity: BYTES,
    fallback: '1124B',
    meaning:
      'size of the log lines of one call: those of the function, of Lambda itself and of the gateway; by default, those of each endpoint',
  },
  {
    name: 'resultBytes',
    option: 'result',
    quantity: BYTES,
    fallback: '8KB',
    meaning: 'size of the result of one SQL statement',
  },
  {
    name: 'environments',
    option: 'environments',
    quantity: COUNT,
    fallback: '1',
    meaning: 'minimum number of environments that Lambda keeps for each function',
  },
  {
    name: 'lifeSeconds',
    option: 'life',
    quantity: SECONDS,
    fallback: '2h',
    meaning: 'time after which Lambda replaces an environment, however busy it is',
  },
  {
    name: 'idleSeconds',
    option: 'idle',
    quantity: SECONDS,
    fallback: '5m',
    meaning: 'time after which Lambda removes an idle environment',
  },
  {
    name: 'acu',
    option: 'acu',
    quantity: CAPACITY,
    fallback: '0.5',
    meaning: 'capacity units of the stack’s own database while it is awake',
  },
];

export const SETTINGS: readonly Setting[] = [...TRAFFIC, ...GUESSES];
