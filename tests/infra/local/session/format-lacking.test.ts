import { expect, test } from '@jest/globals';
import type { LoadedDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatLacking } from '../../../../infra/local/session/print-endpoints.ts';
import type { TokenReference } from '../../../../shared/config/dashboard-config.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const lacking = async (...tokens: readonly (readonly TokenReference[])[]): Promise<string | undefined> => {
  const folder = await writeFolder({ '.secrets.yml': '/there: abc\n/number: 1\n' });
  const endpoints = tokens.map((some) => ({ config: { tokens: some } }));
  return formatLacking({ folder, endpoints } as unknown as LoadedDashboard);
};
const ssm = (name: string): TokenReference => ({ from: 'ssm', name });

test('no warning is printed if each endpoint has a token that exists, or no token', async () => {
  expect(await lacking([], [ssm('/there')], [ssm('/x'), ssm('/there')])).toBeUndefined();
});

test('the warning counts the endpoints whose token is missing, and says what to add', async () => {
  expect(await lacking([ssm('/x')], [])).toBe('1 endpoint responds with TOKEN_UNAVAILABLE: .secrets.yml lacks /x');
  expect(await lacking([ssm('/x')], [ssm('/x')], [ssm('/number'), { from: 'env', name: 'WALLFEED_NOWHERE' }])).toBe(
    '3 endpoints respond with TOKEN_UNAVAILABLE: .secrets.yml lacks /number, /x; the environment lacks WALLFEED_NOWHERE',
  );
});
