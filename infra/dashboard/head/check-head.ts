import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { Watch } from '../../../shared/config/dashboard-config.ts';
import type { SqlSource } from '../../../shared/config/sources.ts';
import { checkClient } from '../clients/read-client.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields } from '../folder/fields.ts';
import { describeValue } from '../folder/name-words.ts';
import { KINDS } from '../registry/kinds.ts';
import { checkApiKey } from './access.ts';
import { checkCache, checkRefresh } from './check-cache.ts';
import {
  type AlarmSettings,
  checkDatabase,
  checkDomain,
  checkDomainStage,
  checkWatch,
  compileAlarms,
  type DomainSettings,
  regionWarnings,
} from './check-resources.ts';
import { checkWall, compileWall } from './check-wall.ts';
import { checkHours, compileHours, type OpenTime } from './opening-hours.ts';
import { checkRegion } from './region.ts';
import type { WallSettings } from './wall-settings.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The tags of every stack, by which commands recognise it. */
const OWN_TAGS: ReadonlySet<string> = new Set(['dashboard', 'stage']);

const tagProblem = (key: string): string | undefined => {
  if (OWN_TAGS.has(key)) return `\`tags\` cannot have '${key}', which every stack has already`;
  return /^aws:/i.test(key)
    ? `\`tags\` cannot have '${key}': AWS keeps tags that begin with aws: for itself`
    : undefined;
};

/** Finds tags whose keys AWS or Wallfeed reserves. */
const checkTags = ({ tags }: Fields): readonly DefinitionProblem[] =>
  Object.keys(asFields(tags)).flatMap((key) => {
    const message = tagProblem(key);
    return message === undefined
      ? []
      : [{ path: ['tags', key], part: 'key' as const, message, hint: 'choose another key' }];
  });

/** Settings of the database that the stack makes. */
export interface OwnDatabase {
  /** IDs of subnets that exist; without them the stack makes a VPC. */
  readonly subnets?: readonly string[];
  readonly securityGroup?: string;
  readonly engineVersion?: string;
  /**
   * The snapshot from which the database was or will be restored. There is no key for it in dashboard.yml, because it
   * belongs to one stage: `npm run deploy` finds it.
   */
  readonly snapshot?: string;
}

/** Settings of the roles of a stack. */
export interface RoleSettings {
  /** The ARN of a policy that limits every role, or the name of one in the account of the stack. */
  readonly boundary?: string;
  /** The path of every role, with a slash at both ends. */
  readonly path?: string;
}

/** Access log of the gateway: a line for each request, or no log. */
export type AccessLog = 'full' | 'none';

/** The settings of the whole dashboard, with defaults. Durations are in milliseconds. */
export interface DashboardHead {
  /** Slug of the dashboard. */
  readonly name: string;
  readonly timezone: string;
  readonly region?: string;
  readonly origins: readonly string[];
  /** Memory of a function in MB. */
  readonly memory: number;
  /** The number of environments reserved for each function. */
  readonly concurrency?: number;
  /** The timeout of a function. */
  readonly timeout: number;
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly bucket?: string;
  readonly database?: NonNullable<SqlSource['database']>;
  /** Settings of the stack's own database, if the dashboard names no database. */
  readonly ownDatabase?: OwnDatabase;
  /** When the wall is open, in the dashboard's timezone. Default: always. */
  readonly hours?: readonly OpenTime[];
  /** The ARNs of the user's own KMS keys, which encrypt the tokens, the named bucket or the named secret. */
  readonly key?: string | readonly string[];
  /** The account of the stack: one for all stages, or one by stage. */
  readonly account?: string | Readonly<Record<string, string>>;
  /** The user's own tags of the stack and its resources. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Settings of the roles that a stack makes, as companies ask for them. */
  readonly roles?: RoleSettings;
  /** The bucket for packages. Default: a bucket that Wallfeed creates in each account and region. */
  readonly codeBucket?: string;
  readonly watch: Watch;
  readonly accessLog: AccessLog;
  /** The log of a function: a line for each request, or one line a minute for all hits of an endpoint. */
  readonly log: 'full' | 'summary';
  /** Minimum number of days for which log lines are kept. */
  readonly logDays?: number;
  readonly domain?: DomainSettings;
  readonly alarms?: AlarmSettings;
  readonly budget?: { readonly amount: number; readonly email: string };
  readonly wall?: WallSettings;
}

const DEFAULTS = {
  name: '',
  timezone: 'UTC',
  origins: ['*'],
  memory: 256,
  timeout: 10_000,
  throttle: { rate: 50, burst: 100 },
  watch: 'basic',
  accessLog: 'full',
  log: 'full',
} satisfies DashboardHead;

const SECOND_MS = 1000;
const MIN_TIMEOUT_S = 3;
const MAX_TIMEOUT_S = 29;
const MAX_DEADLINE_MS = 8000;
const DEADLINE_MARGIN_MS = 2000;

