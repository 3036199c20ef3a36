import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withLock } from '../../../infra/program/any-node.mjs';
import { installPackages } from '../../../infra/program/install-packages.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { writeFileWhole } from '../../../infra/program/write-files.ts';

const run = promisify(execFile);

const source = fileURLToPath(new URL('./packages/', import.meta.url));
/** Apart from the packages that every clone installs. */
export const browserFolder = join(projectRoot, 'dist', 'browser');

/** Installs the browser and the font, unless they are installed. */
export const installBrowser = (): Promise<void> => installPackages(source, browserFolder);

const fontsOf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/${COMPLETE}/fonts</dir>
  <dir>${folder}/node_modules/@expo-google-fonts/noto-sans-sc/400Regular</dir>
  <dir>${folder}/node_modules/@expo-google-fonts/noto-sans-sc/600SemiBold</dir>
  <cachedir>${folder}/${COMPLETE}/font-cache</cachedir>
</fontconfig>
`;

export interface UnpackedBrowser {
  readonly executablePath: string;
  /** The browser finds its libraries and fonts by these variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `UNFINISHED` is the prefix of folders into which a browser is being unpacked. */
const [COMPLETE, UNFINISHED] = ['chromium', 'unfinished-'];

const SCRIPT = fileURLToPath(new URL('./unpack-browser.mjs', import.meta.url));

const deleteUnfinished = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED));
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
};

/** Unpacks the browser into a folder of its own, which is renamed once it is complete. */
const unpack = async (folder: string): Promise<void> => {
  await deleteUnfinished(folder);
  const unfinished = join(folder, UNFINISHED + randomUUID());
  await mkdir(unfinished);
  await run(process.execPath, [SCRIPT, folder], { env: { ...process.env, TMPDIR: unfinished } });
  await rename(unfinished, join(folder, COMPLETE));
};

/**
 * Unpacks the installed browser with the libraries and fonts that it needs, so that it runs on a bare system. If
 * several processes start at once, only one of them unpacks it.
 */
export const unpackBrowser = async (folder = browserFolder): Promise<UnpackedBrowser> => {
  const complete = join(folder, COMPLETE);
  await withLock(`${folder}.lock`, async () => {
    if (!existsSync(complete)) await unpack(folder);
  });
  const fonts = join(complete, 'fonts.conf');
  await writeFileWhole(fonts, fontsOf(folder));
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(complete, 'al2023', 'lib'),
    FONTCONFIG_FILE: fonts,
    HOME: complete,
  };
  return { executablePath: join(complete, 'chromium'), env };
};
