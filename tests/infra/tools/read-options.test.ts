import { describe, expect, test } from '@jest/globals';
import { type Command, readOptions } from '../../../infra/tools/read-options.ts';

const COMMAND: Command = {
  name: 'npm run tool',
  purpose: 'Does something.',
  argument: { value: 'family/shape', meaning: 'such as pie/mini-pie-chart' },
  options: { dashboard: { type: 'string', value: 'folder', meaning: 'where' } },
};
const USAGE = 'usage: npm run tool <family/shape> -- [--dashboard <folder>]';

describe('a command with an argument', () => {
  test('reads it, before or after its options', () => {
    const expected = { argument: 'a/b', values: { dashboard: 'x' } };
    expect(readOptions(COMMAND, ['a/b', '--dashboard', 'x'])).toMatchObject(expected);
    expect(readOptions(COMMAND, ['--dashboard=x', 'a/b'])).toMatchObject(expected);
  });

  test.each([
    [[], '<family/shape> is missing'],
    [[''], '<family/shape> is missing'],
    [['a', 'b'], 'unexpected b'],
    [['a', '--dashbord=b'], 'unknown option --dashbord; did you mean --dashboard?'],
    [['a', '--dashboard='], '--dashboard needs a value'],
  ])('refuses %j', (args, expected) => {
    expect(readOptions(COMMAND, args)).toEqual({ text: `${expected} (${USAGE})`, exitCode: 2 });
  });

  test('explains it', () => {
    const { text } = readOptions(COMMAND, ['--help']) as { text: string };
    expect(text.split('\n')).toEqual([
      'Does something.',
      '',
      USAGE,
      '',
      '  <family/shape>          such as pie/mini-pie-chart',
      '  --dashboard <folder>    where',
      '  --help                  prints this',
    ]);
  });

  test('has its notes below', () => {
    const { text } = readOptions({ ...COMMAND, notes: ['One.', 'Two.'] }, ['--help']) as { text: string };
    expect(text.split('\n').slice(-4)).toEqual(['  --help                  prints this', '', 'One.', 'Two.']);
  });

  test('without options has a usage of one word', () => {
    expect(readOptions({ ...COMMAND, options: {} }, [])).toMatchObject({
      text: '<family/shape> is missing (usage: npm run tool <family/shape>)',
    });
  });
});
