import {
  AddTagsToResourceCommand,
  type DBCluster,
  type DBClusterSnapshot,
  DeleteDBClusterSnapshotCommand,
  DescribeDBClustersCommand,
  ModifyDBClusterCommand,
  paginateDescribeDBClusterSnapshots,
  paginateDescribeDBClusters,
  RDSClient,
} from '@aws-sdk/client-rds';
import { clientOf, explained } from './call-service.ts';

export interface DatabaseSnapshot {
  readonly id: string;
  readonly createdAt: Date;
  /** Such as `17.7`. */
  readonly engineVersion: string;
  /**
   * True if the database was in use after a successful deployment. False for a snapshot that the rollback of a new
   * database left.
   */
  readonly wasUsed: boolean;
}

const AVAILABLE = 'available';
const NOT_FOUND = 'DBClusterNotFoundFault';

/** The tag that a cluster gets after a successful deployment. AWS copies it to the cluster's snapshots. */
export const IN_USE = { Key: 'wallfeed', Value: 'in-use' };
/** Time that no rollback exceeds: a cluster that is older was in use. Clusters of version 1.0.0 have no tag that says so. */
const MAX_ROLLBACK_MS = 24 * 60 * 60_000;

type Tags = Readonly<Record<string, string>>;

const hasTags = ({ TagList = [] }: Pick<DBCluster, 'TagList'>, tags: Tags): boolean =>
  Object.entries(tags).every(([key, value]) => TagList.some(({ Key, Value }) => Key === key && Value === value));

const withClient = <Result>(
  doing: string,
  region: string,
  work: (client: RDSClient) => Promise<Result>,
): Promise<Result> => explained(doing, () => work(clientOf(RDSClient, { region })));

/** Returns undefined if the cluster no longer exists. */
const unlessGone = <Result>(call: Promise<Result>): Promise<Result | undefined> =>
  call.catch((error: Error) => {
    if (error.name === NOT_FOUND) return undefined;
    throw error;
  });

const describeCluster = async (client: RDSClient, cluster: string): Promise<DBCluster | undefined> => {
  const found = await unlessGone(client.send(new DescribeDBClustersCommand({ DBClusterIdentifier: cluster })));
  return found?.DBClusters?.[0];
};

/** Does nothing if the cluster no longer exists. */
export const setDeletionProtection = async (cluster: string, region: string, isProtected: boolean): Promise<void> => {
  const doing = `${isProtected ? 'protecting' : 'lifting the protection of'} the database ${cluster}`;
  const input = { DBClusterIdentifier: cluster, DeletionProtection: isProtected };
  await withClient(doing, region, (client) => unlessGone(client.send(new ModifyDBClusterCommand(input))));
};

/**
 * Switches the deletion protection of a cluster on, and notes that the cluster is in use. Changes only what is not set
 * yet. Does nothing if the cluster no longer exists.
 */
export const protectCluster = async (cluster: string, region: string): Promise<void> => {
  const doing = `reading the protection of the database ${cluster}`;
  const found = await withClient(doing, region, (client) => describeCluster(client, cluster));
  if (!found) return;
  const { DeletionProtection, DBClusterArn: ResourceName } = found;
  if (!DeletionProtection) await setDeletionProtection(cluster, region, true);
  if (hasTags(found, { [IN_USE.Key]: IN_USE.Value })) return;
  await withClient(`tagging the database ${cluster}`, region, (client) =>
    client.send(new AddTagsToResourceCommand({ ResourceName, Tags: [IN_USE] })),
  );
};

/** Lists the names of the database clusters with these tags, in stacks and outside of them. */
export const listClusters = (tags: Tags, region: string): Promise<readonly string[]> =>
  withClient('listing the databases', region, async (client) => {
    const pages = await Array.fromAsync(paginateDescribeDBClusters({ client }, {}));
    const clusters = pages.flatMap(({ DBClusters = [] }) => DBClusters).filter((one) => hasTags(one, tags));
    return clusters.map(({ DBClusterIdentifier = '' }) => DBClusterIdentifier);
  });

/** True if a snapshot has the tag of a cluster in use, or if it was taken when its cluster was older than `MAX_ROLLBACK_MS`. */
const wasUsed = (snapshot: DBClusterSnapshot): boolean => {
  const { ClusterCreateTime: begun, SnapshotCreateTime: taken } = snapshot;
  if (hasTags(snapshot, { [IN_USE.Key]: IN_USE.Value })) return true;
  return begun !== undefined && taken !== undefined && taken.getTime() - begun.getTime() > MAX_ROLLBACK_MS;
};

/** Lists the available snapshots with these tags, newest first. */
export const listSnapshots = (tags: Tags, region: string): Promise<readonly DatabaseSnapshot[]> =>
  withClient('listing the snapshots of databases', region, async (client) => {
    const pages = await Array.fromAsync(paginateDescribeDBClusterSnapshots({ client }, { SnapshotType: 'manual' }));
    return pages
      .flatMap(({ DBClusterSnapshots = [] }) => DBClusterSnapshots)
      .filter((snapshot) => snapshot.Status === AVAILABLE && hasTags(snapshot, tags))
      .map((snapshot) => ({
        id: snapshot.DBClusterSnapshotIdentifier ?? '',
        createdAt: snapshot.SnapshotCreateTime ?? new Date(0),
        engineVersion: snapshot.EngineVersion ?? '',
        wasUsed: wasUsed(snapshot),
      }))
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  });

export const deleteSnapshots = async (tags: Tags, region: string): Promise<void> => {
  for (const { id } of await listSnapshots(tags, region)) {
    await withClient(`deleting the snapshot ${id}`, region, (client) =>
      client.send(new DeleteDBClusterSnapshotCommand({ DBClusterSnapshotIdentifier: id })),
    );
  }
};
