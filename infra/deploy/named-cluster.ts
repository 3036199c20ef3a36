import { type DBCluster, DescribeDBClustersCommand, RDSClient } from '@aws-sdk/client-rds';
import { regionOfArn } from '../../shared/config/sources.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { queriesOf } from '../stack/sources.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { clientOf, explainError } from './aws/call-service.ts';

const NOT_FOUND = 'DBClusterNotFoundFault';
const DENIED = /^AccessDenied|^Forbidden|^403$/;

const ENGINES = { postgresql: 'aurora-postgresql', mysql: 'aurora-mysql' } as const;

type Engine = keyof typeof ENGINES;

/** Returns undefined if there is none. */
const readCluster = async (arn: string): Promise<DBCluster | Error | undefined> => {
  const client = clientOf(RDSClient, { region: regionOfArn(arn) ?? '' });
  const id = arn.split(':').at(-1);
  try {
    const { DBClusters = [] } = await client.send(new DescribeDBClustersCommand({ DBClusterIdentifier: id }));
    return DBClusters[0];
  } catch (error) {
    return (error as Error).name === NOT_FOUND ? undefined : (error as Error);
  }
};

const refuseEngine = (arn: string, found: string, wanted: Engine): CommandFailure => {
  const other = Object.entries(ENGINES).find(([, name]) => name === found)?.[0];
  const hint =
    other === undefined
      ? 'The Data API serves Aurora MySQL and Aurora PostgreSQL: name such a cluster'
      : `Write \`engine: ${other}\` under \`database\` in dashboard.yml, or name another cluster`;
  return fail(`\`database.cluster\` is ${found}, and dashboard.yml says ${wanted}: ${arn}. ${hint}`);
};

const refuseSwitchedOff = (arn: string): CommandFailure =>
  fail(
    `The Data API of \`database.cluster\` is switched off. Switch it on: ` +
      `aws rds enable-http-endpoint --resource-arn ${arn} --region ${regionOfArn(arn)}`,
  );

const judge = (cluster: DBCluster, arn: string, engine: Engine, print: (text: string) => void) => {
  const { Engine: found = '', HttpEndpointEnabled: isOn, Status: status = 'available' } = cluster;
  if (found !== ENGINES[engine]) return refuseEngine(arn, found, engine);
  if (!isOn) return refuseSwitchedOff(arn);
  if (status !== 'available')
    print(`warning: the cluster of \`database.cluster\` is ${status}: endpoints with sql fail until it is available`);
  return undefined;
};

/**
 * Refuses a cluster that functions cannot query: one that does not exist, that has another engine, or whose Data API is
 * switched off. Only warns if the user may not read the cluster.
 */
export const refuseCluster = async (
  dashboard: LoadedDashboard,
  print: (text: string) => void,
): Promise<CommandFailure | undefined> => {
  const arn = dashboard.database?.cluster;
  if (arn === undefined || queriesOf(dashboard).length === 0) return undefined;
  const cluster = await readCluster(arn);
  if (cluster === undefined)
    return fail(`There is no cluster ${arn}: correct \`database.cluster\`, or create the cluster`);
  if (!(cluster instanceof Error)) return judge(cluster, arn, dashboard.dialect?.engine ?? 'postgresql', print);
  const reason = DENIED.test(cluster.name)
    ? 'you may not call rds:DescribeDBClusters'
    : explainError('reading the cluster', cluster);
  print(`warning: the cluster of \`database.cluster\` was not examined: ${reason}`);
  return undefined;
};
