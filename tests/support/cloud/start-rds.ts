import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Listening, listen, type State } from './listen.ts';
import { element, failure, fields, type Reply } from './xml.ts';

export interface FakeCluster {
  readonly isProtected: boolean;
  readonly snapshot?: string;
  readonly tags?: Readonly<Record<string, string>>;
  /** Default: `aurora-postgresql`. */
  readonly engine?: string;
  /** Default: `available`. */
  readonly status?: string;
  readonly hasDataApi?: boolean;
}

export interface FakeSnapshot {
  readonly id: string;
  readonly cluster: string;
  readonly createdAt: string;
  /** Default: `createdAt`. */
  readonly clusterCreatedAt?: string;
  readonly engineVersion: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Default: `available`. */
  readonly status?: string;
}

export interface Rds extends Listening {
  readonly state: State;
  readonly clusters: Map<string, FakeCluster>;
  readonly snapshots: FakeSnapshot[];
  readonly actions: string[];
  fail(code: string, message: string, status?: number): void;
}

const PAGE_SIZE = 2;

const answer = (action: string, result: string): Reply => ({
  status: 200,
  body: `<${action}Response xmlns="http://rds.amazonaws.com/doc/2014-10-31/">${element(`${action}Result`, result)}</${action}Response>`,
});

const tagsXml = (tags: Readonly<Record<string, string>>): string =>
  element(
    'TagList',
    Object.entries(tags)
      .map(([Key, Value]) => element('Tag', fields({ Key, Value })))
      .join(''),
  );

const snapshotXml = (snapshot: FakeSnapshot): string => {
  const { id, cluster, createdAt, clusterCreatedAt = createdAt, engineVersion, tags, status = 'available' } = snapshot;
  const own = fields({
    DBClusterSnapshotIdentifier: id,
    DBClusterIdentifier: cluster,
    SnapshotCreateTime: createdAt,
    ClusterCreateTime: clusterCreatedAt,
    Engine: 'aurora-postgresql',
    EngineVersion: engineVersion,
    SnapshotType: 'manual',
    Status: status,
  });
  return element('DBClusterSnapshot', own + tagsXml(tags));
};

const ARN = 'arn:aws:rds:eu-west-1:000000000000:cluster:';

const clusterXml = (id: string, cluster: FakeCluster): string => {
  const { isProtected, tags = {}, engine = 'aurora-postgresql', status = 'available', hasDataApi = true } = cluster;
  const own = fields({
    DBClusterIdentifier: id,
    DBClusterArn: ARN + id,
    DeletionProtection: String(isProtected),
    Engine: engine,
    Status: status,
    HttpEndpointEnabled: String(hasDataApi),
  });
  return element('DBCluster', own + tagsXml(tags));
};

const tagsIn = (parameters: URLSearchParams): Readonly<Record<string, string>> => {
  const tags: Record<string, string> = {};
  for (let index = 1; parameters.has(`Tags.Tag.${index}.Key`); index += 1) {
    tags[parameters.get(`Tags.Tag.${index}.Key`) ?? ''] = parameters.get(`Tags.Tag.${index}.Value`) ?? '';
  }
  return tags;
};

/** Has the operations that the commands use. Snapshots come in pages of two. */
export const startRds = async (): Promise<Rds> => {
  const clusters = new Map<string, FakeCluster>();
  const snapshots: FakeSnapshot[] = [];
  const actions: string[] = [];
  const failures: Reply[] = [];

  const modify = (parameters: URLSearchParams): Reply => {
    const id = parameters.get('DBClusterIdentifier') ?? '';
    const cluster = clusters.get(id);
    if (!cluster) return failure('DBClusterNotFoundFault', `DBCluster ${id} not found.`, 404);
    const changed = { ...cluster, isProtected: parameters.get('DeletionProtection') === 'true' };
    clusters.set(id, changed);
    return answer('ModifyDBCluster', clusterXml(id, changed));
  };
  const tag = (parameters: URLSearchParams): Reply => {
    const id = parameters.get('ResourceName')?.slice(ARN.length) ?? '';
    const cluster = clusters.get(id);
    if (!cluster) return failure('DBClusterNotFoundFault', `DBCluster ${id} not found.`, 404);
    clusters.set(id, { ...cluster, tags: { ...cluster.tags, ...tagsIn(parameters) } });
    return answer('AddTagsToResource', '');
  };
  const list = (parameters: URLSearchParams): Reply => {
    const start = Number(parameters.get('Marker') ?? 0);
    const next = start + PAGE_SIZE < snapshots.length ? fields({ Marker: String(start + PAGE_SIZE) }) : '';
    const page = snapshots.slice(start, start + PAGE_SIZE).map(snapshotXml);
    return answer('DescribeDBClusterSnapshots', element('DBClusterSnapshots', page.join('')) + next);
  };
  const describe = (parameters: URLSearchParams): Reply => {
    const wanted = parameters.get('DBClusterIdentifier');
    if (wanted !== null && !clusters.has(wanted)) {
      return failure('DBClusterNotFoundFault', `DBCluster ${wanted} not found.`, 404);
    }
    const found = Array.from(clusters).filter(([id]) => wanted === null || id === wanted);
    const list = found.map(([id, cluster]) => clusterXml(id, cluster));
    return answer('DescribeDBClusters', element('DBClusters', list.join('')));
  };
  const answers: Readonly<Record<string, (parameters: URLSearchParams) => Reply>> = {
    AddTagsToResource: tag,
    ModifyDBCluster: modify,
    DescribeDBClusters: describe,
    DescribeDBClusterSnapshots: list,
    DeleteDBClusterSnapshot: (parameters) => {
      const index = snapshots.findIndex(({ id }) => id === parameters.get('DBClusterSnapshotIdentifier'));
      if (index < 0) return failure('DBClusterSnapshotNotFoundFault', 'DBClusterSnapshot not found.', 404);
      const [removed] = snapshots.splice(index, 1);
      return answer('DeleteDBClusterSnapshot', removed ? snapshotXml(removed) : '');
    },
  };

  const server = createServer(async (request, response) => {
    const parameters = new URLSearchParams(await text(request));
    const action = parameters.get('Action') ?? '';
    actions.push(
      [action, parameters.get('DBClusterIdentifier'), parameters.get('DeletionProtection')].join(' ').trim(),
    );
    const reply = failures.shift() ?? answers[action]?.(parameters) ?? failure('InvalidAction', `no ${action} here`);
    response.writeHead(reply.status, { 'content-type': 'text/xml' }).end(reply.body);
  });
  return {
    ...(await listen(server)),
    state: [clusters, snapshots],
    clusters,
    snapshots,
    actions,
    fail: (code, message, status) => void failures.push(failure(code, message, status)),
  };
};
