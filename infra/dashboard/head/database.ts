import { regionOfArn, type SqlSource } from '../../../shared/config/sources.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { bucketNotes } from '../sources/locate-object.ts';
import { noteAccount } from './accounts.ts';
import { auroraZone } from './aurora-zones.ts';
import type { DashboardHead, OwnDatabase } from './dashboard-head.ts';
import { DEFAULT_ENGINE_VERSION, engineVersionProblems } from './engine-version.ts';
import type { HeadKey } from './head-key.ts';
import { zoneProblems } from './names.ts';

/** Not allowed for a database that the dashboard names. */
const OWN_SETTINGS = ['subnets', 'securityGroup', 'engineVersion'];

const misplaced = (database: Fields): readonly DefinitionProblem[] =>
  database.cluster === undefined
    ? []
    : OWN_SETTINGS.filter((key) => database[key] !== undefined).map((key) => ({
        path: ['database', key],
        part: 'key',
        message: `\`database.${key}\` is for a database that the stack makes, and \`database.cluster\` names one that you have`,
        hint: 'keep one of them',
      }));

/** Warns of a zone that the sessions of the stack's own Aurora MySQL cannot have. */
const zoneOfOwnCluster = ({ engine, timezone, cluster }: Fields): readonly DefinitionProblem[] => {
  const path = ['database', 'timezone'];
  if (engine !== 'mysql' || cluster !== undefined || typeof timezone !== 'string') return [];
  if (auroraZone(timezone) !== undefined || zoneProblems(timezone, path).length > 0) return [];
  return [
    {
      path,
      severity: 'warning',
      message: say`Aurora MySQL has no zone ${timezone} for its sessions: now() and columns of TIMESTAMP are in UTC there`,
      hint: 'keep times in columns of DATETIME, or leave `database.timezone` out',
    },
  ];
};

