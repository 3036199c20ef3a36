import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { posixPath, projectRoot } from '../project-root.ts';
import { writeFileWhole } from '../write-files.ts';

/** Identifies a build: its source files, and a digest of these files and of the tools. */
interface Stamp {
  readonly inputs: readonly string[];
  readonly digest: string;
}

const stampFile = (target: string): string => `${target}.stamp.json`;

/** True for files of this project. The stamp has the hash of the lockfile in place of the files of npm packages. */
const isOurs = (input: string): boolean => !input.startsWith('node_modules/');

const listTools = async (): Promise<readonly string[]> =>
  (await readdir(join(projectRoot, 'infra/build'), { recursive: true }))
    .filter((path) => /\.(ts|[cm]js)$/.test(path))
    .map((path) => `infra/build/${posixPath(path)}`);

const digestOf = async (inputs: readonly string[]): Promise<string> => {
  const hash = createHash('sha256').update(`${process.version} ${process.arch}`);
  for (const path of ['package-lock.json', ...(await listTools()).toSorted(), ...inputs]) {
    hash.update(`\n${path}\n`).update(await readFile(join(projectRoot, path)));
  }
  return hash.digest('hex');
};

/** True if a new build would give the same output as the one at `target`, which contains the file `main`. */
export const isCurrent = async (target: string, main = 'index.mjs'): Promise<boolean> => {
  try {
    const { inputs, digest } = JSON.parse(await readFile(stampFile(target), 'utf8')) as Stamp;
    return digest === (await digestOf(inputs)) && (await readdir(target)).includes(main);
  } catch {
    return false;
  }
};

/** Writes the stamp of the build at `target`. */
export const writeStamp = async (target: string, inputs: readonly string[]): Promise<void> => {
  const own = inputs.filter(isOurs);
  await writeFileWhole(stampFile(target), JSON.stringify({ inputs: own, digest: await digestOf(own) } satisfies Stamp));
};
