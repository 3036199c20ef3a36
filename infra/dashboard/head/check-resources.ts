import { regionOfArn } from '../../../shared/config/sources.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import type { Fields } from '../folder/fields.ts';

/** Settings of the stack's own database. They are not allowed for a database that the dashboard names. */
const OWN_SETTINGS = ['subnets', 'securityGroup', 'engineVersion'];

/** The version that the templates are tested with: the minor version of 17 that AWS maintains for at least three years. */
export const DEFAULT_ENGINE_VERSION = '17.7';

/**
 * The first minor version of each major version that can pause at 0 capacity units and has the Data API. Every version
 * of a later major version has both. Aurora offers version 17 from 17.4 on.
 */
const FIRST_MINOR: Readonly<Record<string, number>> = { 13: 15, 14: 12, 15: 7, 16: 3, 17: 4 };
const FIRST_MAJOR = 13;

const misplaced = (database: Fields): readonly DefinitionProblem[] =>
  database.cluster === undefined
    ? []
    : OWN_SETTINGS.filter((key) => database[key] !== undefined).map((key) => ({
        path: ['database', key],
        part: 'key',
        message: `\`database.${key}\` is for a database that the stack makes, and \`database.cluster\` names one that you have`,
        hint: 'keep one of them',
      }));

const canPause = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= FIRST_MAJOR && minor >= (FIRST_MINOR[major] ?? 0);
};

const oldVersion = ({ engineVersion }: Fields): readonly DefinitionProblem[] => {
  if (typeof engineVersion !== 'string' || !/^\d+\.\d+$/.test(engineVersion) || canPause(engineVersion)) return [];
  const [major = ''] = engineVersion.split('.');
  const first = FIRST_MINOR[major];
  const later = first === undefined ? '' : `${major}.${first} or later, or `;
  const message = `Aurora PostgreSQL ${engineVersion} cannot pause at 0 capacity units, or is not on offer`;
  return [{ path: ['database', 'engineVersion'], message, hint: `write ${later}'${DEFAULT_ENGINE_VERSION}'` }];
};

/** Finds errors in `database` that the schema cannot express. */
export const checkDatabase = (database: unknown): readonly DefinitionProblem[] => {
  if (typeof database !== 'object' || database === null) return [];
  const fields = database as Fields;
  return [...misplaced(fields), ...oldVersion(fields)];
};

/** Defaults of `WallRate`. */
export const DEFAULT_SCREENS = 3;
export const DEFAULT_REFRESH_MS = 10_000;

/** The traffic of a wall that the alarms expect. */
interface WallRate {
  /** Screens that show the dashboard at once. */
  readonly screens: number;
  /** The time between two requests of a screen to an endpoint. */
  readonly refreshMs: number;
}

/** Returns the number of requests that a wall sends in a number of seconds. */
export const requestsOf = (endpoints: number, { screens, refreshMs }: WallRate, seconds: number): number =>
  (endpoints * screens * seconds * 1000) / refreshMs;

/** The receiver of the alarms, and the traffic that they expect. */
export interface AlarmSettings extends Partial<WallRate> {
  readonly email?: string;
}

const MIN_REFRESH_MS = 1000;

/** Finds errors in `watch` and `alarms` that the schema cannot express. */
export const checkWatch = ({ watch, alarms }: Fields): readonly DefinitionProblem[] => {
  if (alarms === undefined) return [];
  const { refresh } = Object(alarms) as Fields;
  const refreshMs = parseDuration(refresh);
  return [
    ...(watch === 'none'
      ? [
          {
            path: ['alarms'],
            part: 'key',
            message: 'with `watch: none` there are no alarms to send',
            hint: 'remove `alarms`, or write `watch: basic`',
          } as const,
        ]
      : []),
    ...(refreshMs !== undefined && refreshMs < MIN_REFRESH_MS
      ? [
          {
            path: ['alarms', 'refresh'],
            message: `\`alarms.refresh\` cannot be ${refresh}`,
            hint: 'write how often a screen requests each endpoint: 1s or longer',
          },
        ]
      : []),
  ];
};

/** Returns a valid `alarms` with its durations in milliseconds. */
export const compileAlarms = (alarms: unknown): AlarmSettings => {
  const { refresh, ...rest } = Object(alarms) as Fields;
  const refreshMs = parseDuration(refresh);
  return { ...(rest as AlarmSettings), ...(refreshMs !== undefined && { refreshMs }) };
};

/** Warns of each part of the named database that is in another region than the dashboard. */
export const regionWarnings = (file: Readonly<Record<string, unknown>>): readonly DefinitionProblem[] => {
  const { region, database } = file;
  if (typeof region !== 'string') return [];
  const { cluster, secret } = Object(database) as { readonly cluster?: unknown; readonly secret?: unknown };
  return Object.entries({ cluster, secret }).flatMap(([key, arn]): readonly DefinitionProblem[] => {
    const other = typeof arn === 'string' ? regionOfArn(arn) : undefined;
    if (other === undefined || other === region) return [];
    return [
      {
        path: ['database', key],
        severity: 'warning',
        message: `\`database.${key}\` is in ${other}, and the dashboard in ${region}: every query crosses regions`,
        hint: `deploy the dashboard in ${other}, or name a database of ${region}`,
      },
    ];
  });
};

/** The user's own domain for the URLs of a dashboard. */
export interface DomainSettings {
  readonly name: string;
  /** The ARN of the domain's certificate in ACM. */
  readonly certificate: string;
  /** The ID of the domain's zone in Route 53. Without it, the user creates the DNS record. */
  readonly hostedZone?: string;
  /** Says if the address of API Gateway still serves requests. Default: `open`. */
  readonly defaultAddress?: 'open' | 'closed';
  /** The only stage with this domain. Default: every stage. */
  readonly stage?: string;
}

const CERTIFICATE = /^arn:aws[a-z-]*:acm:([a-z0-9-]+):/;

/**
 * Returns the reason why an API cannot use a certificate: a regional API accepts only a certificate of its own region.
 */
export const certificateRefusal = (certificate: string, region: string): string | undefined => {
  const own = CERTIFICATE.exec(certificate)?.[1];
  return own === undefined || own === region
    ? undefined
    : `\`domain.certificate\` is in ${own}, and the API in ${region}: an API only accepts a certificate of its own region`;
};

/** Finds errors in `domain` that the schema cannot express. */
export const checkDomain = ({ domain, region }: Fields): readonly DefinitionProblem[] => {
  const { certificate } = Object(domain) as Fields;
  if (typeof certificate !== 'string' || typeof region !== 'string') return [];
  const message = certificateRefusal(certificate, region);
  if (message === undefined) return [];
  return [{ path: ['domain', 'certificate'], message, hint: `request the certificate in ${region}` }];
};

/** Warns of a domain that every stage would claim, because only one stack can have it. */
export const checkDomainStage = ({ domain }: Fields): readonly DefinitionProblem[] => {
  const { name, stage } = Object(domain) as Fields;
  if (typeof name !== 'string' || stage !== undefined) return [];
  const message = 'without `stage`, every stage claims the domain, and the second deployment fails';
  return [{ path: ['domain'], severity: 'warning', message, hint: 'add `stage`, such as stage: prod' }];
};
