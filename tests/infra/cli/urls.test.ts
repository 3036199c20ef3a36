import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EndpointUrl, URL_FORMATS } from '../../../infra/deploy/format-urls.ts';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { DEPLOYABLE } from '../../support/folders/deployable.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-dev';
const BASE = 'https://x.execute-api.eu-west-1.amazonaws.com';

let folder: string;
beforeAll(async () => {
  folder = await writeFolder(DEPLOYABLE);
});

const run = (args: readonly string[], env = {}) => runCommand('urls', ['--dashboard', folder, ...args], { env });

test('npm run urls needs no AWS if the address is given as an option', async () => {
  const { code, out, error } = await run(['--base', `${BASE}/`]);
  expect([code, error]).toEqual([0, '']);
  expect(out.split('\n')).toEqual([
    'Component              Endpoint  URL',
    `3D Pie Chart           share     ${BASE}/pie/share`,
    `Colorful Progress Bar  rings     ${BASE}/pie/rings`,
    `3D Pie Chart           own       ${BASE}/own`,
    '',
  ]);
});

test('npm run urls refuses an invalid stage, even if the address is given as an option', async () => {
  const { code, out, error } = await run(['--base', BASE, '--stage', 'eu-prod']);
  expect([code, out]).toEqual([2, '']);
  expect(error).toMatch(/^--stage must be lower-case letters and digits.*; found eu-prod/);
});

test('npm run urls names the invalid endpoints', async () => {
  const files = { ...DEPLOYABLE, 'dashboard.yml': `${DEPLOYABLE['dashboard.yml']}  wrong: { component: No Such }\n` };
  const { out, error } = await runCommand('urls', ['--dashboard', await writeFolder(files), '--base', BASE]);
  expect(out.split('\n')).toHaveLength(5);
  expect(error).toBe('Not listed, because the definition is invalid: wrong. npm run check says why\n');
});

describe('the formats of npm run urls', () => {
  const urls: readonly EndpointUrl[] = [{ component: 'A, "b" | c', endpoint: 'a', url: 'https://x/a' }];

  test.each<[keyof typeof URL_FORMATS, string]>([
    ['json', JSON.stringify(urls, null, 2)],
    ['csv', 'component,endpoint,url\n"A, ""b"" | c",a,https://x/a'],
    ['md', '| Component | Endpoint | URL |\n| --- | --- | --- |\n| A, "b" \\| c | a | https://x/a |'],
  ])('npm run urls prints the URLs as %s', (format, expected) => {
    expect(URL_FORMATS[format](urls)).toBe(expected);
  });
});

test.each([
  ['=1+1', "'=1+1", '=1+1'],
  ['  @SUM(A1)', "'  @SUM(A1)", ' @SUM(A1)'],
  ['-5 days', "'-5 days", '-5 days'],
  ['＝1+1', "'＝1+1", '＝1+1'],
  ['-2.5', '-2.5', '-2.5'],
  ['~~&lt;b&gt;~~', '~~&lt;b&gt;~~', '\\~\\~\\&lt;b\\&gt;\\~\\~'],
  ['<img src=x onerror=a()>', '<img src=x onerror=a()>', '\\<img src=x onerror=a()>'],
  ['[pay](javascript:a)', '[pay](javascript:a)', '\\[pay\\](javascript:a)'],
  ['a | b\\', 'a | b\\', 'a \\| b\\\\'],
  ['a\nb', '"a\nb"', 'a b'],
  ['Sales & costs (2026) - 1=1', 'Sales & costs (2026) - 1=1', 'Sales & costs (2026) - 1=1'],
])('the title %j is text in a spreadsheet and in Markdown', (title, inCsv, inMarkdown) => {
  const urls = [{ component: 'A', endpoint: 'a', title, url: 'https://x/a' }];
  expect(URL_FORMATS.csv(urls)).toBe(`component,endpoint,title,url\nA,a,${inCsv},https://x/a`);
  expect(URL_FORMATS.md(urls).split('\n')[2]).toBe(`| A | a | ${inMarkdown} | https://x/a |`);
  expect(JSON.parse(URL_FORMATS.json(urls))).toEqual(urls);
});

