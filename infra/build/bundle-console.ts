import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { withBuildLock } from './build-lock.ts';
import { projectRoot } from './project-root.ts';
import { replaceFolder } from './replace-folder.ts';
import { isCurrent, writeStamp } from './stamp.ts';

const PAGE = 'infra/console/page';
const DOCUMENT = 'index.html';
const dist = join(projectRoot, 'dist');

const bundle = async (folder: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [
      { in: `${PAGE}/main.ts`, out: 'console' },
      { in: `${PAGE}/styles/console.css`, out: 'console' },
    ],
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'linked',
    metafile: true,
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs).sort();
};

const write = async (target: string): Promise<void> => {
  const unfinished = join(dist, 'unfinished', randomUUID());
  try {
    await mkdir(unfinished, { recursive: true });
    const inputs = await bundle(unfinished);
    await copyFile(join(projectRoot, PAGE, DOCUMENT), join(unfinished, DOCUMENT));
    await replaceFolder(unfinished, target);
    await writeStamp(target, [...inputs, `${PAGE}/${DOCUMENT}`]);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};

/** Bundles the console's page into dist/console, unless it is there and current. Returns the folder. */
export const bundleConsole = async (): Promise<string> => {
  const target = join(dist, 'console');
  if (!(await isCurrent(target, DOCUMENT))) await withBuildLock(() => write(target));
  return target;
};
