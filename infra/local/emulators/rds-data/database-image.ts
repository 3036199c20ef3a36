import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs';

/**
 * The files of a database in memory that threads share: a line of JSON with the path and size of each file, then the bytes
 * of all files. A path that ends in a slash is a folder.
 */
export type DatabaseImage = Uint8Array<SharedArrayBuffer>;

/** PostgreSQL as a compiled WebAssembly module. */
export type Postgres = NonNullable<PGliteOptions['pgliteWasmModule']>;

type Entry = readonly [path: string, size: number];

const LINE_FEED = 0x0a;

/** Postgres needs few buffers of its own, because its files are in memory, too. Each start clears all buffers. */
const SETTINGS = ['-c', 'shared_buffers=8MB'];

/** Write-ahead log segments of 1 MB instead of 16 MB, because each start of a database copies the whole image. */
const SMALL_LOG = ['--wal-segsize=1'];

const readEntries = (image: DatabaseImage) => {
  const start = image.indexOf(LINE_FEED) + 1;
  const entries: readonly Entry[] = JSON.parse(Buffer.from(image.subarray(0, start)).toString());
  return { entries, bytes: image.slice(start) };
};

/** A file system in memory that begins with the files of an image. Its files are parts of one copy of the image. */
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
    let at = 0;
    for (const [path, size] of entries) {
      const target = `${PGlite.paths.PGDATA}/${path}`;
      if (path.endsWith('/')) files.mkdirTree(target);
      else files.writeFile(target, bytes.subarray(at, at + size), { canOwn: true });
      at += size;
    }
  }
}

/** Starts a database from an image of its files, and from the compiled program if there is one. */
export const startDatabase = (image: DatabaseImage, postgres?: Postgres): Promise<PGlite> =>
  PGlite.create({
    fs: new ImageFiles(image),
    startParams: [...PGlite.defaultStartParams, ...SETTINGS],
    ...(postgres && { pgliteWasmModule: postgres }),
  });

/** Creates an empty database, which takes seconds. */
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

/** Reads the files in a folder, and in its own folders. */
const readFiles = (database: PGlite, folder = ''): readonly DatabaseFile[] => {
  const { FS } = database.Module;
  const names: readonly string[] = FS.readdir(`${PGlite.paths.PGDATA}/${folder}`);
  return names.flatMap((name): readonly DatabaseFile[] => {
    if (name === '.' || name === '..') return [];
    const path = `${folder}${name}`;
    const file = `${PGlite.paths.PGDATA}/${path}`;
    if (FS.isFile(FS.stat(file).mode)) return [{ path, bytes: FS.readFile(file) }];
    return [{ path: `${path}/`, bytes: NO_BYTES }, ...readFiles(database, `${path}/`)];
  });
};

/** Returns an image of the files of a database. */
export const dumpImage = (database: PGlite): DatabaseImage => {
  const files = readFiles(database);
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
