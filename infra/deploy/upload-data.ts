import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { HeadObjectCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { refuseLargeDocument, refuseLargeFile } from '../../shared/sources/s3/size-limits.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { findFile, listPaths } from '../dashboard/folder/find-file.ts';
import { objectsOf } from '../stack/sources.ts';
import { formatBytes } from '../terminal/format-table.ts';
import { deleteObjects } from './aws/bucket-objects.ts';
import { clientOf, explained } from './aws/call-service.ts';

interface DataFile {
  readonly name: string;
  readonly key: string;
  readonly bytes: Uint8Array;
  /** MD5 in hexadecimal. It equals the ETag of an object that S3 encrypts with its own key. */
  readonly md5: string;
  readonly sha256: string;
}

const isSeed = (name: string): boolean => /\.sql$/i.test(name);

const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.'));

/**
 * True for the files in data/lake/, with which the local stack emulates the lake. The real lake does not belong to the
 * dashboard.
 */
const isOfLake = (name: string): boolean => name.startsWith('lake/');

const keysOf = (dashboard: LoadedDashboard): ReadonlySet<string> => new Set(objectsOf(dashboard).map(({ key }) => key));

const digest = (algorithm: 'md5' | 'sha256', bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex');

const isDocument = (name: string): boolean => /\.json$/i.test(name);

const isReadInParts = (name: string): boolean => /\.parquet$/i.test(name);

/** @throws Error with the file's size and limit. */
const refuseLarge = (file: string, size: number, memory: number): void => {
  try {
    if (isDocument(file)) refuseLargeDocument(size);
    else if (!isReadInParts(file)) refuseLargeFile(size, memory);
  } catch (error) {
    if (!(error instanceof WallfeedError)) throw error;
    const [{ message, hint = '' } = { message: '' }] = error.details;
    throw new Error(`${file} has ${size.toLocaleString('en')} bytes: ${message} (${hint})`);
  }
};

/** Links to folders are not followed, as in the local stack. */
const linkToFolder = (path: string): string =>
  `${path} is a link to a folder: only links to files are followed (move the folder here, or link its files)`;

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

const readDataFile = async ({ folder, name: dashboard, memory }: LoadedDashboard, name: string): Promise<DataFile> => {
  const path = join(folder, 'data', name);
  if (await isFolder(path)) throw new Error(linkToFolder(path));
  const found = await findFile(folder, 'data', name);
  if ('message' in found) throw new Error(`${path}: ${found.message} (${found.hint})`);
  const { size } = await stat(found.file);
  refuseLarge(found.file, size, memory);
  const bytes = await readFile(found.file);
  return { name, key: `${dashboard}/${name}`, bytes, md5: digest('md5', bytes), sha256: digest('sha256', bytes) };
};

/**
 * Lists the files of a dashboard's data/ to upload, sorted by name, without database seeds. Leaves out hidden files and
 * files of data/lake/ that no endpoint reads.
 * @throws Error for a file that the functions could not read: a file that is too large, or a link that leads out of
 * data/.
 */
const listData = async (dashboard: LoadedDashboard): Promise<readonly DataFile[]> => {
  const used = keysOf(dashboard);
  const names = (await listPaths(join(dashboard.folder, 'data'))).filter(
    (name) => !isSeed(name) && (!(isHidden(name) || isOfLake(name)) || used.has(`${dashboard.name}/${name}`)),
  );
  const files: DataFile[] = [];
  for (const name of names) files.push(await readDataFile(dashboard, name));
  return files;
};

interface StoredObject {
  readonly key: string;
  readonly size: number;
  /**
   * The ETag without its quotes. It is the MD5 of the content if S3 encrypts with its own key and the object was
   * uploaded in one piece.
   */
  readonly etag: string;
}

const listObjects = (client: S3Client, bucket: string, prefix: string): Promise<ReadonlyMap<string, StoredObject>> =>
  explained(`listing s3://${bucket}/${prefix}`, async () => {
    const pages = await Array.fromAsync(paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }));
    const objects = pages.flatMap(({ Contents = [] }) =>
      Contents.map(({ Key: key = '', Size: size = 0, ETag = '' }) => ({ key, size, etag: ETag.replaceAll('"', '') })),
    );
    return new Map(objects.map((object) => [object.key, object]));
  });

