import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply } from 'fastify';
import { buildApp } from 'fauxqs';
import type { State } from './listen.ts';
import { element, fields, unescaped } from './xml.ts';

/** The emulators accept any credentials. */
export const signed = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;

export interface OldVersion {
  readonly key: string;
  readonly id: string;
  readonly isMark?: boolean;
}

export interface S3 {
  readonly url: string;
  readonly server: Server;
  /** Everything but the buckets and their objects. */
  readonly state: State;
  /** By bucket. The S3 emulator that this one extends has no versions. */
  readonly old: Map<string, OldVersion[]>;
  create(bucket: string, tags?: Readonly<Record<string, string>>): Promise<void>;
  remove(bucket: string): Promise<void>;
  keys(bucket: string): Promise<readonly string[] | undefined>;
  buckets(): Promise<readonly string[]>;
  read(bucket: string, key: string): Promise<string>;
  write(bucket: string, key: string, content: string | Buffer): Promise<void>;
  /** Returns a function that writes the present buckets and objects into another emulator. */
  copy(): Promise<(other: S3) => Promise<void>>;
  readonly foreign: Set<string>;
  /** Such as `versioning`. */
  settings(bucket: string): readonly string[];
  empty(bucket: string): Promise<void>;
  /** Refuses the next signed call; an empty name stands for the list of buckets. */
  failAt(method: string, bucket: string): void;
  fail(code: string, status: number): void;
  close(): Promise<void>;
}

const PAGE_SIZE = 2;
const LATEST = 'latest';

interface Listed extends OldVersion {
  readonly isLatest: boolean;
}

const versionXml = ({ key, id, isMark, isLatest }: Listed): string => {
  const name = isMark ? 'DeleteMarker' : 'Version';
  return `<${name}><Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>${isLatest}</IsLatest></${name}>`;
};

const versionsXml = (versions: readonly Listed[], marker: number): string => {
  const next = marker + PAGE_SIZE;
  const more =
    next < versions.length ? `<NextKeyMarker>${next}</NextKeyMarker><NextVersionIdMarker>v</NextVersionIdMarker>` : '';
  return [
    `<ListVersionsResult><IsTruncated>${more !== ''}</IsTruncated>${more}`,
    ...versions.slice(marker, next).map(versionXml),
    '</ListVersionsResult>',
  ].join('');
};

const SETTINGS = ['publicAccessBlock', 'versioning', 'policy', 'tagging'];
const CODE_TAGS = { wallfeed: 'code' };

const tagsXml = (tags: Readonly<Record<string, string>>): string => {
  const listed = Object.entries(tags).map(([Key, Value]) => element('Tag', fields({ Key, Value })));
  return element('Tagging', element('TagSet', listed.join('')));
};

const errorXml = (code: string): string => `<Error><Code>${code}</Code><Message>no</Message></Error>`;

