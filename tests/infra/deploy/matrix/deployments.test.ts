import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';
import { type Account, NAME, openAccount } from '../../../support/matrix/account.ts';
import { type PackagedFolder, packageFolder } from '../../../support/template/package-folder.ts';

const SHARE = '  share: { component: 3D Pie Chart, csv: pie.csv }';
const SQL = '  orders: { component: Mini Pie Chart, sql: select n from t }';
const STEPS = '  steps: { component: Funnel Chart, csv: steps.csv }';

const packageOf = async (...endpoints: readonly string[]): Promise<PackagedFolder> => {
  const data = {
    'data/pie.csv': 'name,value,score,pv\na,1,,\n',
    'data/steps.csv': 'step,visitors,color\na,1,#2f7ed8\n',
  };
  return packageFolder(await writeFolder({ 'dashboard.yml': endpointsFile(...endpoints), ...data }), {
    region: 'eu-west-1',
  });
};

let account: Account;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  account = await openAccount('https://a1b2.example.com');
});
beforeEach(() => account.renew());
afterAll(async () => {
  await account.close();
  jest.restoreAllMocks();
});

describe('two deployments of one stack', () => {
  test('if two users deploy at once, the second gets the error that the stack has changed, and leaves the first deployment unchanged', async () => {
    await account.deploy(await packageOf(SHARE, SQL));
    const first = await packageOf(SHARE, SQL, STEPS);
    const second = await packageOf(SHARE);
    const confirm = async (): Promise<boolean> => {
      await account.deploy(first);
      return true;
    };
    await expect(account.deploy(second, confirm)).rejects.toThrow(
      `The stack ${NAME} in eu-west-1 has changed since its changes were shown, so nothing was deployed. To see the ` +
        'difference and deploy it, repeat the command: npm run deploy -- --stage dev',
    );
    const types = account.cloudFormation.stacks.get(NAME)?.resources.map(({ type }) => type) ?? [];
    expect(types).toContain('AWS::RDS::DBCluster');
    expect(types.filter((type) => type === 'AWS::Lambda::Function')).toHaveLength(2);
    expect(account.faults()).toEqual([]);
  });

  test('a deployment keeps the newest five versions of a function, and succeeds if old ones cannot be deleted', async () => {
    const packages = [await packageOf(SHARE), await packageOf(SHARE.replace('share', 'parts'))] as const;
    const deploy = async (n: number) => account.deploy(packages[n % 2 === 0 ? 0 : 1]);
    for (let n = 0; n < 8; n += 1) await deploy(n);
    const versions = () => account.cloudFormation.versions('wallfeed-ops-room-dev-pie');
    expect(versions()).toEqual([4, 5, 6, 7, 8]);
    account.gate.cut(undefined);
    await deploy(8);
    const call = account.gate.changes.indexOf('DELETE /2015-03-31/functions/wallfeed-ops-room-dev-pie');
    expect(call).toBeGreaterThan(0);
    account.gate.cut({ call, when: 'refused' });
    await deploy(9);
    expect(versions()).toEqual([5, 6, 7, 8, 9, 10]);
    expect(account.faults()).toEqual([]);
  });
});

describe('the zones of a first database', () => {
  const OWN = 'database: { subnets: [subnet-0a1b2c3d, subnet-4e5f6a7b], securityGroup: sg-0a1b2c3d }\n';
  let packaged: PackagedFolder;
  let withSubnets: PackagedFolder;
  beforeAll(async () => {
    packaged = await packageOf(SQL);
    const own = await writeFolder({ 'dashboard.yml': OWN + endpointsFile(SQL) });
    withSubnets = await packageFolder(own, { region: 'eu-west-1' });
  });

  test('a first database is refused where the account has too few zones, before anything is made', async () => {
    account.cloudFormation.zones.withDefaultSubnet = ['eu-west-1a', 'eu-west-1b'];
    account.cloudFormation.zones.others = ['eu-west-1c'];
    await expect(account.deploy(packaged)).rejects.toThrow(
      'The database needs subnets in 3 zones, and AWS gives this account only 2 in eu-west-1: eu-west-1a, eu-west-1b. Make ' +
        'subnets in two zones or more, and name them in dashboard.yml as `database.subnets`: ',
    );
    expect(account.gate.changes).toEqual([]);
    expect(account.cloudFormation.stacks.size).toBe(0);
  });

  test('a first database is not refused where no zone has a default subnet, because CloudFormation then takes all zones', async () => {
    account.cloudFormation.zones.withDefaultSubnet = [];
    account.cloudFormation.zones.others = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'];
    await account.deploy(packaged);
    expect(account.faults()).toEqual([]);
  });

  test('a stack asks for no availability zones if its subnets are given or its database exists', async () => {
    account.cloudFormation.zones.withDefaultSubnet = ['eu-west-1a'];
    await account.deploy(withSubnets);
    expect(account.cloudFormation.actions).not.toContain('DescribeSubnets');
    await account.renew();
    await account.deploy(packaged);
    account.cloudFormation.actions.length = 0;
    account.cloudFormation.zones.withDefaultSubnet = ['eu-west-1a'];
    await account.deploy(packaged);
    expect(account.cloudFormation.actions).not.toContain('DescribeSubnets');
  });
});
