import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { endpointsFile, writeFolder } from '../../../../infra/lab/folders/write-folder.ts';
import { type Account, openAccount } from '../../../../infra/lab/matrix/account.ts';
import { type PackagedFolder, packageFolder } from '../../../../infra/lab/template/package-folder.ts';

const SQL = endpointsFile('  orders: { component: Mini Pie Chart, sql: select n from t }');
const OWN = 'database: { subnets: [subnet-0a1b2c3d, subnet-4e5f6a7b], securityGroup: sg-0a1b2c3d }\n';

let account: Account;
let packaged: PackagedFolder;
let withSubnets: PackagedFolder;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  account = await openAccount('https://a1b2.example.com');
  packaged = await packageFolder(await writeFolder({ 'dashboard.yml': SQL }), { region: 'eu-west-1' });
  withSubnets = await packageFolder(await writeFolder({ 'dashboard.yml': OWN + SQL }), { region: 'eu-west-1' });
});
afterAll(async () => {
  await account.close();
  jest.restoreAllMocks();
});
beforeEach(() => account.renew());

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
