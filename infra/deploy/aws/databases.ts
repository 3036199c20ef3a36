import {
  type DBClusterSnapshot,
  ModifyDBClusterCommand,
  paginateDescribeDBClusterSnapshots,
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

const hasTags = ({ TagList = [] }: DBClusterSnapshot, tags: Readonly<Record<string, string>>): boolean =>
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
