import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { COMMANDS } from '../../../infra/cli/commands.ts';
import { commandLine } from '../../../infra/program/command-line.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { runCommand, spawnCommand } from '../../support/run-command.ts';

test('every npm script runs the command of the same name', async () => {
  const { prepack, format, ...scripts } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')).scripts;
  const expected = Array.from(COMMANDS.keys(), (name) => [name, `node infra/cli/run.mjs ${name}`]);
  expect(scripts).toEqual({ ...Object.fromEntries(expected), start: 'node infra/cli/run.mjs start --demo' });
  expect(format).toBe('biome check --write .');
  expect(prepack).toBe('node infra/cli/run.mjs build:package');
});

test('every command that a file of infra/cli defines is in the table of commands', async () => {
  const folder = join(projectRoot, 'infra/cli');
  const table = await readFile(join(folder, 'commands.ts'), 'utf8');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const defined = files.flatMap((file, index) =>
    Array.from(texts[index]?.matchAll(/^export const (\w+) = define\w+\(/gm) ?? [], ([, name]) =>
      name === 'command' ? `import('./${file}')` : `import('./${file}')).${name} `,
    ),
  );
  const missing = defined.filter((loaded) => !table.includes(loaded));
  expect(missing.map((loaded) => `add an entry with ${loaded} to the table of infra/cli/commands.ts`)).toEqual([]);
  expect(defined.length).toBeGreaterThanOrEqual(COMMANDS.size / 2);
});

const LOCAL = ['check', 'components', 'console', 'cost', 'import', 'init', 'openapi', 'policy', 'verify'];

/** Prints the files of the AWS SDK that these commands load, as JSON. */
const PRINT_LOADED = `
  import { _cache } from 'node:module';
  import { COMMANDS } from './infra/cli/commands.ts';
  for (const name of ${JSON.stringify(LOCAL)}) await COMMANDS.get(name).load();
  console.log(JSON.stringify(Object.keys(_cache).filter((file) => /@(?:aws-sdk|smithy)/.test(file))));
`;

test('the commands that call no service of AWS load no client of it, which would double their start', async () => {
  const line = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', PRINT_LOADED];
  const { stdout } = await promisify(execFile)(process.execPath, line, { cwd: projectRoot });
  expect(JSON.parse(stdout)).toEqual([]);
});

test.each([...COMMANDS.keys()])('%s --help prints help and does nothing else', async (name) => {
  const { code, out, error } = await runCommand(name, ['--help']);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(new RegExp(`^Usage: ${commandLine(name)} .*\\n\\n[A-Z]`));
  expect(out).toContain('-h, --help');
  expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
});

test('a command line without a command gets the list of all commands, with the exit code 2', async () => {
  const { code, out, error } = await runCommand('', []);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  for (const name of COMMANDS.keys()) expect(error).toMatch(new RegExp(`^  ${name} `, 'm'));
});

test('--help lists all commands', async () => {
  const { code, out } = await runCommand('--help', []);
  expect(code).toBe(0);
  for (const name of COMMANDS.keys()) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
});

test.each([
  ['chek', '--dashboard', 'x'],
  ['chek', '--help'],
])('an unknown command is refused, with the nearest known name: %s %s', async (name, ...args) => {
  expect(await runCommand(name, args)).toEqual({
    code: 2,
    out: '',
    error: "unknown command 'chek' (Did you mean check?). For help: node infra/cli/run.mjs --help\n",
  });
});

test('the help of openapi shows a line that writes valid JSON to a file', async () => {
  const { out } = await runCommand('openapi', ['--help']);
  expect(out).toContain('npm run --silent openapi > openapi.json');
});

test.each([
  ['check', 2, /^There is no dashboard\.yml/],
  ['cost', 2, /^There is no dashboard\.yml/],
  ['chek', 2, /^unknown command 'chek'/],
  ['help', 0, /^$/],
])('the process of npm run %s ends by itself with the exit code %i', async (name, code, printed) => {
  const { code: ended, error } = await spawnCommand(name, []);
  expect([ended, error]).toEqual([code, expect.stringMatching(printed)]);
});
