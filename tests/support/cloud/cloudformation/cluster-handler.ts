import type { Resource } from '../../../../infra/stack/template/template.ts';
import type { FakeResource } from '../fake-stack.ts';
import type { State } from '../listen.ts';
import type { FakeCluster, Rds } from '../start-rds.ts';

/** The database clusters of an account, and their snapshots. */
export type Databases = Pick<Rds, 'clusters' | 'snapshots'>;

/** Creates, updates and deletes database clusters as CloudFormation does. */
export interface ClusterHandler {
  readonly state: State;
  create(id: string, resource: Resource): void;
  /** Returns the reason why a cluster cannot be created; undefined if it can. */
  refusalOf(resource: Resource): string | undefined;
  isProtected(resource: FakeResource): boolean;
  /** Returns the actual tags of a cluster, which also others than CloudFormation change. */
  actual(resource: FakeResource): Readonly<Record<string, unknown>>;
  /** Replaces the tags of a cluster by those of its resource. */
  writeTags(id: string, resource: Resource): void;
  /** Deletes a cluster unless it is protected. Creates a final snapshot if the template says so. */
  remove(resource: FakeResource): void;
}

interface Tag {
  readonly Key: string;
  readonly Value: string;
}

export const CLUSTER = 'AWS::RDS::DBCluster';

const snapshotIn = ({ Properties = {} }: Resource): string | undefined =>
  typeof Properties.SnapshotIdentifier === 'string' ? Properties.SnapshotIdentifier : undefined;

export const tagsIn = ({ Properties: { Tags = [] } = {} }: Resource): NonNullable<FakeCluster['tags']> =>
  Object.fromEntries((Tags as readonly Tag[]).map(({ Key, Value }) => [Key, Value]));

export const createClusterHandler = ({ clusters, snapshots }: Databases): ClusterHandler => {
  const resources = new Map<string, Resource>();

  /** Creates a final snapshot. AWS names it after the stack, and copies the cluster's tags. */
  const keepSnapshot = (id: string, { tags = {} }: FakeCluster): void => {
    const { DeletionPolicy, Properties = {} } = resources.get(id) ?? { Type: CLUSTER };
    if (DeletionPolicy !== 'Snapshot') return;
    snapshots.push({
      id: `${id}-snapshot-${snapshots.length + 1}`,
      cluster: id,
      createdAt: new Date(Date.UTC(2026, 10, 1, 0, snapshots.length)).toISOString(),
      engineVersion: String(Properties.EngineVersion),
      tags: Properties.CopyTagsToSnapshot ? tags : {},
    });
  };
  const isProtected = ({ id }: FakeResource): boolean => clusters.get(id)?.isProtected === true;

  return {
    state: [resources],
    isProtected,
    actual: ({ id }) => {
      const cluster = clusters.get(id);
      return cluster?.tags ? { Tags: Object.entries(cluster.tags).map(([Key, Value]) => ({ Key, Value })) } : {};
    },
    writeTags: (id, resource) => {
      const cluster = clusters.get(id);
      if (cluster) clusters.set(id, { ...cluster, tags: tagsIn(resource) });
    },
    create: (id, resource) => {
      const snapshot = snapshotIn(resource);
      resources.set(id, resource);
      clusters.set(id, {
        isProtected: resource.Properties?.DeletionProtection === true,
        ...(snapshot !== undefined && { snapshot }),
        tags: tagsIn(resource),
      });
    },
    refusalOf: (resource) => {
      const wanted = snapshotIn(resource);
      if (wanted === undefined || snapshots.some(({ id }) => id === wanted)) return undefined;
      return `DBClusterSnapshot not found: ${wanted}`;
    },
    remove: (resource) => {
      const cluster = clusters.get(resource.id);
      if (!cluster || cluster.isProtected) return;
      clusters.delete(resource.id);
      keepSnapshot(resource.id, cluster);
    },
  };
};
