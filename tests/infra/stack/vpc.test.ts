import { beforeAll, describe, expect, test } from '@jest/globals';
import { resourcesOf } from '../../../infra/stack/template/template.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';
import { type PackagedFolder, packageFolder } from '../../support/template/package-folder.ts';
import { checkResources } from '../../support/template/resource-schemas.ts';
import { fields } from '../../support/template/statements.ts';

const VPC = 'vpc: { subnets: [subnet-0a1b2c3d, subnet-4e5f6a7b], securityGroups: [sg-0a1b2c3d] }\n';
const ENDPOINTS = `endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv, token: ssm:/ops-room/token, cache: { ttl: 1m, shared: true } }
`;

const folderWith = (head: string): Promise<string> =>
  writeFolder({
    'dashboard.yml': `dashboard: ops-room\nregion: eu-west-1\n${head}${ENDPOINTS}`,
    'data/pie.csv': 'name,value,score,pv\na,1,,\n',
    '.secrets.yml': "/ops-room/token: 'abc'\n",
  });

interface Statement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Condition?: object;
}

const networkStatements = ({ template }: PackagedFolder): readonly Statement[] =>
  resourcesOf(template, 'AWS::IAM::Role')
    .flatMap(
      ([, { Properties }]) => fields(Properties).Policies as readonly { PolicyDocument: { Statement: Statement[] } }[],
    )
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => Action.some((action) => action.startsWith('ec2:')));

describe('functions in a VPC', () => {
  let plain: PackagedFolder;
  let inVpc: PackagedFolder;
  beforeAll(async () => {
    [plain, inVpc] = [await packageFolder(await folderWith('')), await packageFolder(await folderWith(VPC))];
  });

  test('each function is in the subnets and security groups of `vpc`, as the schema of AWS allows', () => {
    const configs = ({ template }: PackagedFolder) =>
      resourcesOf(template, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties?.VpcConfig);
    expect(configs(inVpc)).toEqual([
      { SubnetIds: ['subnet-0a1b2c3d', 'subnet-4e5f6a7b'], SecurityGroupIds: ['sg-0a1b2c3d'] },
    ]);
    expect(configs(plain)).toEqual([undefined]);
    expect(checkResources(inVpc.template)).toEqual([]);
  });

  test('Lambda may connect a function to the VPC, and the code of the function may not', () => {
    const [allowed, denied] = networkStatements(inVpc);
    expect(allowed).toMatchObject({ Effect: 'Allow', Action: expect.arrayContaining(['ec2:CreateNetworkInterface']) });
    expect(denied).toEqual({
      ...allowed,
      Effect: 'Deny',
      Condition: { ArnLike: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } },
    });
    expect(networkStatements(plain)).toEqual([]);
  });

  test('check names the endpoints that the VPC needs, and their price', async () => {
    const { code, out } = await runCommand('check', ['--dashboard', await folderWith(VPC)]);
    expect(code).toBe(0);
    expect(out).toContain(
      'in a VPC the functions reach s3, dynamodb, ssm only through endpoints of the VPC, or a NAT gateway',
    );
    expect(out).toContain('gateway endpoints of s3, dynamodb are free');
    expect(out).toContain('interface endpoints of ssm cost about 7.30 USD a month each in each zone');
    const { out: chinese } = await runCommand('check', ['--dashboard', await folderWith(VPC), '--lang', 'zh']);
    expect(chinese).toContain('函数只能通过 VPC 终端节点或 NAT 网关访问 s3、dynamodb、ssm');
    expect(chinese).toContain('ssm 的接口终端节点每个可用区每月各约 7.30 美元');
  });
});

test.each([
  ['vpc: { subnets: [subnet-0a1b2c3d] }', '`vpc.securityGroups` is missing'],
  ['vpc: { subnets: [], securityGroups: [sg-0a1b2c3d] }', '`vpc.subnets`'],
  ['vpc: { subnets: [sg-0a1b2c3d], securityGroups: [sg-0a1b2c3d] }', '`vpc.subnets[0]`'],
])('the line %s is an error that names %s', async (line, words) => {
  const { code, out } = await runCommand('check', ['--dashboard', await folderWith(`${line}\n`)]);
  expect(code).toBe(1);
  expect(out).toContain(words);
});
