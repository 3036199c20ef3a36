import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { relative, sep } from 'node:path';
import { buildApp } from 'fauxqs';
import { createFaults, type Fault } from './faults.ts';
import { listFiles } from './list-files.ts';

export interface ObjectStoreOptions {
  readonly bucket: string;
  /** The dashboard's slug; its objects are `<dashboard>/<file>`. */
  readonly dashboard: string;
  /** The folder whose files are the objects; seeds of the database (`*.sql`) are none. */
  readonly data: string;
}

export interface ObjectStore {
  readonly url: string;
  /** Uploads what has changed in the folder, and deletes what is gone from it. */
  refresh(): Promise<void>;
  fail(fault: Fault): void;
  close(): Promise<void>;
}

interface LocalObject {
  readonly bytes: Buffer;
  readonly digest: string;
}

const readObject = async (file: string): Promise<LocalObject | undefined> => {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
};

const readObjects = async ({ dashboard, data }: ObjectStoreOptions): Promise<ReadonlyMap<string, LocalObject>> => {
  const objects = new Map<string, LocalObject>();
  for (const file of (await listFiles(data)).filter((name) => !/\.sql$/i.test(name))) {
    const object = await readObject(file);
    if (object) objects.set([dashboard, ...relative(data, file).split(sep)].join('/'), object);
  }
  return objects;
};

const BINARY = 'application/octet-stream';

/** The S3 of fauxqs, on 127.0.0.1 alone, silent, and with objects of any size. */
const createS3 = () => {
  const s3 = buildApp({ logger: false });
  const anySize = { parseAs: 'buffer', bodyLimit: Number.MAX_SAFE_INTEGER } as const;
  s3.addContentTypeParser(BINARY, anySize, (_request, body, done) => done(null, body));
  return s3;
};

type S3 = ReturnType<typeof createS3>;

const STATUS: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  InternalError: 500,
  SlowDown: 503,
};

/** Faults meet the calls of clients, which sign them, and none of our own. */
const addFaults = (s3: S3): ((fault: Fault) => void) => {
  const faults = createFaults();
  s3.addHook('onRequest', async (request, reply) => {
    const fault = request.headers.authorization && faults.take();
    if (!fault) return undefined;
    if ('drop' in fault) request.raw.socket.destroy();
    if (!('error' in fault)) return reply.hijack();
    const { error, message = error, status = STATUS[error] ?? 400 } = fault;
    return reply
      .code(status)
      .type('application/xml')
      .send(`<Error><Code>${error}</Code><Message>${message}</Message></Error>`);
  });
  return faults.fail;
};

const ask = async (s3: S3, method: 'PUT' | 'DELETE', path: readonly string[], payload?: Buffer): Promise<void> => {
  const { statusCode, body } = await s3.inject({
    method,
    url: `/${path.map(encodeURIComponent).join('/')}`,
    ...(payload && { headers: { 'content-type': BINARY }, payload }),
  });
  if (statusCode >= 300) throw new Error(`The local object store refused ${method} ${path.join('/')}: ${body}`);
};

/** A stand-in for S3 with one bucket, which holds what the data folder of a dashboard holds. */
export const startObjectStore = async (options: ObjectStoreOptions): Promise<ObjectStore> => {
  const { bucket } = options;
  const s3 = createS3();
  const fail = addFaults(s3);
  const uploaded = new Map<string, string>();

  const upload = async (): Promise<void> => {
    const objects = await readObjects(options);
    for (const [key, { bytes, digest }] of objects) {
      if (uploaded.get(key) !== digest) await ask(s3, 'PUT', [bucket, ...key.split('/')], bytes);
      uploaded.set(key, digest);
    }
    for (const key of [...uploaded.keys()].filter((name) => !objects.has(name))) {
      await ask(s3, 'DELETE', [bucket, ...key.split('/')]);
      uploaded.delete(key);
    }
  };

  await ask(s3, 'PUT', [bucket]);
  await upload();
  await s3.listen({ port: 0, host: '127.0.0.1' });
  const { port } = s3.server.address() as AddressInfo;

  let last = Promise.resolve();
  return {
    url: `http://127.0.0.1:${port}`,
    refresh: () => {
      const refreshed = last.then(upload);
      last = refreshed.catch(() => undefined);
      return refreshed;
    },
    fail,
    close: async () => {
      await s3.close();
    },
  };
};