const regionWarnings = (database: unknown, { region }: Fields): readonly DefinitionProblem[] => {
  if (typeof region !== 'string') return [];
  const { cluster, secret } = asFields(database);
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

interface WrittenDatabase {
  readonly engine?: 'postgresql' | NonNullable<SqlSource['engine']>;
  readonly timezone?: string;
  readonly local?: string;
}

const LOCAL = 'env:';

const dialectOf = ({ engine, timezone = 'UTC' }: WrittenDatabase) => ({
  ...(engine === 'mysql' && { engine }),
  ...(timezone !== 'UTC' && { timezone }),
});

const splitDatabase = (written: unknown): Partial<DashboardHead> => {
  const { engine, timezone, local, ...database } = written as WrittenDatabase;
  const dialect = dialectOf({ engine, timezone } as WrittenDatabase);
  return {
    ...(Object.hasOwn(database, 'cluster')
      ? { database: database as NonNullable<DashboardHead['database']> }
      : { ownDatabase: database as OwnDatabase }),
    ...(Object.keys(dialect).length > 0 && { dialect }),
    ...(local !== undefined && { localDatabase: local.slice(LOCAL.length) }),
  };
};

export const database: HeadKey = {
  group: 'Sources',
  schema: {
    title: 'The database of the SQL endpoints',
    description:
      'a map of `cluster`, `secret` and `name` for a database that you have, or of `subnets`, `securityGroup` and `engineVersion` for the one that the stack makes; `engine: mysql` says that it is Aurora MySQL',
    examples: [
      { engineVersion: DEFAULT_ENGINE_VERSION },
      {
        cluster: 'arn:aws:rds:eu-west-1:123456789012:cluster:sales',
        secret: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:sales-reader-1a2b3c',
        name: 'sales',
      },
      { subnets: ['subnet-0a1b2c3d', 'subnet-4e5f6a7b'], securityGroup: 'sg-0a1b2c3d' },
      { engine: 'mysql' },
    ],
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      engine: {
        description: 'mysql for Aurora MySQL, or postgresql for Aurora PostgreSQL',
        examples: ['mysql'],
        default: 'postgresql',
        type: 'string',
        pattern: '^(mysql|postgresql)$',
      },
      timezone: {
        description:
          'the IANA zone in which the database keeps times without an offset, such as Asia/Shanghai; :from and :to are sent in this zone',
        examples: ['Asia/Shanghai'],
        default: 'UTC',
        type: 'string',
        minLength: 1,
      },
      local: {
        description:
          'env: and the name of a variable with the URL of a database that check and start query, such as env:SALES_URL for mysql://user:password@127.0.0.1:3306/sales',
        examples: ['env:SALES_URL'],
        type: 'string',
        pattern: '^env:[A-Za-z_][A-Za-z0-9_]*$',
      },
      cluster: {
        description: 'the ARN of an Aurora cluster: arn:aws:rds:<region>:<account>:cluster:<name>',
        examples: ['arn:aws:rds:eu-west-1:123456789012:cluster:sales'],
        type: 'string',
        pattern: '^arn:aws[a-z-]*:rds:[a-z0-9-]+:[0-9]{12}:cluster:[A-Za-z0-9-]+$',
      },
      secret: {
        description:
          'the ARN of a secret: arn:aws:secretsmanager:<region>:<account>:secret:<name>; the password itself stays there',
        examples: ['arn:aws:secretsmanager:eu-west-1:123456789012:secret:sales-reader-1a2b3c'],
        type: 'string',
        pattern: '^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:[A-Za-z0-9/_+=.@!-]+$',
      },
      name: {
        description: 'the name of a database in the cluster',
        examples: ['sales'],
        type: 'string',
        minLength: 1,
        maxLength: 63,
      },
      subnets: {
        description:
          'a list of at least two subnets of one VPC, in different Availability Zones, such as [subnet-0a1b2c3d, subnet-4e5f6a7b]; the stack then makes no VPC',
        examples: [['subnet-0a1b2c3d', 'subnet-4e5f6a7b', 'subnet-8c9d0e1f']],
        type: 'array',
        minItems: 2,
        uniqueItems: true,
        items: {
          description: 'the ID of a subnet, such as subnet-0a1b2c3d',
          type: 'string',
          pattern: '^subnet-([0-9a-f]{8}|[0-9a-f]{17})$',
        },
      },
      securityGroup: {
        description:
          'the ID of a security group of the same VPC, such as sg-0a1b2c3d; it needs no rules, as the Data API uses no network of yours',
        examples: ['sg-0a1b2c3d'],
        type: 'string',
        pattern: '^sg-([0-9a-f]{8}|[0-9a-f]{17})$',
      },
      engineVersion: {
        description:
          "a version of Aurora PostgreSQL in quotes, major and minor, such as '17.7', which has long-term support, or a version of Aurora MySQL from 3.08 on",
        examples: ['17.7'],
        default: DEFAULT_ENGINE_VERSION,
        type: 'string',
        pattern: '^([1-9][0-9]\\.[1-9][0-9]?|8\\.[0-9]\\.mysql_aurora\\.[1-9]\\.[0-9]{2}\\.[0-9]{1,2})$',
      },
    },
    dependentRequired: {
      cluster: ['secret', 'name'],
      secret: ['cluster', 'name'],
      name: ['cluster', 'secret'],
      subnets: ['securityGroup'],
      securityGroup: ['subnets'],
    },
  },
  without: 'a database that the stack makes, if an endpoint has `sql`',
  stops: true,
  check: (database, file) => [
    ...misplaced(asFields(database)),
    ...engineVersionProblems(asFields(database)),
    ...zoneOfOwnCluster(asFields(database)),
    ...zoneProblems(asFields(database).timezone, ['database', 'timezone']),
    ...regionWarnings(database, file),
    ...noteAccount('database', file),
  ],
  compile: splitDatabase,
};

export const bucket: HeadKey = {
  group: 'Sources',
  schema: {
    title: 'A bucket of yours for the files of data/',
    description: 'the name of an S3 bucket: 3 to 63 of a-z, 0-9, dots and hyphens',
    examples: ['ops-room-data'],
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
  },
  without: 'a bucket that the stack makes',
  instead: () => 'the stack’s own bucket',
  check: (bucket) => (typeof bucket === 'string' ? bucketNotes(bucket, ['bucket']) : []),
  compile: (bucket) => ({ bucket: bucket as string }),
};
