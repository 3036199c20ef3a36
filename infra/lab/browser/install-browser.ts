import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installPackages } from '../../build/install-packages.ts';
import { projectRoot } from '../../build/project-root.ts';

const run = promisify(execFile);

const source = fileURLToPath(new URL('./packages/', import.meta.url));
/** The folder of the browser, apart from the packages that every clone installs. */
export const browserFolder = join(projectRoot, 'dist', 'browser');

/** Installs the browser and the font, unless they are installed. */
export const installBrowser = (): Promise<void> => installPackages(source, browserFolder);

const fontsOf = (unpacked: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${unpacked}/fonts</dir>
  <dir>${browserFolder}/node_modules/@expo-google-fonts/noto-sans-sc/400Regular</dir>
  <dir>${browserFolder}/node_modules/@expo-google-fonts/noto-sans-sc/600SemiBold</dir>
  <cachedir>${unpacked}/font-cache</cachedir>
</fontconfig>
`;

/** A browser that can be started. */
export interface UnpackedBrowser {
  readonly executablePath: string;
  /** Variables with which the browser finds its libraries and fonts. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Unpacks the installed browser with the libraries and fonts that it needs, so that it runs on a bare system. */
export const unpackBrowser = async (): Promise<UnpackedBrowser> => {
  const unpacked = join(browserFolder, 'unpacked');
  await mkdir(unpacked, { recursive: true });
  const script = fileURLToPath(new URL('./unpack-browser.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, [script, browserFolder], {
    env: { ...process.env, TMPDIR: unpacked },
  });
  const fonts = join(unpacked, 'fonts.conf');
  await writeFile(fonts, fontsOf(unpacked));
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'),
    FONTCONFIG_FILE: fonts,
    HOME: unpacked,
  };
  return { executablePath: stdout.trim(), env };
};