/** Lists versions in pages of two. */
export const startS3 = async (): Promise<S3> => {
  const app = buildApp({ logger: false });
  const old = new Map<string, OldVersion[]>();
  const failures: { code: string; status: number }[] = [];
  const refused: { method: string; bucket: string }[] = [];
  const foreign = new Set<string>();
  const settings = new Map<string, Set<string>>();
  const tags = new Map<string, Readonly<Record<string, string>>>();

  /**
   * Uses no connection.
   * @throws Error if the emulator refuses the request.
   */
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: string | Buffer) => {
    const url = `/${path.split('/').map(encodeURIComponent).join('/')}`;
    const reply = await app.inject({ method, url, ...(payload !== undefined && { payload }) });
    if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.body}`);
    return reply.rawPayload;
  };
  const keys: S3['keys'] = async (bucket) => {
    const listed = await ask('GET', bucket).catch(() => undefined);
    const found = listed?.toString().matchAll(/<Key>(.*?)<\/Key>/g);
    return found && Array.from(found, ([, key = '']) => unescaped(key));
  };

  const bucketNames = async (): Promise<readonly string[]> =>
    Array.from(String(await ask('GET', '')).matchAll(/<Name>(.*?)<\/Name>/g), ([, name = '']) => name);

  /** Lists the buckets whose names have a prefix, which the extended emulator ignores. */
  const listBuckets = async (prefix: string): Promise<string> =>
    String(await ask('GET', '')).replace(/<Bucket>.*?<\/Bucket>/gs, (bucket) =>
      bucket.includes(`<Name>${prefix}`) ? bucket : '',
    );

  const answerSetting = async (method: string, bucket: string, name: string, reply: FastifyReply) => {
    if (!(await keys(bucket))) return reply.code(404).type('application/xml').send(errorXml('NoSuchBucket'));
    const made = settings.get(bucket) ?? new Set<string>();
    const found = made.has(name) ? CODE_TAGS : tags.get(bucket);
    if (method === 'GET' && !found) return reply.code(404).type('application/xml').send(errorXml('NoSuchTagSet'));
    if (method === 'GET') return reply.type('application/xml').send(tagsXml(found ?? {}));
    settings.set(bucket, made.add(name));
    return reply.code(200).send();
  };

  /** The listing whose pages are being read. All its pages show the objects that existed when the listing began. */
  let walk: readonly Listed[] = [];
  app.addHook('onRequest', async (request, reply) => {
    const { searchParams, pathname } = new URL(request.url, 'http://s3');
    const failure = request.headers.authorization ? failures.shift() : undefined;
    if (failure) {
      const { code, status } = failure;
      return reply.code(status).type('application/xml').send(errorXml(code));
    }
    const bucket = pathname.split('/')[1] ?? '';
    const at = refused.findIndex((one) => one.method === request.method && one.bucket === bucket);
    if (at >= 0 && request.headers.authorization) {
      refused.splice(at, 1);
      return reply.code(403).type('application/xml').send(errorXml('AccessDenied'));
    }
    if (foreign.has(bucket)) return reply.code(403).type('application/xml').send(errorXml('AccessDenied'));
    if (request.method === 'GET' && pathname === '/' && searchParams.has('prefix'))
      return reply.type('application/xml').send(await listBuckets(searchParams.get('prefix') ?? ''));
    const setting = SETTINGS.find((name) => searchParams.has(name));
    if (setting !== undefined) return answerSetting(request.method, bucket, setting, reply);
    if (!searchParams.has('versions')) return undefined;
    const marker = Number(searchParams.get('key-marker') ?? 0);
    const current = await keys(bucket);
    if (!current) return undefined;
    const latest = current.map((key): Listed => ({ key, id: LATEST, isLatest: true }));
    if (marker === 0) walk = [...latest, ...(old.get(bucket) ?? []).map((one) => ({ ...one, isLatest: false }))];
    return reply.type('application/xml').send(versionsXml(walk, marker));
  });
  app.addHook('preHandler', async (request) => {
    const { searchParams, pathname } = new URL(request.url, 'http://s3');
    if (!searchParams.has('delete')) return;
    const bucket = pathname.split('/')[1] ?? '';
    const deleted = [...String(request.body).matchAll(/<VersionId>(.*?)<\/VersionId>/g)].map(([, id]) => id);
    old.set(
      bucket,
      (old.get(bucket) ?? []).filter(({ id }) => !deleted.includes(id)),
    );
  });

  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    server: app.server,
    state: [old, settings, tags, foreign, failures],
    old,
    keys,
    foreign,
    settings: (bucket) => [...(settings.get(bucket) ?? [])],
    create: async (bucket, own) => {
      await ask('PUT', bucket);
      if (own) tags.set(bucket, own);
    },
    remove: async (bucket) => {
      await ask('DELETE', bucket);
      tags.delete(bucket);
    },
    read: async (bucket, key) => String(await ask('GET', `${bucket}/${key}`)),
    write: async (bucket, key, content) => void (await ask('PUT', `${bucket}/${key}`, content)),
    buckets: bucketNames,
    copy: async () => {
      const buckets = await bucketNames();
      const objects: [string, string, Buffer][] = [];
      for (const bucket of buckets)
        for (const key of (await keys(bucket)) ?? []) objects.push([bucket, key, await ask('GET', `${bucket}/${key}`)]);
      return async (other) => {
        for (const bucket of buckets) await other.create(bucket);
        for (const object of objects) await other.write(...object);
      };
    },
    empty: async (bucket) => {
      for (const key of (await keys(bucket)) ?? []) await ask('DELETE', `${bucket}/${key}`);
    },
    failAt: (method, bucket) => void refused.push({ method, bucket }),
    fail: (code, status) => void failures.push({ code, status }),
    close: () => app.close(),
  };
};
