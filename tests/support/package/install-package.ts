import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { linkFolder } from '../../../infra/program/write-files.ts';
import { type Outcome, startCommandProcess } from '../start-command-process.ts';
import { type StartProcess, watchProcess } from '../start-process.ts';

/** In a temporary folder, for a user without AWS credentials. */
export interface Installation {
  readonly tarball: string;
  readonly project: string;
  readonly cache: string;
  readonly run: (folder: string, ...args: readonly string[]) => Promise<Outcome>;
  /** One after another, in one process. */
  readonly runAll: (lines: readonly (readonly string[])[]) => Promise<readonly Outcome[]>;
  readonly serve: (...args: readonly string[]) => StartProcess;
  readonly execute: (file: string, args: readonly string[]) => Promise<Outcome>;
  readonly remove: () => Promise<void>;
}

/** The tests replace these programs by scripts that only write the address to a file. */
const OPENERS = ['xdg-open', 'open'];

export const OPENED = 'opened.txt';

/** Returns the environment of a user who has Node 24: without variables of npm, Jest or AWS, but with certificates. */
const usersEnvironment = (folder: string): NodeJS.ProcessEnv => {
  const ownVariables = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|NODE_(?!EXTRA_CA_CERTS)|JEST_|AWS_|INIT_CWD)/i.test(name),
  );
  const path = process.env.PATH?.split(delimiter).filter((entry) => !entry.includes('node_modules'));
  const PATH = [join(folder, 'bin'), dirname(process.execPath), ...(path ?? [])].join(delimiter);
  const own = { PATH, HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') };
  return {
    ...Object.fromEntries(ownVariables),
    ...own,
    AWS_EC2_METADATA_DISABLED: 'true',
    WALL_TOKEN: 'wallfeed-demo',
  };
};

const writeOpeners = async (folder: string): Promise<void> => {
  await mkdir(join(folder, 'bin'));
  for (const name of OPENERS) {
    const script = `#!/bin/sh\necho "$1" >> '${join(folder, OPENED)}'\n`;
    await writeFile(join(folder, 'bin', name), script, { mode: 0o755 });
  }
};

interface LockedPackage {
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** npm unpacks each package again whose commands are missing. */
const COMMANDS = 'node_modules/.bin';

const TOP_LEVEL = /^node_modules\/(?!.*\/node_modules\/)/;

const listPackages = async (): Promise<readonly string[]> => {
  const text = await readFile(join(projectRoot, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, LockedPackage>> };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => TOP_LEVEL.test(path) && !dev && !link && existsSync(join(projectRoot, path)))
    .map(([path]) => path);
};

/**
 * Links the packages of the clone into a project, because npm would take most of its time to unpack them again. npm
 * still decides what the packed file needs: it installs what is missing, and removes what is not a dependency.
 */
const linkPackages = async (project: string): Promise<void> => {
  for (const path of await listPackages()) await linkFolder(join(projectRoot, path), join(project, path));
  await linkFolder(join(projectRoot, COMMANDS), join(project, COMMANDS));
};

/** Packs the project with the npm settings of this user, in an empty folder outside of any clone. */
export const installPackage = async (): Promise<Installation> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed package '));
  const [project, cache] = [join(folder, 'my project'), join(folder, 'cache')];
  const env = usersEnvironment(folder);
  const execute = (file: string, args: readonly string[], cwd = project, variables = env): Promise<Outcome> =>
    new Promise((resolve) => {
      const child = execFile(file, args, { cwd, env: variables, maxBuffer: 1e8 }, (failure, out, error) =>
        resolve({ code: failure ? Number(failure.code) : 0, out, error }),
      );
      child.stdin?.end();
    });
  const npm = async (cwd: string, ...args: readonly string[]): Promise<string> => {
    const { code, out, error } = await execute('npm', args, cwd, { ...env, HOME: homedir() });
    if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${error}`);
    return out;
  };
  await mkdir(project);
  await writeOpeners(folder);
  await npm(projectRoot, 'run', '--silent', 'build:package');
  const packed = await npm(projectRoot, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const tarball = join(folder, packed.trim());
  await linkPackages(project);
  await npm(project, 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', tarball);
  const bin = join(project, 'node_modules/.bin/wallfeed');
  const module = join(project, 'node_modules/wallfeed/dist/package/infra/cli/run-command-line.js');
  const commands = startCommandProcess({ module, folder: project, environment: env });
  return {
    tarball,
    project,
    cache,
    run: (below, ...args) => execute(bin, args, join(project, below)),
    runAll: (lines) => Promise.all(lines.map((line) => commands.run(line, env))),
    serve: (...args) => watchProcess(spawn(bin, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })),
    execute,
    remove: async () => {
      commands.close();
      // A process that is ending may still write compiled modules into the folder.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};
