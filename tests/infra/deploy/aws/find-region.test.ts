import { describe, expect, test } from '@jest/globals';
import { DEPLOYABLE } from '../../../support/folders/deployable.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';
import { runCommand } from '../../../support/run-command.ts';

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

describe('a region that comes from the environment', () => {
  const packageIn = async (region: string, file: string) => {
    const folder = await writeFolder({ ...DEPLOYABLE, 'dashboard.yml': file });
    const args = ['--dashboard', '.', '--stage', 'dev', '--out', 'out'];
    return runCommand('package', args, { from: folder, env: { ...VARIABLES, AWS_REGION: region } });
  };

  test.each([
    ['cn-north-1', 'warning: in cn-north-1 every endpoint answers 403 until the account has an ICP licence'],
    ['eu-west-9', "warning: there was no region 'eu-west-9' in November 2026 (did you mean eu-west-1"],
  ])('the region %s from the environment gets the same warning as in the key `region`', async (region, words) => {
    const { code, out } = await packageIn(region, DEPLOYABLE['dashboard.yml']);
    expect([code, out.replaceAll('\n    ', ' ')]).toEqual([0, expect.stringContaining(`dashboard.yml:1:1  ${words}`)]);
  });

  test('SQL is refused in a region without the Data API', async () => {
    const file = endpointsFile('  orders: { component: Mini Pie Chart, sql: select n from t }');
    const { code, out } = await packageIn('ap-south-2', file);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('dashboard.yml:1:1  the endpoints with SQL need the Data'),
    ]);
  });
});
