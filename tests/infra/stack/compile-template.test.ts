/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { createRunOsls } from '../../../infra/stack/compile-template.ts';

interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const RUN = { command: 'package', stage: 'dev', folder: '/x' } as const;

const call = async (args: readonly string[] = []): Promise<Call> => {
  const calls: Call[] = [];
  await createRunOsls(async (_file, given, { cwd, env }) => calls.push({ args: given, cwd, env }))({ ...RUN, args });
  return calls[0] as Call;
};

test('osls runs in the folder, with the stage and the given arguments', async () => {
  const { args, cwd } = await call(['--verbose']);
  expect(args.slice(1)).toEqual(['package', '--stage', 'dev', '--verbose']);
  expect(args[0]).toMatch(/osls\/bin\/serverless\.js$/);
  expect(cwd).toBe('/x');
});

test('osls packages without AWS credentials', async () => {
  process.env.AWS_PROFILE = 'mine';
  const { env } = await call();
  expect(env).toMatchObject({ HOME: expect.stringMatching(/osls$/), NO_COLOR: '1' });
  expect(env.AWS_PROFILE).toBeUndefined();
  delete process.env.AWS_PROFILE;
});

test('the error of a failed osls command contains the output of osls', async () => {
  const failing = createRunOsls(async () => {
    throw Object.assign(new Error('exit 1'), { stderr: 'Error:\nno role\n', stdout: '' });
  });
  await expect(failing(RUN)).rejects.toThrow('osls package failed:\nError:\nno role');
});