/** Returns the timeout of one call to a source, in milliseconds: 8s, or 2s below the function's timeout if that is less. */
export const deadlineOf = ({ timeout }: Pick<DashboardHead, 'timeout'>): number =>
  Math.min(MAX_DEADLINE_MS, timeout - DEADLINE_MARGIN_MS);

/** True if the name is an IANA zone. Offsets such as +01:00 are refused, because an offset has no summer time. */
const isZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Names of China's time that are no IANA zones. */
const CHINA_TIME =
  /^(?:asia\/(?:beijing|shenzhen|guangzhou|hangzhou|chengdu)|(?:北京|上海|中国)(?:标准)?(?:时间)?|(?:utc|gmt)\s*\+0?8(?::?00)?|cst)$/i;

/** Returns the zone to write in place of an unknown one. */
const hintOfZone = (zone: string): string => {
  if (CHINA_TIME.test(zone.normalize('NFKC').trim())) return 'write Asia/Shanghai';
  const [near] = nearestNames(zone, [...Intl.supportedValuesOf('timeZone'), 'UTC'], 1);
  return near === undefined ? 'write an IANA zone, such as Asia/Shanghai' : `did you mean ${near}?`;
};

const zoneProblems = (zone: unknown): readonly DefinitionProblem[] => {
  if (typeof zone !== 'string' || zone === '' || isZone(zone)) return [];
  return [{ path: ['timezone'], message: `unknown \`timezone\` ${describeValue(zone)}`, hint: hintOfZone(zone) }];
};

const timeoutProblems = (text: unknown): readonly DefinitionProblem[] => {
  const timeout = parseDuration(text);
  if (timeout === undefined) return [];
  const isValid =
    timeout % SECOND_MS === 0 && timeout >= MIN_TIMEOUT_S * SECOND_MS && timeout <= MAX_TIMEOUT_S * SECOND_MS;
  const hint = `write whole seconds from ${MIN_TIMEOUT_S}s to ${MAX_TIMEOUT_S}s: a source gets 2s less, the gateway waits 30s`;
  return isValid ? [] : [{ path: ['timeout'], message: `\`timeout\` cannot be ${describeValue(text)}`, hint }];
};

/** Checks the dashboard's own keys for problems that the schema cannot find. */
export const checkHead = (file: Readonly<Record<string, unknown>>): readonly DefinitionProblem[] => [
  ...zoneProblems(file.timezone),
  ...timeoutProblems(file.timeout),
  ...checkCache(file.cache, []),
  ...checkApiKey(file.apiKey, ['apiKey']),
  ...checkClient(file.client, ['client'], file.origins),
  ...checkRefresh(file.refresh, []),
  ...checkDatabase(file.database),
  ...KINDS.flatMap(({ name, checkTop }) => checkTop?.(asFields(file[name]), [name]) ?? []),
  ...checkHours(file),
  ...checkWatch(file),
  ...checkDomain(file),
  ...checkDomainStage(file),
  ...checkTags(file),
  ...checkWall(file),
  ...checkRegion(file),
  ...regionWarnings(file),
];

/** Separates a database that the user names from the settings of the stack's own database. */
const splitDatabase = (database: unknown): Readonly<Record<string, unknown>> => {
  if (typeof database !== 'object' || database === null) return {};
  return 'cluster' in database ? { database } : { ownDatabase: database };
};

/** Keys whose values are used as they are. */
const PLAIN_KEYS =
  'dashboard timezone region origins memory concurrency throttle bucket key budget watch accessLog log logDays domain account tags roles codeBucket'.split(
    ' ',
  );

/** Returns the dashboard's own settings. Invalid keys fall back to defaults; `origins` falls back to none. */
export const compileHead = (
  file: Readonly<Record<string, unknown>>,
  problems: readonly DefinitionProblem[],
): DashboardHead => {
  const faulty = new Set(problems.map(({ path }) => path[0]));
  const databases = faulty.has('database') ? {} : splitDatabase(file.database);
  const given = { ...Object.fromEntries(PLAIN_KEYS.map((key) => [key, file[key]])), ...databases };
  const valid = Object.entries(given).filter(([key, value]) => value !== undefined && !faulty.has(key));
  const { dashboard: name = DEFAULTS.name, ...rest } = Object.fromEntries(valid) as Partial<DashboardHead> & {
    dashboard?: string;
  };
  const duration = faulty.has('timeout') ? undefined : parseDuration(file.timeout);
  const hours = file.hours === undefined || faulty.has('hours') ? {} : { hours: compileHours(file.hours) };
  const alarms = file.alarms === undefined || faulty.has('alarms') ? {} : { alarms: compileAlarms(file.alarms) };
  const wall = file.wall === undefined || faulty.has('wall') ? {} : { wall: compileWall(file.wall) };
  const nobody = faulty.has('origins') ? { origins: [] } : {};
  return {
    ...DEFAULTS,
    ...nobody,
    ...hours,
    ...alarms,
    ...wall,
    ...rest,
    name,
    ...(duration !== undefined && { timeout: duration }),
  };
};
