import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs';

/**
 * The files of a database in memory that threads share: a line of JSON with the path and size of each file, then the bytes
 * of all files. A path that ends in a slash is a folder.
 */
export type DatabaseImage = Uint8Array<SharedArrayBuffer>;

export type Postgres = NonNullable<PGliteOptions['pgliteWasmModule']>;

type Entry = readonly [path: string, size: number];

const LINE_FEED = 0x0a;

/** Postgres needs few buffers of its own, because its files are in memory, too. Each start clears all buffers. */
const SETTINGS = ['-c', 'shared_buffers=8MB'];

/** Write-ahead log segments of 1 MB instead of 16 MB, which keep the image small. */
const SMALL_LOG = ['--wal-segsize=1'];

const readEntries = (image: DatabaseImage) => {
  const start = image.indexOf(LINE_FEED) + 1;
  const entries: readonly Entry[] = JSON.parse(Buffer.from(image.subarray(0, start)).toString());
  return { entries, bytes: image.subarray(start) };
};

type Files = PGlite['Module']['FS'];

type Write = (...args: readonly unknown[]) => number;

interface FileNode {
  readonly mode: number;
  contents: Uint8Array;
  usedBytes: number;
  stream_ops: { readonly write: Write };
}

interface FolderNode {
  readonly mode: number;
  readonly contents: Readonly<Record<string, FileNode | FolderNode>>;
  readonly node_ops: {
    mknod(parent: FolderNode, name: string, mode: number, device: number): FileNode;
  };
}

const FILE_MODE = 0o100666;

const folderNode = (files: Files, path: string): FolderNode =>
  files.lookupPath(`${PGlite.paths.PGDATA}/${path}`).node as unknown as FolderNode;

/** Makes a file from a part of an image. The file gets bytes of its own before it is written. */
const makeFile = (folder: FolderNode, name: string, bytes: Uint8Array): void => {
  const node = folder.node_ops.mknod(folder, name, FILE_MODE, 0);
  const { stream_ops: given } = node;
  const write: Write = (...args) => {
    if (node.contents.buffer instanceof SharedArrayBuffer) node.contents = node.contents.slice();
    return given.write(...args);
  };
  Object.assign(node, { contents: bytes, usedBytes: bytes.length, stream_ops: { ...given, write } });
};

/**
 * A file system in memory that begins with the files of an image. The image is not copied, because PostgreSQL writes few of
 * its files.
 */
class ImageFiles extends EmscriptenBuiltinFilesystem {
  readonly #image: DatabaseImage;

  constructor(image: DatabaseImage) {
    super();
    this.#image = image;
  }

  override async initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS;
    if (!files) return;
    const { entries, bytes } = readEntries(this.#image);
    const folders = new Map<string, FolderNode>();
    const makeFolder = (path: string): FolderNode => {
      files.mkdirTree(`${PGlite.paths.PGDATA}/${path}`);
      const folder = folderNode(files, path);
      folders.set(path, folder);
      return folder;
    };
    let at = 0;
    for (const [path, size] of entries) {
      const nameAt = path.lastIndexOf('/') + 1;
      const parent = path.slice(0, nameAt);
      const folder = folders.get(parent) ?? makeFolder(parent);
      if (nameAt < path.length) makeFile(folder, path.slice(nameAt), bytes.subarray(at, at + size));
      at += size;
    }
  }
}

export const startDatabase = (image: DatabaseImage, postgres?: Postgres): Promise<PGlite> =>
  PGlite.create({
    fs: new ImageFiles(image),
    startParams: [...PGlite.defaultStartParams, ...SETTINGS],
    ...(postgres && { pgliteWasmModule: postgres }),
  });

/** Takes seconds. */
export const createDatabase = async (postgres: Postgres): Promise<PGlite> => {
  const database = await PGlite.create({ initDbStartParams: SMALL_LOG, pgliteWasmModule: postgres });
  await database.exec('checkpoint');
  return database;
};

/** A file of a database. A folder has no bytes, and its path ends in a slash. */
interface DatabaseFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const NO_BYTES = new Uint8Array();

const findFiles = (files: Files, folder: FolderNode, path: string): readonly DatabaseFile[] =>
  Object.entries(folder.contents).flatMap(([name, node]): readonly DatabaseFile[] => {
    const own = `${path}${name}`;
    if (!files.isFile(node.mode))
      return [{ path: `${own}/`, bytes: NO_BYTES }, ...findFiles(files, node as FolderNode, `${own}/`)];
    const { contents, usedBytes } = node as FileNode;
    return [{ path: own, bytes: contents.subarray(0, usedBytes) }];
  });

export const dumpImage = (database: PGlite): DatabaseImage => {
  const { FS } = database.Module;
  const files = findFiles(FS, folderNode(FS, ''), '');
  const entries = files.map(({ path, bytes }): Entry => [path, bytes.length]);
  const head = Buffer.from(`${JSON.stringify(entries)}\n`);
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, head.length);
  const image = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const bytes of [head, ...files.map((file) => file.bytes)]) {
    image.set(bytes, at);
    at += bytes.length;
  }
  return image;
};
