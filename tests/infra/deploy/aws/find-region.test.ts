import { expect, test } from '@jest/globals';
import { DEPLOYABLE } from '../../../../infra/lab/folders/deployable.ts';
import { writeFolder } from '../../../../infra/lab/folders/write-folder.ts';
import { runCommand } from '../../../../infra/lab/run-command.ts';

const CONFIG = '[default]\nregion = eu-south-2\n[profile team]\nregion = eu-west-3\n[profile bare]\noutput = json\n';

const VARIABLES: Readonly<Record<string, string>> = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/** Returns the region in which a command looks for the stack. No service responds, so it finds no stack. */
const regionOf = async (env: Readonly<Record<string, string>>, head = ''): Promise<string | undefined> => {
  const folder = await writeFolder({
    ...DEPLOYABLE,
    'dashboard.yml': head + DEPLOYABLE['dashboard.yml'],
    '.aws/config': CONFIG,
  });
  const args = ['--dashboard', folder, '--stage', 'dev', '--out', `${folder}/out`];
  const { out } = await runCommand('package', args, { env: { ...VARIABLES, HOME: folder, ...env } });
  return /\nStack wallfeed-ops-room-dev in (\S+):/.exec(out)?.[1];
};

test.each<[string, Readonly<Record<string, string>>, string, string]>([
  ['the dashboard file', { AWS_REGION: 'eu-north-1' }, 'region: ap-east-1\n', 'ap-east-1'],
  ['AWS_REGION', { AWS_REGION: 'eu-north-1', AWS_DEFAULT_REGION: 'eu-west-1' }, '', 'eu-north-1'],
  ['AWS_DEFAULT_REGION', { AWS_DEFAULT_REGION: 'eu-west-1', AWS_PROFILE: 'team' }, '', 'eu-west-1'],
  ['the profile', { AWS_PROFILE: 'team' }, '', 'eu-west-3'],
  ['the default profile', {}, '', 'eu-south-2'],
  ['no setting, and is then us-east-1', { AWS_PROFILE: 'bare' }, '', 'us-east-1'],
])('the region comes from %s', async (_, env, head, region) => {
  expect(await regionOf(env, head)).toBe(region);
});
