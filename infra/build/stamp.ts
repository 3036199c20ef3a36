import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { writeFileWhole } from './write-file-whole.ts';

/** What a build was made of: its own sources, and a digest of them with the tools that were used. */
interface Stamp {
  readonly inputs: readonly string[];
  readonly digest: string;
}

const stampFile = (target: string): string => `${target}.stamp.json`;

/** Of packages the lockfile speaks. */
const isOurs = (input: string): boolean => !input.startsWith('node_modules/');

const listTools = async (): Promise<readonly string[]> =>
  (await readdir(join(projectRoot, 'infra/build'), { recursive: true }))
    .filter((path) => /\.(ts|[cm]js)$/.test(path))
    .map((path) => `infra/build/${path}`);

const digestOf = async (inputs: readonly string[]): Promise<string> => {
  const hash = createHash('sha256').update(`${process.version} ${process.arch}`);
  for (const path of ['package-lock.json', ...(await listTools()).toSorted(), ...inputs]) {
    hash.update(`\n${path}\n`).update(await readFile(join(projectRoot, path)));
  }
  return hash.digest('hex');
};

/** Whether what was built at `target` is what building it again would make. */
export const isCurrent = async (target: string): Promise<boolean> => {
  try {
    const { inputs, digest } = JSON.parse(await readFile(stampFile(target), 'utf8')) as Stamp;
    return digest === (await digestOf(inputs)) && (await readdir(target)).includes('index.mjs');
  } catch {
    return false;
  }
};

/** Notes what the build at `target` was made of. */
export const writeStamp = async (target: string, inputs: readonly string[]): Promise<void> => {
  const own = inputs.filter(isOurs);
  await writeFileWhole(stampFile(target), JSON.stringify({ inputs: own, digest: await digestOf(own) } satisfies Stamp));
};
