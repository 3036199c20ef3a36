import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-dev';
const SHARE = '  share: { component: 3D Pie Chart, csv: pie.csv, token: ssm:/t }';
const TOTAL = '  total: { component: 3D Pie Chart, csv: pie.csv, token: ssm:/t }';

const yamlOf = (endpoints: readonly string[], { name = 'ops-room', region = 'eu-west-1' } = {}): string =>
  [`dashboard: ${name}`, `region: ${region}`, 'endpoints:', ...endpoints, ''].join('\n');

describe('deployments that would surprise the people at the wall', () => {
  let s3: S3;
  let rds: Rds;
  let cloudFormation: CloudFormation;
  let folder: string;
  beforeAll(async () => {
    folder = await writeFolder({ 'dashboard.yml': yamlOf([SHARE]), 'data/pie.csv': 'name,value,score,pv\na,1,,\n' });
  });
  beforeEach(async () => {
    [s3, rds] = [await startS3(), await startRds()];
    cloudFormation = await startCloudFormation(s3, rds);
    expect((await deploy(yamlOf([SHARE, TOTAL]))).code).toBe(0);
  });
  afterEach(() => Promise.all([cloudFormation, rds, s3].map((one) => one.close())));

  const deploy = async (text: string, ...args: readonly string[]) => {
    await writeFile(join(folder, 'dashboard.yml'), text);
    const env = signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url, RDS: rds.url });
    return runCommand('deploy', ['--dashboard', folder, '--stage', 'dev', '--no-verify', ...args], { env });
  };

  test('a deployment without a removed endpoint is refused without a terminal, and names its URL', async () => {
    const { code, out, error } = await deploy(yamlOf([SHARE]));
    expect([code, error]).toEqual([
      1,
      'Nothing was deployed, because URLs would be gone (see URLs above). To accept this, repeat the command with --allow-gone\n',
    ]);
    expect(out).toContain('URLs\n  gone  /pie/total\n');
    expect(cloudFormation.changeSets(NAME)).toEqual([]);
    expect((await deploy(yamlOf([SHARE, TOTAL]))).out).toContain('no changes');
  });

  test('--allow-gone and --yes deploy without a removed endpoint; a new endpoint needs neither', async () => {
    expect((await deploy(yamlOf([SHARE]), '--allow-gone')).code).toBe(0);
    expect((await deploy(yamlOf([SHARE, TOTAL]))).code).toBe(0);
    expect((await deploy(yamlOf([TOTAL]), '--yes')).code).toBe(0);
  });

  test('a deployment to another region is refused, makes nothing there, and names the region of the stack', async () => {
    const elsewhere = yamlOf([SHARE, TOTAL], { region: 'us-east-1' });
    const { code, error } = await deploy(elsewhere);
    expect(code).toBe(1);
    expect(error).toMatch(
      `ops-room was deployed to eu-west-1: the stack ${NAME} is CREATE_COMPLETE there. A deployment to us-east-1 makes a ` +
        'second stack with URLs of its own. To make this one too, add --new-stack. Afterwards remove the old one: write ' +
        'region: eu-west-1 in dashboard.yml for the command npm run remove -- --dashboard ',
    );
    expect(await s3.keys('wallfeed-code-000000000000-us-east-1')).toBeUndefined();
    expect((await deploy(elsewhere, '--new-stack')).code).toBe(0);
    expect((await deploy(elsewhere)).out).toContain('no changes');
    expect([...cloudFormation.stacksIn('us-east-1').keys()]).toEqual([NAME]);
    expect([...cloudFormation.stacks.keys()]).toEqual([NAME]);
  });

  test('a deployment under another name is refused while a stack with the same URLs exists', async () => {
    const renamed = yamlOf([SHARE, TOTAL], { name: 'ops-hall' });
    const { code, error } = await deploy(renamed);
    expect([code, error]).toEqual([
      1,
      expect.stringContaining(
        `The stack ${NAME} of the dashboard ops-room has endpoints with the same paths. If ops-hall is its new name, this ` +
          'deployment makes a second stack with URLs of its own: keep the name ops-room, or remove the old stack',
      ),
    ]);
    expect((await deploy(renamed, '--new-stack')).code).toBe(0);
    expect((await deploy(yamlOf([SHARE], { name: 'other' }))).code).toBe(0);
  });
});
