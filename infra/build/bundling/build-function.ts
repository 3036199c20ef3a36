import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import type { Samples } from '../../../shared/function/samples.ts';
import { writePackageList } from '../notices/package-list.ts';
import { NOTICES_FILE, thirdPartyNotices } from '../notices/third-party-notices.ts';
import { replaceFolder } from '../replace-folder.ts';
import { workFolder } from '../work-folder.ts';
import { type Bundle, type BundledFile, bundleFunction } from './bundle-function.ts';
import { collectSamples } from './collect-samples.ts';
import { isCurrent, writeStamp } from './stamp.ts';

const readEntry = async (): Promise<string> => {
  const source = await readFile(new URL('./entry.mjs', import.meta.url), 'utf8');
  return (await transform(source, { minify: true, platform: 'node', target: 'node24' })).code;
};

const writeFiles = async (folder: string, files: readonly BundledFile[]): Promise<void> => {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

/** Writes the files that a function has besides its bundle. */
const furtherFiles = async (samples: Samples, packages: Bundle['packages']): Promise<readonly BundledFile[]> => [
  { path: 'index.mjs', text: await readEntry() },
  { path: 'samples.json', text: JSON.stringify(samples) },
  { path: NOTICES_FILE, text: await thirdPartyNotices(packages) },
  { path: 'package.json', text: '{"type":"commonjs"}\n' },
];

/** Builds the function of a family into its folder below `folder`, unless an up-to-date build is there. */
export const buildFunction = async (family: string, folder: string): Promise<void> => {
  const target = join(folder, family);
  if (await isCurrent(target)) return;
  const [{ files, inputs, packages }, collected] = await Promise.all([bundleFunction(family), collectSamples(family)]);
  const unfinished = join(workFolder, 'unfinished', randomUUID());
  try {
    await writeFiles(unfinished, [...files, ...(await furtherFiles(collected.samples, packages))]);
    await replaceFolder(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await writePackageList(target, packages);
  await writeStamp(target, [...inputs, ...collected.inputs]);
};
