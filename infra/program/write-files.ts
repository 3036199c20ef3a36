import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import {
  chmod,
  cp,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { explainWriteError } from '../terminal/fail.ts';

/** Prevents that another process reads half of the file. */
export const writeFileWhole = async (path: string, content: string | Uint8Array): Promise<void> => {
  const unfinished = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(unfinished, content);
  await rename(unfinished, path);
};

const MAX_STORED_FILES = 200;

/** Deletes the files of a folder that were used least recently, so that it does not grow without end. */
const removeOldest = async (folder: string): Promise<void> => {
  const files = (await readdir(folder)).map((name) => join(folder, name));
  if (files.length <= MAX_STORED_FILES) return;
  const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const oldest = dated.sort((one, other) => other.at - one.at).slice(MAX_STORED_FILES);
  await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
};

/**
 * Returns the content of a file whose name has a hash of all inputs. If no earlier run has stored the file, makes the
 * content, and stores it. A content that cannot be stored is made again next time.
 */
export const makeOnce = async (
  folder: string,
  name: string,
  make: () => Promise<Uint8Array> | Uint8Array,
): Promise<Uint8Array> => {
  const file = join(folder, name);
  const known = await readFile(file).catch(() => undefined);
  if (known) {
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return known;
  }
  const content = await make();
  await writeFileWhole(file, content)
    .then(() => removeOldest(folder))
    .catch(() => undefined);
  return content;
};

export const replaceFolder = async (finished: string, target: string): Promise<void> => {
  const before = `${finished}.before`;
  await mkdir(dirname(target), { recursive: true });
  await rename(target, before).catch(() => undefined);
  await rename(finished, target);
  await rm(before, { recursive: true, force: true });
};

/** Links a file or a symbolic link, or copies it where the system allows no link, such as to another disk. */
const linkFile = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => cp(from, to, { verbatimSymlinks: true }));

/** Links the files of a folder into a new folder, which is several times cheaper than to copy them. */
export const linkFolder = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  const linked = entries.map((entry) =>
    (entry.isDirectory() ? linkFolder : linkFile)(join(from, entry.name), join(to, entry.name)),
  );
  await Promise.all(linked);
};

/** By their paths below a folder. */
export type NewFiles = Readonly<Record<string, string | Uint8Array>>;

/** Lists paths from the highest folder: `a`, `a/b`, `a/b/c.csv`. */
const stepsTo = (path: string): readonly string[] =>
  path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));

const refuseLinks = async (folder: string, path: string, again: string): Promise<void> => {
  for (const step of stepsTo(path)) {
    const found = await lstat(join(folder, step)).catch(() => undefined);
    if (found?.isSymbolicLink()) throw new Error(`${step} is a link; remove it, and ${again} again`);
  }
};

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

/** Avoids `recursive`, with which mkdir would never end in /proc. Adds each folder to `made`. */
const createFolder = async (path: string, made: string[]): Promise<void> => {
  if (await isFolder(path)) return;
  await createFolder(dirname(path), made);
  await mkdir(path);
  made.push(path);
};

/** Throws the system error for a path that cannot be replaced, such as a folder, before other files are replaced. */
const findReplaced = async (target: string): Promise<Stats | undefined> => {
  const found = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found?.isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR', errno: constants.errno.EISDIR });
  return found;
};

/** Writes a temporary file into the folder of its target, with the permissions of the file that it will replace. */
const writeBeside = async (target: string, content: string | Uint8Array): Promise<string> => {
  const unfinished = join(dirname(target), `.${randomUUID()}`);
  const replaced = await findReplaced(target);
  await writeFile(unfinished, content, { flag: 'wx' });
  if (replaced) await chmod(unfinished, replaced.mode);
  return unfinished;
};

/**
 * Writes files and the folders that they need, all or none, and never through a link. `nameOf` names a path in messages.
 * If a link is in the way, the message ends with `again`: what the user does after removing it, such as `try`.
 * @throws Error with a sentence for the user.
 */
export const writeFiles = async (
  folder: string,
  files: NewFiles,
  nameOf: (path: string) => string = (path) => path,
  again = 'try',
): Promise<void> => {
  const made: string[] = [];
  const unfinished: (readonly [from: string, path: string])[] = [];
  let current = '';
  try {
    for (const [path, content] of Object.entries(files)) {
      current = path;
      await refuseLinks(folder, path, again);
      await createFolder(dirname(join(folder, path)), made);
      unfinished.push([await writeBeside(join(folder, path), content), path]);
    }
    for (const [from, path] of unfinished) {
      current = path;
      await rename(from, join(folder, path));
    }
  } catch (error) {
    const leftOver = [...unfinished.map(([from]) => from), ...made];
    for (const path of leftOver) await rm(path, { recursive: true, force: true }).catch(() => undefined);
    throw explainWriteError(error, nameOf(current));
  }
};
