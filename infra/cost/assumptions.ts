import type { Watch } from '../../shared/config/dashboard-config.ts';
import type { AccessLog } from '../dashboard/check-head.ts';
import { DEFAULT_REFRESH_MS, DEFAULT_SCREENS } from '../dashboard/wall-rate.ts';
import { billedTimesOf } from './measured-times.ts';
import { BYTES, CAPACITY, COUNT, MILLISECONDS, type Quantity, RATE, SECONDS } from './quantity.ts';

/** The input of an estimate besides the dashboard and the prices. 1 KB is 1,000 bytes, and 1 GB is 1,000,000,000 bytes. */
export interface Assumptions {
  readonly screens: number;
  readonly refreshSeconds: number;
  readonly hoursADay: number;
  readonly daysAMonth: number;
  /** Memory of a function in MB, from the dashboard file. */
  readonly memoryMb: number;
  /** Level of monitoring, from the dashboard file. */
  readonly watch: Watch;
  /** True if dashboard.yml names opening hours. */
  readonly hasHours: boolean;
  /** Access log of the gateway, from the dashboard file. */
  readonly accessLog: AccessLog;
  /** Number of hosted zones that the dashboard's domain uses. */
  readonly zones: number;
  readonly readMs: number;
  readonly hitMs: number;
  readonly coldMs: number;
  readonly tableMs: number;
  /** Time from the start of a query through Athena to its result. */
  readonly queryMs: number;
  /** MB of a file that a whole vCPU scans in a second. */
  readonly scanRate: number;
  /** MB of a file that arrive from S3 in a second. */
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
  /** Time before the wall opens at which a schedule wakes the database; 0 without opening hours. */
  readonly wakeSeconds: number;
}

/** Assumptions that the dashboard file sets. */
export type FromFile = 'memoryMb' | 'watch' | 'wakeSeconds' | 'hasHours' | 'accessLog' | 'zones';

/** Assumptions that the dashboard file does not contain. */
export type Settings = Omit<Assumptions, FromFile>;

/** An assumption with an option of the command. */
export interface Setting {
  readonly name: Exclude<keyof Assumptions, FromFile | 'hoursADay' | 'daysAMonth' | 'pauseSeconds'>;
  readonly option: string;
  readonly quantity: Quantity;
  readonly fallback: string;
  readonly meaning: string;
}

/** Settings for the use of the dashboard. */
export const TRAFFIC: readonly Setting[] = [
  {
    name: 'refreshSeconds',
    option: 'refresh',
    quantity: SECONDS,
    fallback: `${DEFAULT_REFRESH_MS / 1000}s`,
    meaning: 'how often a screen asks each endpoint',
  },
  {
    name: 'screens',
    option: 'screens',
    quantity: COUNT,
    fallback: String(DEFAULT_SCREENS),
    meaning: 'screens that show the dashboard at once',
  },
];

/** Default memory of a function in MB. */
export const DEFAULT_MEMORY_MB = 256;

const TIMES = billedTimesOf(DEFAULT_MEMORY_MB);

/** Settings whose values are not known for certain before the first bill, with their defaults. */
export const GUESSES: readonly Setting[] = [
  {
    name: 'readMs',
    option: 'read',
    quantity: MILLISECONDS,
    fallback: `${TIMES.readMs}ms`,
    meaning: 'time billed for a warm call that asks its sources; by default as measured for the memory, here 256 MB',
  },
  {
    name: 'hitMs',
    option: 'hit',
    quantity: MILLISECONDS,
    fallback: `${TIMES.hitMs}ms`,
    meaning: 'time billed for a call that the cache answers, at most --read; likewise',
  },
  {
    name: 'coldMs',
    option: 'cold',
    quantity: MILLISECONDS,
    fallback: `${TIMES.coldMs}ms`,
    meaning: 'time billed for a cold call, its INIT included, at least --read; likewise',
  },
  {
    name: 'tableMs',
    option: 'table',
    quantity: MILLISECONDS,
    fallback: '5ms',
    meaning: 'time billed for each call to the table of the shared cache',
  },
  {
    name: 'queryMs',
    option: 'query',
    quantity: MILLISECONDS,
    fallback: '2s',
    meaning: 'time that a query through Athena takes, for which each environment waits once in a slot',
  },
  {
    name: 'scanRate',
    option: 'scan',
    quantity: RATE,
    fallback: '130',
    meaning: 'MB of a file that a whole vCPU scans in a second; a function has memory / 1769 MB of one',
  },
  { name: 'fetchRate', option: 'fetch', quantity: RATE, fallback: '70', meaning: 'MB that arrive from S3 in a second' },
  { name: 'bodyBytes', option: 'body', quantity: BYTES, fallback: '4KB', meaning: 'one response, with its headers' },
  {
    name: 'logBytes',
    option: 'log',
    quantity: BYTES,
    fallback: '1KB',
    meaning: 'all that one call adds to the logs of the function, of Lambda itself and of the gateway',
  },
  {
    name: 'resultBytes',
    option: 'result',
    quantity: BYTES,
    fallback: '8KB',
    meaning: 'the result of one SQL statement',
  },
  {
    name: 'environments',
    option: 'environments',
    quantity: COUNT,
    fallback: '1',
    meaning: 'environments that Lambda keeps for each function, at least',
  },
  {
    name: 'lifeSeconds',
    option: 'life',
    quantity: SECONDS,
    fallback: '2h',
    meaning: 'after which Lambda replaces an environment, however busy',
  },
  {
    name: 'idleSeconds',
    option: 'idle',
    quantity: SECONDS,
    fallback: '5m',
    meaning: 'after which Lambda takes an idle environment away',
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
