import {
  type DBCluster,
  DescribeDBClustersCommand,
  ModifyDBClusterCommand,
  paginateDescribeDBClusterSnapshots,
  paginateDescribeDBClusters,
  RDSClient,
} from '@aws-sdk/client-rds';
import { explained } from './explain-error.ts';

/** A snapshot of a database cluster, from which a new cluster can be restored. */
export interface DatabaseSnapshot {
  readonly id: string;
  readonly createdAt: Date;
  /** Version of PostgreSQL, such as `17.7`. */
  readonly engineVersion: string;
}

const AVAILABLE = 'available';
const NOT_FOUND = 'DBClusterNotFoundFault';

/** Switches the deletion protection of a cluster on or off. Does nothing if the cluster no longer exists. */
export const setDeletionProtection = (cluster: string, region: string, isProtected: boolean): Promise<void> =>
  explained(`${isProtected ? 'protecting' : 'lifting the protection of'} the database ${cluster}`, async () => {
    const client = new RDSClient({ region });
    const command = new ModifyDBClusterCommand({ DBClusterIdentifier: cluster, DeletionProtection: isProtected });
    try {
      await client.send(command);
    } catch (error) {
      if ((error as Error).name !== NOT_FOUND) throw error;
    } finally {
      client.destroy();
    }
  });

/** True if a cluster has deletion protection, or no longer exists. */
export const isProtected = (cluster: string, region: string): Promise<boolean> =>
  explained(`reading the protection of the database ${cluster}`, async () => {
    const client = new RDSClient({ region });
    try {
      const { DBClusters = [] } = await client.send(new DescribeDBClustersCommand({ DBClusterIdentifier: cluster }));
      return DBClusters[0]?.DeletionProtection ?? false;
    } catch (error) {
      if ((error as Error).name === NOT_FOUND) return true;
      throw error;
    } finally {
      client.destroy();
    }
  });

/** Lists the names of the database clusters with these tags, in stacks and outside of them. */
export const listClusters = (tags: Readonly<Record<string, string>>, region: string): Promise<readonly string[]> =>
  explained('listing the databases', async () => {
    const client = new RDSClient({ region });
    try {
      const pages = await Array.fromAsync(paginateDescribeDBClusters({ client }, {}));
      const clusters = pages.flatMap(({ DBClusters = [] }) => DBClusters).filter((one) => hasTags(one, tags));
      return clusters.map(({ DBClusterIdentifier = '' }) => DBClusterIdentifier);
    } finally {
      client.destroy();
    }
  });

const hasTags = ({ TagList = [] }: Pick<DBCluster, 'TagList'>, tags: Readonly<Record<string, string>>): boolean =>
  Object.entries(tags).every(([key, value]) => TagList.some(({ Key, Value }) => Key === key && Value === value));

/** Lists the available snapshots with these tags, newest first. */
export const listSnapshots = (
  tags: Readonly<Record<string, string>>,
  region: string,
): Promise<readonly DatabaseSnapshot[]> =>
  explained('listing the snapshots of databases', async () => {
    const client = new RDSClient({ region });
    const pages = await Array.fromAsync(paginateDescribeDBClusterSnapshots({ client }, { SnapshotType: 'manual' }));
    client.destroy();
    return pages
      .flatMap(({ DBClusterSnapshots = [] }) => DBClusterSnapshots)
      .filter((snapshot) => snapshot.Status === AVAILABLE && hasTags(snapshot, tags))
      .map(({ DBClusterSnapshotIdentifier: id = '', SnapshotCreateTime, EngineVersion: engineVersion = '' }) => ({
        id,
        createdAt: SnapshotCreateTime ?? new Date(0),
        engineVersion,
      }))
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  });
