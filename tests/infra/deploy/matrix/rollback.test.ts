import { CloudFormationClient, ContinueUpdateRollbackCommand } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type Account, NAME, openAccount } from '../../../support/matrix/account.ts';
import { type PackagedFolder, packageFolder } from '../../../support/template/package-folder.ts';

const packageWith = async (memory: number): Promise<PackagedFolder> => {
  const text = `dashboard: ops-room\nmemory: ${memory}\nendpoints:\n  share: { component: 3D Pie Chart, csv: pie.csv }\n`;
  const data = { 'data/pie.csv': 'name,value,score,pv\na,1,,\n' };
  return packageFolder(await writeFolder({ 'dashboard.yml': text, ...data }), { region: 'eu-west-1' });
};

const REASON = 'The role defined for the function cannot be assumed by Lambda.';
const CONTINUE = `aws cloudformation continue-update-rollback --stack-name ${NAME} --region eu-west-1`;

let account: Account;
let before: PackagedFolder;
let after: PackagedFolder;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  account = await openAccount('https://a1b2.example.com');
  before = await packageWith(256);
  after = await packageWith(512);
});
beforeEach(async () => {
  await account.renew();
  await account.deploy(before);
  account.cloudFormation.failAlways('PieLambdaFunction', REASON);
});
afterAll(async () => {
  await account.close();
  jest.restoreAllMocks();
});

const statusOf = () => account.cloudFormation.stacks.get(NAME)?.status;

const continueRollback = async (line: string): Promise<void> => {
  const [, skipped = ''] = line.split('--resources-to-skip ');
  const ResourcesToSkip = skipped.split(' ').filter((id) => id !== '');
  await new CloudFormationClient({ region: 'eu-west-1' }).send(
    new ContinueUpdateRollbackCommand({ StackName: NAME, ResourcesToSkip }),
  );
};

describe('a rollback that has failed', () => {
  test('the deployment names the resource that was not rolled back, its reason, and the commands that go on', async () => {
    const { message } = await account.deploy(after).then(
      () => new Error('deployed'),
      (error: Error) => error,
    );
    expect(message).toContain(
      `The stack ${NAME} in eu-west-1 is UPDATE_ROLLBACK_FAILED. PieLambdaFunction (AWS::Lambda::Function wallfeed-ops-room-dev-pie) ` +
        `was not rolled back: ${REASON.slice(0, -1)}. Correct the cause, then finish the rollback: ${CONTINUE}. If the cause ` +
        `cannot be corrected, skip what was not rolled back: ${CONTINUE} --resources-to-skip PieLambdaFunction. Then bring it ` +
        'back: npm run deploy -- --stage dev --repair',
    );
    await expect(account.deploy(after)).rejects.toThrow(`${CONTINUE} --resources-to-skip PieLambdaFunction`);
  });

  test('the first command fails again while the cause remains, and succeeds once it is corrected', async () => {
    await account.deploy(after).catch(() => undefined);
    await continueRollback(CONTINUE);
    expect(statusOf()).toBe('UPDATE_ROLLBACK_FAILED');
    account.cloudFormation.failAlways('PieLambdaFunction', undefined);
    await continueRollback(CONTINUE);
    expect(statusOf()).toBe('UPDATE_ROLLBACK_COMPLETE');
    await account.deploy(after);
    expect(account.faults()).toEqual([]);
  });

  test('the second command skips the resource, and a repairing deployment brings it back', async () => {
    await account.deploy(after).catch(() => undefined);
    await continueRollback(`${CONTINUE} --resources-to-skip PieLambdaFunction`);
    expect(statusOf()).toBe('UPDATE_ROLLBACK_COMPLETE');
    account.cloudFormation.failAlways('PieLambdaFunction', undefined);
    await account.deploy(after, undefined, { isRepair: true });
    expect(account.faults()).toEqual([]);
  });

  test('CloudFormation skips only resources whose rollback has failed', async () => {
    await account.deploy(after).catch(() => undefined);
    await expect(continueRollback(`${CONTINUE} --resources-to-skip PieRole`)).rejects.toThrow('PieRole');
  });

  test('a function that was deleted in the console stops the update and the rollback', async () => {
    account.cloudFormation.failAlways('PieLambdaFunction', undefined);
    await account.cloudFormation.deleteByHand('PieLambdaFunction');
    await expect(account.deploy(after)).rejects.toThrow(
      /UPDATE_ROLLBACK_FAILED\. PieLambdaFunction .* was not rolled back/,
    );
    await continueRollback(`${CONTINUE} --resources-to-skip PieLambdaFunction`);
    await account.deploy(after, undefined, { isRepair: true });
    expect(account.faults()).toEqual([]);
  });
});
