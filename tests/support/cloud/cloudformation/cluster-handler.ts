import type { Resource } from '../../../../infra/stack/template/template.ts';
import type { FakeResource } from '../fake-stack.ts';
import type { State } from '../listen.ts';
import type { FakeCluster, Rds } from '../start-rds.ts';

export type Databases = Pick<Rds, 'clusters' | 'snapshots'>;

export interface ClusterHandler {
  readonly state: State;
  create(id: string, resource: Resource): void;
  refusalOf(resource: Resource): string | undefined;
  isProtected(resource: FakeResource): boolean;
  actual(resource: FakeResource): Readonly<Record<string, unknown>>;
  writeTags(id: string, resource: Resource): void;
  /** Does nothing to a protected cluster. Creates a final snapshot if the template says so. */
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
