import { expect, test } from '@jest/globals';
import { COMMANDS } from '../../infra/cli/commands.ts';
import { TRIED } from '../support/package/trials.ts';

test('the tests of the package run every command and every option of the installed package', async () => {
  const tried = new Set(
    TRIED.flatMap(([name, ...args]) => [
      name,
      ...args.filter((arg) => arg.startsWith('--')).map((arg) => `${name} ${arg}`),
    ]),
  );
  const entries = [...COMMANDS].filter(([, { forSources }]) => !forSources);
  const all = await Promise.all(
    entries.map(async ([name, { load }]) => {
      const { options } = (await load()).command;
      return [name, ...Object.keys(options).map((option) => `${name} --${option}`)];
    }),
  );
  const missing = all.flat().filter((one) => !tried.has(one));
  expect(missing.map((one) => `add a trial of ${one} to tests/support/package/trials.ts`)).toEqual([]);
});
