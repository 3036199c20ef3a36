import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEPLOYABLE } from '../../../support/folders/deployable.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { runCommand } from '../../../support/run-command.ts';

const ROLE = 'role_arn = arn:aws:iam::123456789012:role/walls';
const CONFIG = `[profile signed-out]
sso_session = corp
sso_account_id = 123456789012
sso_role_name = walls
[sso-session corp]
sso_start_url = https://corp.awsapps.com/start
sso_region = eu-west-1
[profile old-sso]
sso_start_url = https://corp.awsapps.com/start
sso_region = eu-west-1
sso_account_id = 123456789012
sso_role_name = walls
[profile code]
${ROLE}
source_profile = keys
mfa_serial = arn:aws:iam::123456789012:mfa/me
[profile keys]
aws_access_key_id = a
aws_secret_access_key = b
[profile vault]
credential_process = node -e "console.error('the vault is sealed'); process.exit(3)"
[profile console]
login_session = arn:aws:iam::123456789012:user/me
[profile lost]
${ROLE}
source_profile = gone
[profile bare]
region = eu-west-1
`;

describe('sign-in', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await writeFolder({ ...DEPLOYABLE, '.aws/config': CONFIG, '.aws/credentials': '[shared]\n' });
  });
  const errorOf = async (env: Readonly<Record<string, string>>, ...more: readonly string[]): Promise<string> => {
    const surroundings = { HOME: folder, AWS_REGION: 'eu-west-1', AWS_EC2_METADATA_DISABLED: 'true', ...env };
    const args = ['--dashboard', folder, '--stage', 'dev', ...more];
    const { code, error } = await runCommand('diff', args, { env: surroundings });
    expect(code).toBe(1);
    return error.trim();
  };
  const ofProfile = (profile: string, rest: string): string =>
    `The profile ${profile} of ~/.aws/config gives no credentials: ${rest}`;

  test.each([
    [
      'an SSO session that has expired',
      'signed-out',
      ofProfile(
        'signed-out',
        'The SSO session token associated with profile=signed-out was not found or is invalid. Sign in: aws sso login --profile signed-out',
      ),
    ],
    [
      'an SSO profile of the older form without a session',
      'old-sso',
      ofProfile(
        'old-sso',
        'The SSO session associated with this profile is invalid. Sign in: aws sso login --profile old-sso',
      ),
    ],
    [
      'a role that needs a code',
      'code',
      ofProfile(
        'code',
        'Profile code requires multi-factor authentication, but no MFA code callback was provided. Get a session with the code: ' +
          'aws configure export-credentials --profile code --format env. Set what it prints, and unset AWS_PROFILE',
      ),
    ],
    [
      'a sign-in by aws login without a token',
      'console',
      /Failed to load token from \S+\.json.*\. Sign in: aws login --profile console$/,
    ],
    [
      'a credential_process that fails',
      'vault',
      /gives no credentials: Command failed: node .* the vault is sealed\. Run the credential_process of the profile vault yourself, and correct it: it must end with exit code 0$/,
    ],
    [
      'a misspelt profile',
      'signed-uot',
      'AWS_PROFILE names the profile signed-uot (did you mean signed-out?), which is in neither ~/.aws/config nor ~/.aws/credentials. ' +
        'Correct AWS_PROFILE, or make the profile: aws configure sso --profile signed-uot',
    ],
    [
      'a source_profile that is missing',
      'lost',
      ofProfile(
        'lost',
        'its source_profile gone is missing or has no credentials. Correct source_profile, or make gone',
      ),
    ],
    [
      'a profile with a region alone',
      'bare',
      ofProfile('bare', 'it has no keys, no role and no sign-in. Complete it: aws configure sso --profile bare'),
    ],
  ])('the error for %s says why, and what to run', async (_, profile, error) => {
    const found = await errorOf({ AWS_PROFILE: profile });
    if (typeof error === 'string') expect(found).toBe(error);
    else expect(found).toMatch(error);
  });

  test('an access key without its secret is named', async () => {
    expect(await errorOf({ AWS_ACCESS_KEY_ID: 'a' })).toBe(
      'AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY: set both, or set AWS_PROFILE',
    );
  });

  test('the files that AWS_CONFIG_FILE and AWS_SHARED_CREDENTIALS_FILE name are read and named', async () => {
    const files = { AWS_CONFIG_FILE: `${folder}/.aws/config`, AWS_SHARED_CREDENTIALS_FILE: `${folder}/none` };
    expect(await errorOf({ AWS_PROFILE: 'shared', ...files })).toContain(
      `is in neither ${folder}/.aws/config nor ${folder}/none`,
    );
  });

  test('the error for an SSO session that has expired is Chinese with --lang zh', async () => {
    expect(await errorOf({ AWS_PROFILE: 'signed-out' }, '--lang', 'zh')).toContain(
      '请登录：aws sso login --profile signed-out',
    );
  });
});
