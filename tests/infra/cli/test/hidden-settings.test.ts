import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../../../../infra/program/project-root.ts';

const main = fileURLToPath(new URL('../../../../infra/cli/main.ts', import.meta.url));
const SEEN = 'tests see no settings of AWS';
const SETTINGS = { AWS_PROFILE: 'production', AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SESSION_TOKEN: 'b' };

test(SEEN, () => {
  expect(Object.keys(SETTINGS).filter((name) => name in process.env)).toEqual([]);
});

test('npm test hides the settings of AWS, so that no test reaches the account of the user, and takes the option -i of Jest', async () => {
  const args = [main, 'test', 'tests/infra/cli/test/hidden-settings', '-t', SEEN, '-i'];
  const options = { cwd: projectRoot, env: { ...process.env, ...SETTINGS } };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('1 passed, 0 failed');
});
