import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import type { SqlSource, Watch } from '../../shared/config/dashboard-config.ts';
import { checkCache } from './check-cache.ts';
import { checkDatabase } from './check-database.ts';
import { checkDomain, type DomainSettings } from './check-domain.ts';
import { checkHours, compileHours } from './check-hours.ts';
import { regionWarnings } from './check-region.ts';
import { type AlarmSettings, checkWatch, compileAlarms } from './check-watch.ts';
import type { DefinitionProblem } from './definition-problem.ts';
import { describeValue } from './describe-value.ts';
import { parseDuration } from './duration.ts';
import type { OpenTime } from './opening-hours.ts';

/** Settings of the database that the stack makes. */
export interface OwnDatabase {
  /** IDs of subnets that exist; without them the stack makes a VPC. */
  readonly subnets?: readonly string[];
  readonly securityGroup?: string;
  readonly engineVersion?: string;
  /**
   * The snapshot that the database was restored from, or is about to be. No key of dashboard.yml: it belongs to one stage,
   * and `npm run deploy` finds it.
   */
  readonly snapshot?: string;
}

/** What dashboard.yml says of the whole dashboard, with what holds where it says nothing. Durations are milliseconds. */
export interface DashboardHead {
  /** The slug. */
  readonly name: string;
  readonly timezone: string;
  readonly region?: string;
  readonly origins: readonly string[];
  /** MB. */
  readonly memory: number;
  /** How many environments each function has at once, reserved for it. */
  readonly concurrency?: number;
  /** Of a function. */
  readonly timeout: number;
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly bucket?: string;
  readonly database?: NonNullable<SqlSource['database']>;
  /** How the stack makes its own database, where the dashboard names none. */
  readonly ownDatabase?: OwnDatabase;
  /** When the wall is open, by the dashboard's timezone. Left out: always. */
  readonly hours?: readonly OpenTime[];
  /** The ARN of a KMS key of one's own, which the tokens, the named bucket or the named secret are encrypted by. */
  readonly key?: string;
  readonly watch: Watch;
  readonly domain?: DomainSettings;
  readonly alarms?: AlarmSettings;
  readonly budget?: { readonly amount: number; readonly email: string };
}

const DEFAULTS = {
  name: '',
  timezone: 'UTC',
  origins: ['*'],
  memory: 256,
  timeout: 10_000,
  throttle: { rate: 50, burst: 100 },
  watch: 'basic',
} satisfies DashboardHead;

const SECOND = 1000;
const SHORTEST = 3;
const LONGEST = 29;
const MAX_DEADLINE = 8000;
const MARGIN = 2000;

/** How long one call to a source may take, in milliseconds: 8s or, if less, 2s below the function's own time-out. */
export const deadlineOf = ({ timeout }: Pick<DashboardHead, 'timeout'>): number =>
  Math.min(MAX_DEADLINE, timeout - MARGIN);

/** Offsets pass as zones elsewhere, but they know no summer time. */
const isZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const zoneProblems = (zone: unknown): readonly DefinitionProblem[] => {
  if (typeof zone !== 'string' || zone === '' || isZone(zone)) return [];
  const near = nearestNames(zone, [...Intl.supportedValuesOf('timeZone'), 'UTC'], 1);
  const hint = near.length > 0 ? `did you mean ${near[0]}?` : 'write an IANA zone, such as Asia/Shanghai';
  return [{ path: ['timezone'], message: `unknown timezone ${describeValue(zone)}`, hint }];
};

const timeoutProblems = (text: unknown): readonly DefinitionProblem[] => {
  const timeout = parseDuration(text);
  if (timeout === undefined) return [];
  const isRight = timeout % SECOND === 0 && timeout >= SHORTEST * SECOND && timeout <= LONGEST * SECOND;
  const hint = `write whole seconds from ${SHORTEST}s to ${LONGEST}s: a source gets 2s less, the gateway waits 30s`;
  return isRight ? [] : [{ path: ['timeout'], message: `timeout cannot be ${describeValue(text)}`, hint }];
};

/** What the schema cannot say of a dashboard's own keys. */
export const checkHead = (file: Readonly<Record<string, unknown>>): readonly DefinitionProblem[] => [
  ...zoneProblems(file.timezone),
  ...timeoutProblems(file.timeout),
  ...checkCache(file.cache, []),
  ...checkDatabase(file.database),
  ...checkHours(file),
  ...checkWatch(file),
  ...checkDomain(file),
  ...regionWarnings(file),
];

/** A map under `database` either names a database or says how the stack makes its own. */
const splitDatabase = (database: unknown): Readonly<Record<string, unknown>> => {
  if (typeof database !== 'object' || database === null) return {};
  return 'cluster' in database ? { database } : { ownDatabase: database };
};

/** Keys whose values need no compiling. */
const TAKEN_AS_GIVEN =
  'dashboard timezone region origins memory concurrency throttle bucket key budget watch domain'.split(' ');

/** The dashboard's own keys; in place of faulty ones what holds without them, but of origins nobody. */
export const compileHead = (
  file: Readonly<Record<string, unknown>>,
  problems: readonly DefinitionProblem[],
): DashboardHead => {
  const faulty = new Set(problems.map(({ path }) => path[0]));
  const databases = faulty.has('database') ? {} : splitDatabase(file.database);
  const given = { ...Object.fromEntries(TAKEN_AS_GIVEN.map((key) => [key, file[key]])), ...databases };
  const right = Object.entries(given).filter(([key, value]) => value !== undefined && !faulty.has(key));
  const { dashboard: name = DEFAULTS.name, ...rest } = Object.fromEntries(right) as Partial<DashboardHead> & {
    dashboard?: string;
  };
  const duration = faulty.has('timeout') ? undefined : parseDuration(file.timeout);
  const hours = file.hours === undefined || faulty.has('hours') ? {} : { hours: compileHours(file.hours) };
  const alarms = file.alarms === undefined || faulty.has('alarms') ? {} : { alarms: compileAlarms(file.alarms) };
  const nobody = faulty.has('origins') ? { origins: [] } : {};
  return {
    ...DEFAULTS,
    ...nobody,
    ...hours,
    ...alarms,
    ...rest,
    name,
    ...(duration !== undefined && { timeout: duration }),
  };
};
