import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { dirname, join, relative, sep } from 'node:path';
import { buildApp } from 'fauxqs';
import { listFiles } from '../../dashboard/folder/find-file.ts';
import { type EmulatorServer, isSigned, replay, startEmulatorServer } from './server/emulator-server.ts';
import type { SessionKey } from './server/signature.ts';

export interface ObjectStoreOptions {
  readonly bucket: string;
  /** The dashboard's slug; its objects are `<dashboard>/<file>`. */
  readonly dashboard: string;
  /** The folder whose files become objects, except database seeds (`*.sql`) and the files of `lake/`. */
  readonly data: string;
  readonly key?: SessionKey | undefined;
}

export interface ObjectStore extends EmulatorServer {
  /**
   * Uploads changed files of the folder, and deletes the objects of deleted files.
   * @param paths the files that changed, such as `data/a.csv`. Others may be in the middle of a write, and their objects
   * stay as they are. By default, all files count.
   */
  refresh(paths?: readonly string[]): Promise<void>;
}

interface LocalObject {
  readonly bytes: Buffer;
  readonly digest: string;
  /** Time of the last change in milliseconds since 1970. */
  readonly modifiedAt: number;
}

const sizeAndTime = async (file: string) => {
  const { size, mtimeNs, mtimeMs } = await stat(file, { bigint: true });
  return { text: `${size} ${mtimeNs}`, modifiedAt: Number(mtimeMs) };
};

/** Returns undefined if the file is missing, or was written meanwhile. */
const readObject = async (file: string): Promise<LocalObject | undefined> => {
  const before = await sizeAndTime(file).catch(() => undefined);
  const bytes = await readFile(file).catch(() => undefined);
  const after = await sizeAndTime(file).catch(() => undefined);
  if (!bytes || !after || before?.text !== after.text) return undefined;
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex'), modifiedAt: after.modifiedAt };
};

/** True for files in `data/` that no source reads as an S3 object: seeds of the database, and files of a lake. */
const isOther = (file: string): boolean => /\.sql$/i.test(file) || /^lake[/\\]/.test(file);

const listObjects = async ({ dashboard, data }: ObjectStoreOptions): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await listFiles(data, dirname(data)))
      .filter((file) => !isOther(relative(data, file)))
      .map((file) => [[dashboard, ...relative(data, file).split(sep)].join('/'), file]),
  );

const BINARY = 'application/octet-stream';

/**
 * Creates fauxqs's S3 without logs and without a limit on object sizes. Responses have the times of the files in place of
 * the times of their uploads.
 * @param times the times of objects in milliseconds since 1970, by bucket and key.
 */
const createS3 = (times: ReadonlyMap<string, number>) => {
  const s3 = buildApp({ logger: false });
  const anySize = { parseAs: 'buffer', bodyLimit: Number.MAX_SAFE_INTEGER } as const;
  s3.addContentTypeParser(BINARY, anySize, (_request, body, done) => done(null, body));
  s3.addHook('onSend', async ({ url }, reply) => {
    const time = times.get(decodeURIComponent(url.split('?', 1)[0] ?? '').slice(1));
    if (time !== undefined) reply.header('last-modified', new Date(time).toUTCString());
  });
  return s3;
};

export const S3_ERRORS = {
  skewed: 'RequestTimeTooSkewed',
  unsigned: 'AccessDenied',
  unknownKey: 'InvalidAccessKeyId',
  wrongSignature: 'SignatureDoesNotMatch',
} as const;

type S3 = ReturnType<typeof createS3>;

const STATUS: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  InvalidAccessKeyId: 403,
  SignatureDoesNotMatch: 403,
  RequestTimeTooSkewed: 403,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  InternalError: 500,
  SlowDown: 503,
};

const refuse = (response: ServerResponse, status: number, error: string, message: string): void => {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${error}</Code><Message>${message}</Message></Error>`;
  response
    .writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
    .end(body);
};

const ask = async (s3: S3, method: 'PUT' | 'DELETE', path: readonly string[], payload?: Buffer): Promise<void> => {
  const { statusCode, body } = await s3.inject({
    method,
    url: `/${path.map(encodeURIComponent).join('/')}`,
    ...(payload && { headers: { 'content-type': BINARY }, payload }),
  });
  if (statusCode >= 300) throw new Error(`The local object store refused ${method} ${path.join('/')}: ${body}`);
};

export const startObjectStore = async (options: ObjectStoreOptions): Promise<ObjectStore> => {
  const { bucket, data } = options;
  const times = new Map<string, number>();
  const s3 = createS3(times);
  const uploaded = new Map<string, string>();

  const fileOf = (key: string): string => join(data, ...key.split('/').slice(1));

  const upload = async (paths?: readonly string[]): Promise<void> => {
    const files = await listObjects(options);
    const changed = paths && new Set(paths.map((path) => join(dirname(data), path)));
    const isChanged = (key: string): boolean => !changed || changed.has(fileOf(key));
    for (const [key, file] of [...files].filter(([key]) => isChanged(key))) {
      const object = await readObject(file);
      if (!object) continue;
      times.set(`${bucket}/${key}`, object.modifiedAt);
      if (uploaded.get(key) === object.digest) continue;
      await ask(s3, 'PUT', [bucket, ...key.split('/')], object.bytes);
      uploaded.set(key, object.digest);
    }
    for (const key of [...uploaded.keys()].filter((name) => !files.has(name) && isChanged(name))) {
      await ask(s3, 'DELETE', [bucket, ...key.split('/')]);
      uploaded.delete(key);
      times.delete(`${bucket}/${key}`);
    }
  };

  await ask(s3, 'PUT', [bucket]);
  await upload();
  const emulator = await startEmulatorServer({
    errors: S3_ERRORS,
    key: options.key,
    answer: (call, response) =>
      isSigned(call.request)
        ? s3.routing(replay(call), response)
        : refuse(response, 403, 'AccessDenied', 'Access Denied'),
    refuse: (response, { error, message = error, status = STATUS[error] ?? 400 }) =>
      refuse(response, status, error, message),
  });

  let last = Promise.resolve();
  return {
    ...emulator,
    refresh: (paths) => {
      const refreshed = last.then(() => upload(paths));
      last = refreshed.catch(() => undefined);
      return refreshed;
    },
    close: async () => {
      await emulator.close();
      await s3.close();
    },
  };
};