describe('npm run urls for the stage of a stack', () => {
  let cloudFormation: CloudFormation;
  beforeAll(async () => {
    cloudFormation = await startCloudFormation();
  });
  afterAll(() => cloudFormation.close());

  const ACCOUNT = 'Account 000000000000, region eu-west-1\n';
  /** Runs the command, and returns its output without the line that names the account. */
  const ask = async (stage = 'dev') => {
    const outcome = await run(['--stage', stage], signedIn({ CLOUDFORMATION: cloudFormation.url }));
    expect(outcome.error.startsWith(ACCOUNT)).toBe(true);
    return { ...outcome, error: outcome.error.slice(ACCOUNT.length) };
  };

  test('npm run urls reads the outputs of a deployed stack', async () => {
    cloudFormation.stacks.set(NAME, { status: 'CREATE_COMPLETE', outputs: { HttpApiUrl: BASE }, resources: [] });
    const { code, out, error } = await ask();
    expect([code, error]).toEqual([0, '']);
    expect(out).toContain(`${BASE}/pie/share\n`);
  });

  test('npm run urls says that the stack of a stage does not exist', async () => {
    expect(await ask('prod')).toEqual({
      code: 1,
      out: '',
      error:
        'There is no stack wallfeed-ops-room-prod in eu-west-1: deploy it first (npm run deploy), or check the stage, the region and the account of the credentials\n',
    });
  });

  test('npm run urls says that the deployment of a stack has failed', async () => {
    cloudFormation.stacks.set(NAME, { status: 'ROLLBACK_COMPLETE', outputs: {}, resources: [] });
    expect((await ask()).error).toMatch(
      `Nothing is deployed yet in the stack ${NAME} in eu-west-1, which is ROLLBACK_COMPLETE: npm run deploy -- --dashboard `,
    );
  });

  test.each([
    ['AccessDenied', 'user/a may not perform: x', 403, `AWS did not allow reading the stack ${NAME}: user/a may not`],
    ['ExpiredToken', 'expired', 403, 'The AWS credentials have expired: sign in again'],
    ['InvalidClientTokenId', 'unknown', 403, 'AWS does not accept these credentials: check AWS_PROFILE'],
    ['ValidationError', 'odd', 400, `reading the stack ${NAME} was not possible: ValidationError: odd`],
  ])('npm run urls explains the error %s of AWS', async (error, message, status, line) => {
    cloudFormation.fail(error, message, status);
    const outcome = await ask();
    expect(outcome).toEqual({ code: 1, out: '', error: expect.stringContaining(line) });
    expect(outcome.error.trim().split('\n')).toHaveLength(1);
  });

  test('npm run urls explains missing credentials, and an AWS that cannot be reached', async () => {
    const env = signedIn({ CLOUDFORMATION: 'http://127.0.0.1:1' });
    expect((await run(['--stage', 'dev'], env)).error).toMatch(/^AWS could not be reached: .*\. Check the network/);
    expect((await run(['--stage', 'dev'])).error).toMatch(/^There are no AWS credentials in the environment: /);
  });
});

test.each([
  [[], '--stage is missing: add it, such as --stage dev'],
  [['--base', 'x'], '--base must be a URL such as https://wall.example.com, found x'],
  [['--base', BASE, '--format', 'xml'], '--format must be one of text, table, json, csv, md; found xml'],
  [['--bas', BASE], "unknown option '--bas' (Did you mean --base?)"],
])('npm run urls refuses %j', async (args, line) => {
  const { code, out, error } = await run(args);
  expect([code, out]).toEqual([2, '']);
  expect(error).toContain(line);
});
