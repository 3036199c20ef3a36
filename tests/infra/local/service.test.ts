import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { command } from '../../../infra/cli/start.ts';
import { answerHealth } from '../../../infra/local/server/answer-health.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';

const PAGE = readFileSync(join(projectRoot, 'infra/local/service.md'), 'utf8');
const MAX_PAGE_LINES = 40;

const run = promisify(execFile);

const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(PAGE)?.[1] ?? '';

const ANALYZE = '/usr/bin/systemd-analyze';
const INSTALLED = '/srv/wall/node_modules/.bin/wallfeed';

test('the page about services is short', () => {
  expect(PAGE.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_PAGE_LINES);
});

test.each(['ini', 'powershell', 'dockerfile'])(
  'the %s block starts a quiet wall with options that start has',
  (language) => {
    const options = Array.from(blockOf(language).matchAll(/--([a-z]+)(?=[ "]|$)/gm), ([, name = '']) => name);
    const known = Object.keys(command.options);
    const ours = options.filter((name) => name !== 'start');
    expect(ours).toEqual(expect.arrayContaining(['dashboard', 'host', 'wall', 'quiet']));
    expect(ours.filter((name) => !known.includes(name))).toEqual([]);
  },
);

(existsSync(ANALYZE) ? test : test.skip)('systemd accepts every line of the unit', async () => {
  const unit = blockOf('ini');
  expect(unit).toContain(`ExecStart=${INSTALLED} start`);
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-unit-'));
  const file = join(folder, 'wallfeed.service');
  await writeFile(file, unit.replace(INSTALLED, process.execPath));
  const { stdout, stderr } = await run(ANALYZE, ['verify', file]);
  await rm(folder, { recursive: true });
  expect(stdout + stderr).toBe('');
});

test('the health check of the container succeeds while start answers, and fails otherwise', async () => {
  const [, script = ''] = /^HEALTHCHECK .* CMD node -e "(.*)"$/m.exec(blockOf('dockerfile')) ?? [];
  const server = createServer((request, response) => void answerHealth(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = script.replace(':3000', `:${(server.address() as AddressInfo).port}`);
  await expect(run(process.execPath, ['-e', own])).resolves.toBeDefined();
  server.close();
  server.closeAllConnections();
  await expect(run(process.execPath, ['-e', own])).rejects.toMatchObject({ code: 1 });
});
