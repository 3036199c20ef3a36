import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { inTemplate } from '../dashboard/head/access.ts';
import { byKind } from '../dashboard/registry/kinds.ts';
import { OWN_CLUSTER, OWN_DATABASE, READER_SECRET } from './permissions.ts';
import { datasetsOf, needsDatabase, needsTable, objectsOf, type Sourced, tokensOf } from './sources.ts';
import type { Value } from './template/template.ts';

const LOCAL = 'local';

type Variables = Readonly<Record<string, Value>>;

/** The input for a function's environment variables: the function's own endpoints. */
type Needs = Pick<LoadedDashboard, 'bucket'> & Sourced;

/**
 * Returns the variables of `env:` tokens. They work only in the local stack: elsewhere the template would contain the
 * secret.
 */
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

/** Returns the environment variables of a function. Throws for `env:` tokens outside the local stack. */
export const functionEnvironment = (needs: Needs, stage: string): Variables => ({
  WALLFEED_STAGE: stage,
  ...tokenVariables(needs, stage === LOCAL),
  ...bucketVariables(needs),
  ...databaseVariables(needs),
  ...kindVariables(needs),
  ...tableVariables(needs),
});
