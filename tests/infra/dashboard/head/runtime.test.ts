import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { checkRuntime } from '../../../../infra/dashboard/head/runtime.ts';
import { BUNDLE_TARGET, LAMBDA_RUNTIME, RUNTIME_SUPPORTED_UNTIL } from '../../../../infra/program/lambda-runtime.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

const END = Date.parse(RUNTIME_SUPPORTED_UNTIL);
const DAY_MS = 86_400_000;

describe('the end of the support for the runtime of the functions', () => {
  afterEach(() => void jest.restoreAllMocks());

  test.each([
    ['two years before the end', 730, 0],
    ['184 days before the end', 184, 0],
    ['half a year before the end', 183, 1],
    ['a day after the end', -1, 1],
  ])('%s, check finds as many problems as it should', (_, days, count) => {
    expect(checkRuntime(END - days * DAY_MS)).toHaveLength(count);
  });

  test('check warns by the clock, with the runtime and the day, and serves all endpoints', async () => {
    const folder = await writeFolder({
      'dashboard.yml': endpointsFile('  share: { component: 3D Pie Chart, csv: pie.csv }'),
      'data/pie.csv': 'a,b,c,d\n',
    });
    const now = jest.spyOn(Date, 'now').mockReturnValue(END);
    const { errors, warnings, endpoints } = await loadDashboard(folder);
    expect([errors.length, endpoints.length]).toEqual([0, 1]);
    expect(warnings.map(({ message }) => message)).toEqual([
      `Lambda supports ${LAMBDA_RUNTIME}, the runtime of the functions, until ${RUNTIME_SUPPORTED_UNTIL} and then refuses new functions`,
    ]);
    now.mockRestore();
    expect((await loadDashboard(folder)).warnings).toEqual([]);
  });
});

test('one file names the runtime of the functions, and bundles are made for the same version of Node', () => {
  const files = execFileSync(
    'git',
    ['grep', '-lE', "nodejs2[0-9]\\.x|node2[0-9]'", '--', 'infra', 'shared', 'serverless.yml'],
    {
      cwd: projectRoot,
    },
  );
  expect(files.toString().trim().split('\n')).toEqual(['infra/cost/assumptions.ts', 'infra/program/lambda-runtime.ts']);
  expect(`${LAMBDA_RUNTIME}`).toBe(`nodejs${BUNDLE_TARGET.slice('node'.length)}.x`);
});
