import { describe, expect, test } from '@jest/globals';
import { defineCommand } from '../../../infra/command-line/define-command.ts';
import { type NamedCommand, parseArguments } from '../../../infra/command-line/parse-arguments.ts';

const run = async () => undefined;

const TOOL: NamedCommand = {
  name: 'tool',
  summary: 'Does something.',
  ...defineCommand({
    options: {
      dashboard: { value: 'folder', meaning: 'where' },
      format: { value: 'format', meaning: 'how', choices: ['text', 'json'], default: 'text' },
      prune: { meaning: 'deletes' },
    },
    run,
  }),
};
const SHAPE: NamedCommand = { ...TOOL, argument: { value: 'family/shape', meaning: 'such as pie/mini-pie-chart' } };
const JEST: NamedCommand = { ...TOOL, options: {}, argument: { value: 'pattern', meaning: 'files', isRest: true } };

const refusal = (text: string) => ({ text: `${text}. For help: npm run tool -- --help`, exitCode: 2 });

describe('the options of a command', () => {
  const defaults = { dashboard: undefined, format: 'text', prune: false };

  test.each([
    [[], defaults],
    [['--dashboard', 'a b'], { ...defaults, dashboard: 'a b' }],
    [['--dashboard=-7', '--prune'], { ...defaults, dashboard: '-7', prune: true }],
    [['--format=json'], { ...defaults, format: 'json' }],
  ])('the options %j of a command are accepted', (args, values) => {
    expect(parseArguments(TOOL, args, {})).toEqual({ values, words: [], typed: args });
  });

  test.each([
    [['--port=3'], "unknown option '--port=3'"],
    [['--dashbord', 'b'], "unknown option '--dashbord' (Did you mean --dashboard?)"],
    [['--dashboard'], "option '--dashboard <folder>' needs a value"],
    [['--dashboard='], "option '--dashboard <folder>' needs a value"],
    [['--dashboard', '--prune'], "option '--dashboard <folder>' needs a value"],
    [['--dashboard', 'a', '--dashboard=a'], '--dashboard is given twice'],
    [['--prune', '--prune'], '--prune is given twice'],
    [['--format', 'xml'], '--format must be one of text, json; found xml'],
    [['x'], "unexpected argument 'x' (Did you mean npm run tool -- --dashboard x?)"],
  ])('the options %j of a command are refused with exit code 2', (args, expected) => {
    expect(parseArguments(TOOL, args, {})).toEqual(refusal(expected));
  });

  test('--help explains the options of a command, and ends with the notes of the command', () => {
    const { text, exitCode } = parseArguments({ ...TOOL, notes: ['One.', 'Two.'] }, ['--help'], {}) as {
      text: string;
      exitCode: number;
    };
    expect(exitCode).toBe(0);
    expect(text.split('\n')).toEqual([
      'Usage: npm run tool -- [options]',
      '',
      'Does something.',
      '',
      'Options:',
      '  --dashboard <folder>  where',
      '  --format <format>     how (default: text)',
      '  --prune               deletes',
      '  --lang <language>     the language of the terminal: en, zh; by default that of',
      '                        the system',
      '  -h, --help            prints this help',
      '',
      'One.',
      'Two.',
    ]);
  });
});

describe('the argument of a command', () => {
  test('the argument of a command may come before or after the options', () => {
    const expected = { words: ['a/b'], values: { dashboard: 'x' } };
    expect(parseArguments(SHAPE, ['a/b', '--dashboard', 'x'], {})).toMatchObject(expected);
    expect(parseArguments(SHAPE, ['--dashboard=x', 'a/b'], {})).toMatchObject(expected);
  });

  test.each([
    [[], "missing required argument 'family/shape'"],
    [[''], "missing required argument 'family/shape'"],
    [['a', 'b'], "unexpected argument 'b'"],
  ])('the arguments %j are refused with exit code 2', (args, expected) => {
    expect(parseArguments(SHAPE, args, {})).toEqual(refusal(expected));
  });

  test('all arguments are passed on to another program in their order', () => {
    const args = ['tests/a', '-t', 'a title', '--bail', 'b'];
    expect(parseArguments(JEST, args, {})).toMatchObject({ words: args });
  });
});

describe('an option that npm consumed', () => {
  test('an option that npm consumed, because the user forgot `--`, is applied and shown in the command line', () => {
    const parsed = parseArguments(TOOL, [], { npm_config_dashboard: '../ops-room', npm_config_prune: 'true' });
    expect(parsed).toMatchObject({
      values: { dashboard: '../ops-room', prune: true },
      typed: ['--dashboard=../ops-room', '--prune'],
    });
  });

  test.each(['', 'false'])(
    'an option that npm consumed, because the user forgot `--`, is off if npm passes %j',
    (npm_config_prune) => {
      expect(parseArguments(TOOL, [], { npm_config_prune })).toMatchObject({ values: { prune: false } });
    },
  );

  test('an option that npm consumed, because the user forgot `--`, is refused if npm lost its value', () => {
    expect(parseArguments(TOOL, ['../ops-room'], { npm_config_dashboard: 'true' })).toEqual(
      refusal('npm did not pass --dashboard on: write all options behind --: npm run tool -- --dashboard <value>'),
    );
  });

  test('an option that npm consumed counts as given, and is refused if it is given again', () => {
    expect(parseArguments(TOOL, ['--dashboard', 'a'], { npm_config_dashboard: 'b' })).toEqual(
      refusal('--dashboard is given twice'),
    );
  });

  test('an option that npm consumed, because the user forgot `--`, is ignored if npm has a setting of the same name', () => {
    const command = { ...TOOL, options: { cache: { value: 'durations', meaning: 'how long' } } };
    expect(parseArguments(command, [], { npm_config_cache: '/root/.npm' })).toMatchObject({
      values: { cache: undefined },
    });
  });
});
