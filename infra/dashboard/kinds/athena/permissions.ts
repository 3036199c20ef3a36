import { policyKey } from '../../sources/locate-object.ts';
import { allow, foreignBucketArn, join, listBucket, type Permission } from '../permission.ts';
import type { LoadedDataset } from '../source-kind.ts';
import type { Value } from '../template-values.ts';
import { isLake, type LakeDataset } from './lake-dataset.ts';
import { OWN_WORKGROUP } from './workgroup.ts';

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

/** Allows actions on the objects of a place in S3, and listing that place. */
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
