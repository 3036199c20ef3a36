import { expect, test } from '@jest/globals';
import { createRunOsls, type OslsRun } from '../../../infra/stack/run-osls.ts';

interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const callOf = async (run: OslsRun): Promise<Call> => {
  const calls: Call[] = [];
  await createRunOsls(async (_file, args, { cwd, env }) => calls.push({ args, cwd, env }))(run);
  return calls[0] as Call;
};

test('osls runs in the folder, with the stage and the given arguments', async () => {
  const { args, cwd } = await callOf({
    command: 'deploy',
    stage: 'dev',
    folder: '/x',
    args: ['--package', '.serverless'],
  });
  expect(args.slice(1)).toEqual(['deploy', '--stage', 'dev', '--package', '.serverless']);
  expect(args[0]).toMatch(/osls\/bin\/serverless\.js$/);
  expect(cwd).toBe('/x');
});

test('osls gets no credentials to package, and the user’s credentials to deploy and remove', async () => {
  process.env.AWS_PROFILE = 'mine';
  const envOf = async (command: OslsRun['command']) => (await callOf({ command, stage: 'dev', folder: '/x' })).env;
  expect((await envOf('package')).AWS_PROFILE).toBeUndefined();
  expect((await envOf('package')).HOME).toMatch(/osls$/);
  const { HOME } = process.env;
  expect(await envOf('deploy')).toMatchObject({ AWS_PROFILE: 'mine', ...(HOME && { HOME }), NO_COLOR: '1' });
  expect((await envOf('remove')).AWS_PROFILE).toBe('mine');
  delete process.env.AWS_PROFILE;
});

test('the error of a failed osls command contains the output of osls', async () => {
  const failing = createRunOsls(async () => {
    throw Object.assign(new Error('exit 1'), { stderr: 'Error:\nno role\n', stdout: '' });
  });
  await expect(failing({ command: 'remove', stage: 'dev', folder: '/x' })).rejects.toThrow(
    'osls remove failed:\nError:\nno role',
  );
});