/** CSV has no charset, because a file may be in any encoding. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.json': 'application/json',
};

const contentTypeOf = (name: string): string =>
  CONTENT_TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';

export interface UploadOptions {
  readonly dashboard: LoadedDashboard;
  readonly bucket: string;
  readonly region: string;
  /** Deletes objects of the dashboard that have no file in data/. */
  readonly prune: boolean;
  /** Gets a line for each file, and a summary at the end. */
  readonly print: (line: string) => void;
}

/** Metadata key for the digest of an object's content. Unlike an ETag, the digest is the same with any encryption. */
const DIGEST = 'wallfeed-sha256';

interface Bucket {
  readonly client: S3Client;
  readonly name: string;
}

const storedDigest = ({ client, name }: Bucket, key: string): Promise<string | undefined> =>
  explained(`reading s3://${name}/${key}`, async () => {
    const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: name, Key: key }));
    return Metadata?.[DIGEST];
  });

/** Compares the ETag if it is an MD5, and otherwise, as with KMS, the digest in the metadata. */
const isUnchanged = async (bucket: Bucket, file: DataFile, stored: StoredObject | undefined): Promise<boolean> => {
  if (!stored || stored.size !== file.bytes.length) return false;
  return stored.etag === file.md5 || (await storedDigest(bucket, file.key)) === file.sha256;
};

const put = ({ client, name }: Bucket, { name: file, key, bytes, sha256 }: DataFile): Promise<unknown> =>
  explained(`writing s3://${name}/${key}`, () =>
    client.send(
      new PutObjectCommand({
        Bucket: name,
        Key: key,
        Body: bytes,
        ContentType: contentTypeOf(file),
        Metadata: { [DIGEST]: sha256 },
      }),
    ),
  );

/**
 * Deletes objects without a file in data/ if `prune` is set, and only counts them otherwise. Some come from deleted
 * files, some are folders that the AWS console created.
 */
const pruneGone = async (bucket: Bucket, gone: readonly string[], { prune, print }: UploadOptions): Promise<string> => {
  if (gone.length === 0) return '';
  if (!prune)
    return `; ${pluralize(gone.length, 'object')} without a file in data/ not deleted (use --prune to delete)`;
  await deleteObjects(
    bucket.client,
    bucket.name,
    gone.map((Key) => ({ Key })),
  );
  for (const key of gone) print(`  deleted   ${key}`);
  return `; ${pluralize(gone.length, 'object')} without a file in data/ deleted`;
};

/**
 * Uploads files that changed since the last upload, each to `<dashboard>/<file>`.
 * @throws Error if a file is too large (before the first upload), or if S3 refuses an upload.
 */
export const uploadData = async (options: UploadOptions): Promise<void> => {
  const { dashboard, region, print } = options;
  const files = await listData(dashboard);
  const bucket: Bucket = { client: clientOf(S3Client, { region }), name: options.bucket };
  const prefix = `${dashboard.name}/`;
  const stored = await listObjects(bucket.client, bucket.name, prefix);
  let uploaded = 0;
  for (const [index, file] of files.entries()) {
    const unchanged = await isUnchanged(bucket, file, stored.get(file.key));
    if (!unchanged) await put(bucket, file);
    uploaded += Number(!unchanged);
    print(
      `  ${unchanged ? 'unchanged' : 'uploaded '} ${file.name} (${index + 1} of ${files.length}, ${formatBytes(file.bytes.length)})`,
    );
  }
  const names = new Set(files.map(({ key }) => key));
  const rest = await pruneGone(
    bucket,
    [...stored.keys()].filter((key) => !names.has(key)),
    options,
  );
  print(`s3://${bucket.name}/${prefix}: ${uploaded} uploaded, ${files.length - uploaded} unchanged${rest}`);
};
