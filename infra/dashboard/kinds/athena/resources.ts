import type { DatasetConfig } from '../../../../shared/config/sources.ts';
import { type AthenaSource, isAthena } from '../../../../shared/kinds/athena/athena-query.ts';
import { policyKey } from '../../sources/locate-object.ts';
import {
  allow,
  foreignBucketArn,
  join,
  listBucket,
  type Permission,
  type Resource,
  type Value,
} from '../permission.ts';
import type { KindStack, LoadedDataset } from '../source-kind.ts';
import { MIN_SCAN_BYTES } from './check-athena.ts';

export interface LakeDataset extends LoadedDataset {
  readonly config: Omit<DatasetConfig, 'source'> & { readonly source: AthenaSource };
  /** Bytes that one query may scan. */
  readonly scan?: number;
  /** Bytes that a query usually scans, if the dataset says so. */
  readonly scanned?: number;
  /** `s3://bucket/prefix/`, with a slash at the end. Absent if the query reads through Lake Formation. */
  readonly data?: readonly string[];
  /** Folder in S3 in which a named workgroup puts its results: `s3://bucket/prefix/`. Absent if Athena manages them. */
  readonly results?: string;
}

export const isLake = (dataset: LoadedDataset): dataset is LakeDataset => isAthena(dataset.config.source);

export const asksOwnWorkgroup = (dataset: LoadedDataset): boolean =>
  isLake(dataset) && dataset.config.source.workgroup === undefined;

export const WORKGROUP = 'Workgroup';

export const OWN_WORKGROUP: Value = { Ref: WORKGROUP };

const cutoffOf = (datasets: readonly LoadedDataset[]): number => {
  const own = datasets.filter(isLake).filter(asksOwnWorkgroup);
  return Math.max(MIN_SCAN_BYTES, ...own.map(({ scan = MIN_SCAN_BYTES }) => scan));
};

/**
 * Creates the stack's own workgroup; nothing if no dataset uses it. Athena keeps the results for 24 hours in storage of
 * its own, so functions need no bucket for them. A function cannot override these settings.
 */
export const workgroupResources = (
  datasets: readonly LoadedDataset[],
  { name, watch, tags }: KindStack,
): Readonly<Record<string, Resource>> =>
  datasets.some(asksOwnWorkgroup)
    ? {
        [WORKGROUP]: {
          Type: 'AWS::Athena::WorkGroup',
          Properties: {
            Name: name,
            Description: 'Queries of the datasets of a Wallfeed dashboard',
            RecursiveDeleteOption: true,
            WorkGroupConfiguration: {
              EnforceWorkGroupConfiguration: true,
              BytesScannedCutoffPerQuery: cutoffOf(datasets),
              ManagedQueryResultsConfiguration: { Enabled: true },
              PublishCloudWatchMetricsEnabled: watch !== 'none',
            },
            Tags: tags,
          },
        },
      }
    : {};

const PERIOD_SECONDS = 3_600;
const MAX_FAILURES = 3;

/**
 * Counts the queries of the stack's workgroup that ended in a state: Athena publishes one sample of the metric for each
 * query, and only with these three dimensions. A SELECT has the type DML.
 */
const queriesIn = (id: string, state: 'FAILED' | 'CANCELLED') => ({
  Id: id,
  ReturnData: false,
  MetricStat: {
    Stat: 'SampleCount',
    Period: PERIOD_SECONDS,
    Metric: {
      Namespace: 'AWS/Athena',
      MetricName: 'TotalExecutionTime',
      Dimensions: [
        { Name: 'WorkGroup', Value: OWN_WORKGROUP },
        { Name: 'QueryState', Value: state },
        { Name: 'QueryType', Value: 'DML' },
      ],
    },
  },
});

export const queriesAlarm = (
  datasets: readonly LoadedDataset[],
  { name, tags }: KindStack,
): Readonly<Record<string, Resource>> =>
  datasets.some(asksOwnWorkgroup)
    ? {
        QueriesAlarm: {
          Type: 'AWS::CloudWatch::Alarm',
          Properties: {
            AlarmName: `${name}-queries`,
            AlarmDescription:
              'Three queries of the datasets failed or were cancelled within an hour, so that components show old figures or ' +
              'none. The history of the workgroup in Athena says why',
            Metrics: [
              queriesIn('failed', 'FAILED'),
              queriesIn('cancelled', 'CANCELLED'),
              { Id: 'ended', Expression: 'FILL(failed, 0) + FILL(cancelled, 0)', ReturnData: true },
            ],
            Threshold: MAX_FAILURES,
            EvaluationPeriods: 1,
            ComparisonOperator: 'GreaterThanOrEqualToThreshold',
            TreatMissingData: 'notBreaching',
            AlarmActions: [{ Ref: 'AlarmTopic' }],
            Tags: tags,
          },
        },
      }
    : {};

