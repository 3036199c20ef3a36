import { secretsOf, type TokenReference } from '../../shared/config/dashboard-config.ts';
import { isFile, partsOf, type SqlSource } from '../../shared/config/sources.ts';
import { isSql } from '../../shared/kinds/sql/is-sql.ts';
import { datasetNames } from '../dashboard/datasets/check-datasets.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { inTemplate } from '../dashboard/head/access.ts';
import { unique } from '../dashboard/kinds/permission.ts';
import type { LoadedDataset, NeededObject } from '../dashboard/kinds/source-kind.ts';
import { byKind, kindOf } from '../dashboard/registry/kinds.ts';
import { hasPromises } from './promises.ts';
import type { Value } from './template/template.ts';

/** The name stands in infra/stack/resources/database.yml, too. */
export const OWN_DATABASE = 'wallfeed';
export const OWN_CLUSTER: Value = { 'Fn::GetAtt': ['Database', 'DBClusterArn'] };
export const READER_SECRET: Value = { Ref: 'ReaderSecret' };

export type Sourced = Pick<LoadedDashboard, 'endpoints' | 'datasets'>;

const tablesOf = ({ endpoints }: Sourced) =>
  endpoints.flatMap(({ config }) => Object.values(config.tables).flatMap(partsOf));

export const datasetsOf = (sourced: Sourced): Readonly<Record<string, LoadedDataset>> => {
  const used = new Set(sourced.endpoints.flatMap(({ config }) => datasetNames(config)));
  return Object.fromEntries(Object.entries(sourced.datasets).filter(([name]) => used.has(name)));
};

const datasetSources = (sourced: Sourced) => Object.values(datasetsOf(sourced)).map(({ config }) => config.source);

export const objectsOf = (sourced: Sourced): readonly NeededObject[] => {
  const documents = sourced.endpoints.flatMap(({ config }) => config.document ?? []);
  const files: readonly NeededObject[] = [
    ...tablesOf(sourced).filter(isFile),
    ...tablesOf(sourced).flatMap((table) => ('join' in table ? (table.join ?? []) : [])),
    ...documents,
    ...datasetSources(sourced).flatMap((source) => kindOf(source).needs.objects?.(source) ?? []),
  ];
  return unique(
    files.map(({ bucket, key, isPrefix }) => ({
      ...(bucket !== undefined && { bucket }),
      key,
      ...(isPrefix && { isPrefix }),
    })),
  );
};

export const queriesOf = (sourced: Sourced): readonly SqlSource[] => [
  ...tablesOf(sourced).filter(isSql),
  ...datasetSources(sourced).flatMap((source) => kindOf(source).needs.queries?.(source) ?? []),
];

export const needsDatabase = (sourced: Sourced): boolean =>
  queriesOf(sourced).some(({ database }) => database === undefined);

/** Lists the datasets whose rows all environments share. */
export const sharedDatasetsOf = (sourced: Sourced): readonly string[] =>
  Object.entries(datasetsOf(sourced)).flatMap(([name, { config }]) => (config.shared ? [name] : []));

/** True if an endpoint or its dataset uses the shared cache, or has promises, whose state environments share. */
export const needsTable = (sourced: Sourced): boolean =>
  sourced.endpoints.some(({ config }) => config.cache?.shared) ||
  sharedDatasetsOf(sourced).length > 0 ||
  hasPromises(sourced);

/** Returns names of tokens and API keys, without duplicates. */
export const tokensOf = (endpoints: readonly LoadedEndpoint[], from: TokenReference['from']): readonly string[] =>
  unique(endpoints.flatMap(({ config }) => secretsOf(config).filter((token) => token.from === from))).map(
    ({ name }) => name,
  );

/** Returns names of tokens, of API keys, and of what the kinds of datasets need in the parameter store. */
export const parametersOf = (sourced: Sourced): readonly string[] =>
  unique([
    ...tokensOf(sourced.endpoints, 'ssm'),
    ...datasetSources(sourced).flatMap((source) => kindOf(source).needs.secrets?.(source) ?? []),
  ]);

const LOCAL = 'local';

type Variables = Readonly<Record<string, Value>>;

type Needs = Pick<LoadedDashboard, 'bucket' | 'watch' | 'alarms'> & Sourced;

/** Variables of `env:` tokens work only in the local stack: elsewhere the template would contain the secret. */
const tokenVariables = ({ endpoints }: Needs, isLocal: boolean): Variables => {
  const names = tokensOf(endpoints, 'env');
  if (!isLocal && names.length > 0) throw new Error(Object.values(inTemplate(`env:${names[0]}`)).join('; '));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );
};

const bucketVariables = ({ bucket, ...needs }: Needs): Variables =>
  objectsOf(needs).some((object) => object.bucket === undefined)
    ? { WALLFEED_BUCKET: bucket ?? { Ref: 'DataBucket' } }
    : {};

const databaseVariables = (needs: Needs): Variables =>
  needsDatabase(needs)
    ? { WALLFEED_CLUSTER_ARN: OWN_CLUSTER, WALLFEED_SECRET_ARN: READER_SECRET, WALLFEED_DATABASE: OWN_DATABASE }
    : {};

const kindVariables = (needs: Needs): Variables =>
  Object.assign(
    {},
    ...byKind(Object.values(datasetsOf(needs))).map(([kind, datasets]) => kind.needs.environment?.(datasets)),
  );

const tableVariables = (needs: Needs): Variables =>
  needsTable(needs) ? { WALLFEED_CACHE_TABLE: { Ref: 'AnswersTable' } } : {};

export const OWN_TOPIC: Value = { Ref: 'AlarmTopic' };

export const topicsOf = ({ alarms }: Pick<LoadedDashboard, 'alarms'>): readonly Value[] => [
  OWN_TOPIC,
  ...(alarms?.topic === undefined ? [] : [alarms.topic]),
];

/** Returns topics of messages about promises. The local stack sends none. */
export const toldTopics = (needs: Needs, stage: string): readonly Value[] =>
  stage !== LOCAL && needs.watch !== 'none' && hasPromises(needs) ? topicsOf(needs) : [];

const topicVariables = (needs: Needs, stage: string): Variables => {
  const [first, ...others] = toldTopics(needs, stage);
  if (first === undefined) return {};
  return { WALLFEED_TOPICS: others.length === 0 ? first : { 'Fn::Join': [' ', [first, ...others]] } };
};

/** Throws for `env:` tokens outside the local stack. */
export const functionEnvironment = (needs: Needs, stage: string): Variables => ({
  WALLFEED_STAGE: stage,
  ...tokenVariables(needs, stage === LOCAL),
  ...bucketVariables(needs),
  ...databaseVariables(needs),
  ...kindVariables(needs),
  ...tableVariables(needs),
  ...topicVariables(needs, stage),
});
