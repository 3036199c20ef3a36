import { beforeAll, describe, expect, test } from '@jest/globals';
import type { PackagedService } from '../../../infra/stack/package-service.ts';
import { readService } from '../../../infra/stack/template/read-service.ts';
import { resourcesOf } from '../../../infra/stack/template/template.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { packageFolder } from '../../support/template/package-folder.ts';

const packageWith = async (csv: string, head = ''): Promise<PackagedService> => {
  const file = endpointsFile(`  share: { component: 3D Pie Chart, csv: ${csv}, path: /own }`);
  const files = { 'dashboard.yml': head + file, 'data/a.csv': 'a,b\nc,1\n', 'data/b.csv': 'a,b\nc,1\n' };
  return packageFolder(await writeFolder(files));
};

const onlyOne = ({ template }: PackagedService, type: string) => {
  const [found, second] = resourcesOf(template, type);
  if (!found || second) throw new Error(`expected exactly one resource of the type ${type}`);
  return found;
};

const versionId = (packaged: PackagedService): string => onlyOne(packaged, 'AWS::Lambda::Version')[0];

describe('a packaged function', () => {
  let packaged: PackagedService;
  beforeAll(async () => {
    packaged = await packageWith('a.csv');
  });

  test('a packaged function is invoked by all its routes through its alias, which points to its version', () => {
    const [functionId] = onlyOne(packaged, 'AWS::Lambda::Function');
    const [aliasId, alias] = onlyOne(packaged, 'AWS::Lambda::Alias');
    expect(alias.Properties).toEqual({
      FunctionName: { Ref: functionId },
      FunctionVersion: { 'Fn::GetAtt': [versionId(packaged), 'Version'] },
      Name: 'live',
    });
    const [, integration] = onlyOne(packaged, 'AWS::ApiGatewayV2::Integration');
    const [, permission] = onlyOne(packaged, 'AWS::Lambda::Permission');
    expect(integration.Properties?.IntegrationUri).toEqual({ Ref: aliasId });
    expect(permission.Properties?.FunctionName).toEqual({ Ref: aliasId });
    const { routes } = readService(packaged.template, (logicalId) => logicalId);
    expect(routes.map(({ target }) => target)).toEqual([functionId, functionId]);
  });

  test('a packaged function keeps its older versions, but not the version of a failed update', () => {
    const [, { DeletionPolicy, UpdateReplacePolicy }] = onlyOne(packaged, 'AWS::Lambda::Version');
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
  });

  test('a packaged function has the same version if nothing has changed', async () => {
    expect(versionId(await packageWith('a.csv'))).toBe(versionId(packaged));
  });

  test.each([
    ['its definition', 'b.csv', ''],
    ['its configuration', 'a.csv', 'memory: 512\n'],
  ])('a packaged function has a new version if %s changes', async (_, csv, head) => {
    expect(versionId(await packageWith(csv, head))).not.toBe(versionId(packaged));
  });

  test('a packaged function has the same version if only the gateway changes', async () => {
    expect(versionId(await packageWith('a.csv', 'throttle: { rate: 7, burst: 9 }\n'))).toBe(versionId(packaged));
  });
});
