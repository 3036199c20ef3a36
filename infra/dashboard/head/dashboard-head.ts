import type { Watch } from '../../../shared/config/dashboard-config.ts';
import type { Language, OpenTime } from '../../../shared/config/promises.ts';
import type { SqlDialect, SqlSource } from '../../../shared/config/sources.ts';
import type { WallSettings } from './wall-settings.ts';

export interface OwnDatabase {
  /** IDs of subnets. Without them, the stack makes a VPC. */
  readonly subnets?: readonly string[];
  readonly securityGroup?: string;
  readonly engineVersion?: string;
  /** A snapshot belongs to one stage, so it is no key of dashboard.yml: `npm run deploy` finds it. */
  readonly snapshot?: string;
}

export interface RoleSettings {
  /** The ARN of a policy that limits every role, or the name of one in the account of the stack. */
  readonly boundary?: string;
  /** The path of every role, with a slash at both ends. */
  readonly path?: string;
  /** The ARN or the name of a role for the functions. Default: the stack makes a role for each function. */
  readonly function?: string;
  /** The ARN of the role by which CloudFormation makes the stack. Default: it uses the permissions of the user. */
  readonly deploy?: string;
}

/** The subnets and security groups belong to one VPC. */
export interface VpcSettings {
  readonly subnets: readonly string[];
  readonly securityGroups: readonly string[];
}

/** Access log of the gateway: a line for each request, or no log. */
export type AccessLog = 'full' | 'none';

export interface DomainSettings {
  readonly name: string;
  /** The ARN of the domain's certificate in ACM. Without it, the domain exists already. */
  readonly certificate?: string;
  /** The path below which the domain serves this dashboard, such as /walls/a. Default: the whole domain. */
  readonly path?: string;
  /** The ID of the zone in Route 53. Without it, the user creates the DNS record. */
  readonly hostedZone?: string;
  /** Says if the address of API Gateway still serves requests. Default: `open`. */
  readonly defaultAddress?: 'open' | 'closed';
  /** The only stage with this domain. Default: every stage. */
  readonly stage?: string;
}

/** The traffic of a wall that the alarms expect. */
export interface WallRate {
  /** Number of screens that show the dashboard at once. */
  readonly screens: number;
  /** The time between two requests of a screen to an endpoint. */
  readonly refreshMs: number;
}

export type WebhookForm = 'dingtalk' | 'feishu' | 'wecom' | 'slack' | 'teams' | 'json';

export interface AlarmSettings extends Partial<WallRate> {
  readonly email?: string;
  /** An ARN. */
  readonly topic?: string;
  /** The parameter with the address of a webhook, and the form of its messages. */
  readonly webhook?: { readonly place: string; readonly form: WebhookForm };
  /** How long no component asks, while the wall is open, before an alarm rings. */
  readonly silenceMs?: number;
}

/** Durations are in milliseconds. Defaults are filled in. */
export interface DashboardHead {
  /** A slug. */
  readonly name: string;
  readonly timezone: string;
  readonly region?: string;
  readonly origins: readonly string[];
  /** MB */
  readonly memory: number;
  /** Number of environments of each function. */
  readonly concurrency?: number;
  readonly timeout: number;
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly bucket?: string;
  readonly database?: NonNullable<SqlSource['database']>;
  readonly dialect?: SqlDialect;
  /** The environment variable with the URL of the database that `check` and `start` use. */
  readonly localDatabase?: string;
  /** Present only if the dashboard names no database. */
  readonly ownDatabase?: OwnDatabase;
  /** When the wall is open, in the dashboard's timezone. Default: always. */
  readonly hours?: readonly OpenTime[];
  /** ARNs. The keys encrypt the tokens, the named bucket or the named secret. */
  readonly key?: string | readonly string[];
  /** The ARN of the user's own KMS key that encrypts what the stack stores. Default: AWS's own keys. */
  readonly storeKey?: string;
  /** The account of the stack: one for all stages, or one by stage. */
  readonly account?: string | Readonly<Record<string, string>>;
  readonly tags?: Readonly<Record<string, string>>;
  readonly roles?: RoleSettings;
  /** Default: no VPC. */
  readonly vpc?: VpcSettings;
  /** The bucket for packages. Default: a bucket that Wallfeed creates in each account and region. */
  readonly codeBucket?: string;
  readonly watch: Watch;
  readonly accessLog: AccessLog;
  /** The log of a function: a line for each request, or one line a minute for all hits of an endpoint. */
  readonly log: 'full' | 'summary';
  readonly logDays?: number;
  readonly domain?: DomainSettings;
  readonly alarms?: AlarmSettings;
  readonly budget?: { readonly amount: number; readonly email: string };
  readonly wall?: WallSettings;
  /** English if absent. */
  readonly language?: Language;
}
