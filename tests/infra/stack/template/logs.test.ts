import { beforeAll, describe, expect, test } from '@jest/globals';
import { writeFolder } from '../../../../infra/lab/folders/write-folder.ts';
import { type PackagedFolder, packageFolder } from '../../../../infra/lab/template/package-folder.ts';
import { checkResources } from '../../../../infra/lab/template/resource-schemas.ts';
import { fields } from '../../../../infra/lab/template/statements.ts';
import { resourcesOf } from '../../../../infra/stack/template/template.ts';

const packageWith = async (head: string): Promise<PackagedFolder> =>
  packageFolder(
    await writeFolder({
      'dashboard.yml': `dashboard: ops-room\n${head}endpoints:\n  share: { component: 3D Pie Chart, csv: pie.csv }\n`,
      'data/pie.csv': 'name,value,score,pv\na,1,,\n',
    }),
  );

const propertiesOf = ({ template }: PackagedFolder, type: string) =>
  resourcesOf(template, type).map(([, { Properties }]) => fields(Properties));

describe('the logs of a stack', () => {
  let plain: PackagedFolder;
  let changed: PackagedFolder;
  beforeAll(async () => {
    plain = await packageWith('');
    changed = await packageWith('log: summary\nlogDays: 35\n');
  });

  test('logDays sets the retention of all log groups to the next number of days that CloudWatch allows', () => {
    const days = (folder: PackagedFolder) =>
      propertiesOf(folder, 'AWS::Logs::LogGroup').map(({ RetentionInDays }) => RetentionInDays);
    expect(days(plain)).toEqual([14, 14]);
    expect(days(changed)).toEqual([60, 60]);
  });

  test('log: summary leaves out the lines START, END and REPORT, and keeps those of timeouts and crashes', () => {
    const configs = (folder: PackagedFolder) =>
      propertiesOf(folder, 'AWS::Lambda::Function').map(({ LoggingConfig }) => LoggingConfig);
    expect(configs(plain)).toEqual([undefined]);
    expect(configs(changed)).toEqual([{ LogFormat: 'JSON', SystemLogLevel: 'WARN' }]);
    expect([...checkResources(plain.template), ...checkResources(changed.template)]).toEqual([]);
  });
});
