import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { type BundledFile, bundleFunction } from './bundle-function.ts';
import { wrapBundle } from './code-cache/wrap-bundle.ts';
import { writeCodeCache } from './code-cache/write-code-cache.ts';
import { listFunctions } from './list-functions.ts';
import { writePackageList } from './notices/package-list.ts';
import { NOTICES_FILE, thirdPartyNotices } from './notices/third-party-notices.ts';
import { projectRoot } from './project-root.ts';
import { replaceFolder } from './replace-folder.ts';
import { isCurrent, writeStamp } from './stamp.ts';
import { buildValidators } from './validators.ts';

export interface BuildOptions {
  /** All of functions/, unless named. */
  readonly families?: readonly string[];
  /** Adds a V8 code cache: good for this version of Node on this processor alone, so not for what is deployed. */
  readonly codeCache?: boolean;
}

export interface BuiltFunctions {
  /** Holds a folder for each family, whose files are the root of its zip. */
  readonly folder: string;
  readonly families: readonly string[];
}

const dist = join(projectRoot, 'dist');

const writeFiles = async (folder: string, files: readonly BundledFile[]): Promise<void> => {
  for (const { path, text } of [...files, { path: 'package.json', text: '{"type":"commonjs"}\n' }]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

const buildFunction = async (family: string, folder: string, codeCache: boolean): Promise<void> => {
  const target = join(folder, family);
  if (await isCurrent(target)) return;
  const { files, inputs, packages } = await bundleFunction(family);
  const notices = { path: NOTICES_FILE, text: await thirdPartyNotices(packages) };
  const unfinished = join(dist, 'unfinished', randomUUID());
  try {
    await writeFiles(unfinished, [...(codeCache ? await wrapBundle(files) : files), notices]);
    if (codeCache) await writeCodeCache(family, unfinished);
    await replaceFolder(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await writePackageList(target, packages);
  await writeStamp(target, inputs);
};

/**
 * Bundles the functions, those that changed since they were last built: dist/functions/<family>/index.js with the
 * chunks that it loads lazily, or with a code cache dist/functions-cached/<family>.
 */
export const buildFunctions = async ({ families, codeCache = false }: BuildOptions = {}): Promise<BuiltFunctions> => {
  const folder = join(dist, codeCache ? 'functions-cached' : 'functions');
  const chosen = families ?? (await listFunctions());
  await withBuildLock(async () => {
    for (const family of chosen) {
      await buildValidators(family);
      await buildFunction(family, folder, codeCache);
    }
  });
  return { folder, families: chosen };
};
