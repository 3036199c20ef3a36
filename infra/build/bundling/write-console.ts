import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { projectRoot } from '../../program/project-root.ts';
import { withBuildLock } from '../../program/work-folder.ts';
import { replaceFolder } from '../../program/write-files.ts';
import { isCurrent, writeStamp } from './stamp.ts';

const PAGE = 'infra/console/page';
const DOCUMENT = 'index.html';
const FRAME = `${PAGE}/frame/frame.html`;
/** The world's countries, with Chinese names. The console reads this file when it draws a map. */
const WORLD_MAP = 'node_modules/@surbowl/world-geo-json-zh/world.zh.json';

const COMMON = {
  absWorkingDir: projectRoot,
  bundle: true,
  target: 'es2022',
  minify: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'silent',
} as const satisfies BuildOptions;

const bundlePage = async (folder: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: [
      { in: `${PAGE}/main.ts`, out: 'console' },
      { in: `${PAGE}/styles/console.css`, out: 'console' },
    ],
    outdir: folder,
    format: 'esm',
    charset: 'utf8',
    splitting: true,
    chunkNames: '[name]',
  });
  return Object.keys(metafile.inputs);
};

/** Puts the script inside, because a document without an origin cannot load files of the page. */
const bundleFrame = async (folder: string): Promise<readonly string[]> => {
  const { metafile, outputFiles } = await build({
    ...COMMON,
    entryPoints: [`${PAGE}/frame/frame.ts`],
    format: 'iife',
    legalComments: 'inline',
    write: false,
  });
  const document = await readFile(join(projectRoot, FRAME), 'utf8');
  const script = outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  const parts = document.split('</body>');
  await writeFile(join(folder, 'frame.html'), parts.join(`  <script nonce="NONCE">${script}</script>\n  </body>`));
  return [...Object.keys(metafile.inputs), FRAME];
};

const write = async (target: string): Promise<void> => {
  const unfinished = join(projectRoot, 'dist', 'unfinished', randomUUID());
  try {
    await mkdir(unfinished, { recursive: true });
    const inputs = [...(await bundlePage(unfinished)), ...(await bundleFrame(unfinished))];
    await copyFile(join(projectRoot, PAGE, DOCUMENT), join(unfinished, DOCUMENT));
    await copyFile(join(projectRoot, WORLD_MAP), join(unfinished, 'world.json'));
    await replaceFolder(unfinished, target);
    await writeStamp(target, [...inputs, `${PAGE}/${DOCUMENT}`]);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};

/** Skips a page that is current. */
export const writeConsole = async (target: string): Promise<void> => {
  if (await isCurrent(target, DOCUMENT)) return;
  await withBuildLock(async () => {
    if (!(await isCurrent(target, DOCUMENT))) await write(target);
  });
};
