import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { clonePath } from '../../program/program-files.ts';
import { posixPath } from '../../program/project-root.ts';
import { writeFileWhole } from '../../program/write-files.ts';

interface Stamp {
  readonly inputs: readonly string[];
  readonly digest: string;
}

const stampFile = (target: string): string => `${target}.stamp.json`;

const isOurs = (input: string): boolean => !input.startsWith('node_modules/');

const listTools = (): readonly string[] =>
  ['infra/build', 'infra/program'].flatMap((folder) =>
    readdirSync(clonePath(folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|[cm]js)$/.test(path))
      .map((path) => `${folder}/${posixPath(path)}`)
      .toSorted(),
  );

/** Several stamps may name the same files. Each file is read once. */
export interface Hashes {
  /** By the path from the project's root. */
  readonly file: (path: string) => string;
  /** Returns a text that changes if Node.js, an npm package or a tool of the build changes. */
  readonly tools: () => string;
}

export const createHashes = (): Hashes => {
  const known = new Map<string, string>();
  const read = (path: string): string =>
    createHash('sha256')
      .update(readFileSync(clonePath(path)))
      .digest('hex');
  const file = (path: string): string => {
    const hash = known.get(path) ?? read(path);
    known.set(path, hash);
    return hash;
  };
  let tools: string | undefined;
  const describe = (path: string): string => `${path} ${file(path)}`;
  return {
    file,
    tools: () => {
      tools ??= [process.version, process.arch, ...['package-lock.json', ...listTools()].map(describe)].join('\n');
      return tools;
    },
  };
};

const digestOf = (inputs: readonly string[], { file, tools }: Hashes): string => {
  const hash = createHash('sha256').update(tools());
  for (const path of inputs) hash.update(`\n${path} ${file(path)}`);
  return hash.digest('hex');
};

/** True if a new build would give the same output. False if `target` does not contain the file `main`. */
export const isCurrent = async (target: string, main = 'index.mjs', hashes = createHashes()): Promise<boolean> => {
  try {
    const { inputs, digest } = JSON.parse(await readFile(stampFile(target), 'utf8')) as Stamp;
    return digest === digestOf(inputs, hashes) && (await readdir(target)).includes(main);
  } catch {
    return false;
  }
};

export const writeStamp = async (target: string, inputs: readonly string[], hashes = createHashes()): Promise<void> => {
  const own = inputs.filter(isOurs);
  await writeFileWhole(
    stampFile(target),
    JSON.stringify({ inputs: own, digest: digestOf(own, hashes) } satisfies Stamp),
  );
};
