import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type Listening, listen } from '../../support/cloud/listen.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn, spawnCommand } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-dev';

const dashboardOf = (...names: readonly string[]) =>
  writeFolder({
    'dashboard.yml': endpointsFile(
      names.map((name) => `  ${name}: { component: 3D Pie Chart, csv: a.csv }`).join('\n'),
    ),
    'data/a.csv': 'name,value,score,pv\na,1,,\n',
  });

describe('two people who deploy one dashboard at once', () => {
  let s3: S3;
  let cloudFormation: CloudFormation;
  let proxy: Listening;
  /** Says what somebody else does just before CloudFormation gets the first call of this action. */
  let between: { readonly action: string; readonly run: () => Promise<unknown> } | undefined;

  beforeAll(async () => {
    s3 = await startS3();
    cloudFormation = await startCloudFormation(s3);
    proxy = await listen(
      createServer(async (request, response) => {
        const body = await text(request);
        const { action = '', run } = between ?? {};
        if (run && body.includes(`Action=${action}&`)) {
          between = undefined;
          await run();
        }
        const { authorization = '', 'content-type': type = '' } = request.headers;
        const headers = { authorization, 'content-type': type };
        const answer = await fetch(`${cloudFormation.url}${request.url}`, { method: 'POST', headers, body });
        response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(await answer.text());
      }),
    );
  });
  afterAll(async () => {
    await proxy.close();
    await cloudFormation.close();
    await s3.close();
  });

  const argsFor = (folder: string, ...more: readonly string[]) => ['--dashboard', folder, '--stage', 'dev', ...more];
  const deploy = (folder: string) =>
    runCommand('deploy', argsFor(folder, '--no-verify', '--allow-gone'), {
      env: signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url }),
    });
  const deployLate = (folder: string, ...more: readonly string[]) =>
    spawnCommand('deploy', argsFor(folder, '--allow-gone', ...more), {
      env: signedIn({ CLOUDFORMATION: proxy.url, S3: s3.url }),
    });
  const routes = () => JSON.stringify(cloudFormation.stacks.get(NAME)?.template);

  test.each(['GetTemplate', 'CreateChangeSet', 'ExecuteChangeSet'])(
    'the later deployment is refused if the other one ends just before its %s',
    async (action) => {
      const [first, mine, theirs] = [
        await dashboardOf('one'),
        await dashboardOf('one', 'mine'),
        await dashboardOf('one', action.toLowerCase()),
      ];
      expect((await deploy(first)).code).toBe(0);
      between = { action, run: () => deploy(theirs) };
      const { code, error } = await deployLate(mine, '--no-verify');
      expect([code, error]).toEqual([1, expect.stringContaining(`The stack ${NAME} in eu-west-1 has changed since`)]);
      expect(routes()).toContain(action.toLowerCase());
      expect(cloudFormation.changeSets(NAME)).toEqual([]);
    },
  );

  test('the way back is refused if somebody else deploys after it has chosen the earlier deployment', async () => {
    const theirs = await dashboardOf('one', 'theirs');
    between = { action: 'CreateChangeSet', run: () => deploy(theirs) };
    const { code, error } = await deployLate(theirs, '--previous');
    expect([code, error]).toEqual([1, expect.stringContaining('has changed since this deployment began')]);
    expect(routes()).toContain('theirs');
  });
});
