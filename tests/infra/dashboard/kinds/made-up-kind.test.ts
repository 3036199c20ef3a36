import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import { writeFiles } from '../../../../infra/program/write-files.ts';
import { type CommandProcess, startCommandProcess } from '../../../support/start-command-process.ts';

const execute = promisify(execFile);

const KIND = `export const kind = {
  name: 'fixed',
  keys: { source: { title: 'One number', description: 'a whole number', examples: [7], type: 'integer' } },
  isFile: true, isOfEndpoints: false, isBilled: false,
  slots: { minMs: 1000, defaultMs: 60000, hint: 'write 1s or more' },
  check: async ({ fixed }) => ({ problems: [], words: 'fixed', columns: ['number'], source: { source: 'fixed', number: fixed } }),
  needs: {},
  price: { title: 'Fixed', noun: 'reads', line: 'objectRead' },
  docs: { rows: 'one number', advice: 'fixed', form: 'a number', example: '7', errors: [], limits: '' },
};
`;

const READER = `export const bindSource = ({ source }) => async () => ({
  rows: { header: ['number'], origins: ['number'], columns: [[source.number]], length: 1 },
});
`;

const GENERATE = `
import { readFileSync, writeFileSync } from 'node:fs';
import { renderSchema } from './infra/dashboard/reference/render-schema.ts';
const file = './schemas/dashboard.json';
writeFileSync(file, JSON.stringify(renderSchema(JSON.parse(readFileSync(file, 'utf8')))));
`;

const DASHBOARD = `dashboard: wall
timezone: UTC
datasets:
  answer: { fixed: 42 }
endpoints:
  number: { component: Numeric Metric, dataset: answer, columns: { value: number, unit: { constant: pieces } } }
`;

/** Matches the folders of generated data, whose files other tests may write at any moment. */
const GENERATED = /data\/(?:exports|lake)/;

const isSource = (path: string): boolean => !GENERATED.test(relative(projectRoot, path));

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wallfeed-kind-'));
  for (const path of ['infra', 'shared', 'schemas', 'functions', 'package.json', 'package-lock.json'])
    cpSync(join(projectRoot, path), join(root, path), { recursive: true, filter: isSource });
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  await writeFiles(root, {
    'infra/dashboard/kinds/fixed/kind.ts': KIND,
    'shared/kinds/fixed/read.ts': READER,
    'generate.ts': GENERATE,
    'wall/dashboard.yml': DASHBOARD,
  });
  await appendFile(
    join(root, 'infra/dashboard/registry/registry.ts'),
    "export { kind as fixed } from '../kinds/fixed/kind.ts';\n",
  );
  const readers = join(root, 'shared/datasets/bind-source.ts');
  const line = "  ['fixed', () => import('../kinds/fixed/read.ts')],\n]);";
  await writeFile(readers, (await readFile(readers, 'utf8')).replace('\n]);', `\n${line}`));
  await execute(process.execPath, ['generate.ts'], { cwd: root });
});

let commands: CommandProcess;
beforeAll(() => {
  const module = join(root, 'infra/cli/run-command-line.ts');
  commands = startCommandProcess({ module, folder: root, environment: process.env });
});
afterAll(() => {
  commands.close();
  return rm(root, { recursive: true });
});

const run = async (...args: readonly string[]): Promise<string> => {
  const environment = { ...process.env, INIT_CWD: root };
  const { out, error } = await commands.run([...args, '--dashboard', 'wall'], environment);
  return out + error;
};

test('a made-up kind of source is checked, priced and read once it has its folders and its lines in registry.ts and read-rows.ts', async () => {
  expect(await run('check')).toContain('wall is valid: 1 endpoint, 1 component, 1 dataset');
  expect(await run('cost')).toContain('dataset over fixed');
  expect(await run('query', 'answer', '--local')).toMatch(/^number\s+number\s+42\s/);
});