const GLUE_CATALOG = 'AwsDataCatalog';

const regionalArn = (service: string, resource: Value): Value =>
  join(':', 'arn', { Ref: 'AWS::Partition' }, service, { Ref: 'AWS::Region' }, { Ref: 'AWS::AccountId' }, resource);

const catalogOf = ({ config: { source } }: LakeDataset): string => source.catalog ?? GLUE_CATALOG;

const runQueries = (lakes: readonly LakeDataset[]): readonly Permission[] => [
  ...allow(
    [
      'athena:StartQueryExecution',
      'athena:GetQueryExecution',
      'athena:GetQueryResults',
      'athena:StopQueryExecution',
      'athena:ListQueryExecutions',
      'athena:BatchGetQueryExecution',
    ],
    lakes.map(({ config: { source } }) =>
      regionalArn('athena', join('/', 'workgroup', source.workgroup ?? OWN_WORKGROUP)),
    ),
  ),
  ...allow(
    ['athena:GetDataCatalog'],
    lakes
      .map(catalogOf)
      .filter((catalog) => catalog !== GLUE_CATALOG)
      .map((catalog) => regionalArn('athena', `datacatalog/${catalog}`)),
  ),
];

const READ_TABLES = ['glue:GetTable', 'glue:GetPartition', 'glue:GetPartitions', 'glue:BatchGetPartition'];

/** Allows reading the Glue catalogue. Athena also reads the database `default`, whichever database a query names. */
const readCatalog = (lakes: readonly LakeDataset[]): readonly Permission[] => {
  const databases = lakes
    .filter((lake) => catalogOf(lake) === GLUE_CATALOG)
    .map(({ config }) => config.source.database);
  if (databases.length === 0) return [];
  const arnsOf = (names: readonly string[]) => names.map((name) => regionalArn('glue', name));
  const own = databases.map((database) => `database/${database}`);
  const tables = databases.map((database) => `table/${database}/*`);
  return [
    ...allow(['glue:GetDatabase'], arnsOf(['catalog', 'database/default', ...own])),
    ...allow(READ_TABLES, arnsOf(['catalog', ...own, ...tables])),
  ];
};

/** Returns a place in S3: the ARN of its bucket, and a pattern of the keys in it. */
const placeOf = (uri: string): { readonly bucket: Value; readonly keys: string } => {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/s.exec(uri) ?? [];
  return { bucket: foreignBucketArn(bucket), keys: `${policyKey(prefix)}*` };
};

const placesOf = (uris: readonly string[]) =>
  Map.groupBy(uris.map(placeOf), ({ bucket }) => JSON.stringify(bucket)).values();

/** Allows listing the place, too. */
const useObjects = (uris: readonly string[], onObjects: readonly string[], onBucket: readonly string[]) =>
  Array.from(placesOf(uris), (places) => {
    const [{ bucket } = { bucket: '' }] = places;
    const keys = places.map((place) => place.keys);
    return [
      ...allow(
        onObjects,
        keys.map((key) => join('/', bucket, key)),
      ),
      ...listBucket(bucket, [...new Set(keys)]),
      ...allow(onBucket, [bucket]),
    ];
  }).flat();

const readData = (lakes: readonly LakeDataset[]): readonly Permission[] =>
  useObjects(
    lakes.flatMap(({ data = [] }) => data),
    ['s3:GetObject'],
    ['s3:GetBucketLocation'],
  );

/** Allows using the results of a named workgroup, which Athena writes and reads with the permissions of the caller. */
const keepResults = (lakes: readonly LakeDataset[]): readonly Permission[] =>
  useObjects(
    lakes.flatMap(({ results }) => results ?? []),
    ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
    ['s3:GetBucketLocation', 's3:ListBucketMultipartUploads'],
  );

/**
 * Allows reading data through Lake Formation. The permission names no resource: Lake Formation gives access only to
 * what it has granted to the function's role.
 */
const askLakeFormation = (lakes: readonly LakeDataset[]): readonly Permission[] =>
  allow(['lakeformation:GetDataAccess'], lakes.some(({ data = [] }) => data.length === 0) ? ['*'] : []);

/** Allows querying the lake. A dataset that does not name the place of its data reads it through Lake Formation. */
export const queryLake = (datasets: readonly LoadedDataset[]): readonly Permission[] => {
  const lakes = datasets.filter(isLake);
  return [
    ...runQueries(lakes),
    ...readCatalog(lakes),
    ...readData(lakes),
    ...keepResults(lakes),
    ...askLakeFormation(lakes),
  ];
};
