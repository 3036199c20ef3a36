import { describe, expect, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { translate } from '../../../../infra/language/translate.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const DATASET_LINE = '      ';

const ORDERS = 'Created at,amount,status\n2026-11-20 10:00,7,paid\n2026-11-20 11:00,3,lost\n';

/** Checks a dashboard whose dataset has these lines as its `expect`, and whose endpoint has this `expect`. */
const check = async (lines: readonly string[], endpoint = '', data = ORDERS) => {
  const folder = await writeFolder({
    'dashboard.yml': [
      'dashboard: ops-room',
      'timezone: Europe/Berlin',
      'datasets:',
      '  orders:',
      '    csv: orders.csv',
      ...(lines.length > 0 ? ['    expect:', ...lines.map((line) => DATASET_LINE + line)] : []),
      'endpoints:',
      '  revenue:',
      '    component: Numeric Metric',
      '    dataset: orders',
      '    columns: { value: { sum: amount }, unit: { constant: EUR } }',
      endpoint === '' ? '' : `    expect: ${endpoint}`,
      '',
    ].join('\n'),
    'data/orders.csv': data,
  });
  const { errors, warnings } = await checkDashboard(folder);
  const shown = ({ line, column, message, hint }: (typeof errors)[number]) => `${line}:${column} ${message} (${hint})`;
  return { errors: errors.map(shown), warnings: warnings.map(shown), texts: [...errors, ...warnings] };
};

const translated = (texts: Awaited<ReturnType<typeof check>>['texts']): readonly string[] =>
  texts.flatMap(({ message, hint = '' }) => [message, hint]).filter((text) => text !== '' && translate(text) === text);

describe('`expect` with an error', () => {
  test.each<readonly [lines: readonly string[], endpoint: string, found: string]>([
    [
      ["by: 'Mon-Fri 08:30'"],
      '',
      '7:7 `by` needs the column of the times (add `newest: { of: Created at }`, with the name of your column)',
    ],
    [
      ['newest: { of: Created at }'],
      '',
      '7:7 `newest` without `within` promises nothing (add `within: 2h`, with the greatest age of the newest row)',
    ],
    [
      ['newest: { of: Created at, within: 0s }'],
      '',
      '7:41 `within` is 0: the promise can never hold (write the greatest age of the newest row, such as 2h)',
    ],
    [
      ['newest: { of: Created at }', 'by: noon'],
      '',
      '8:11 `by` cannot be "noon" (write days and a time, such as `\'Mon-Fri 08:30\'`)',
    ],
    [
      ['newest: { of: Created at }', "by: 'Mon-Fri 08:75'"],
      '',
      '8:11 08:75 is not a time of day (write a time from 00:00 to 24:00)',
    ],
    [['newest: { of: Created at }', "by: 'Mon-Fry 08:30'"], '', '8:11 unknown day "Fry" (did you mean Fri?)'],
    [
      ['newest: { of: Created at }', "by: 'Mon 24:00'"],
      '',
      '8:11 `by` cannot be 24:00: the promise is judged from then until midnight (write a time from 00:00 to 23:59)',
    ],
    [
      ['rows: { atLeast: 5, atMost: 2 }'],
      '',
      '7:24 `atLeast` is 5, above `atMost` 2: the promise can never hold (swap the two numbers)',
    ],
    [
      ['rows: { atLeast: 60000 }'],
      '',
      '7:24 `atLeast` is 60000, and no table has more than 50000 rows: the promise can never hold (write at most 50000)',
    ],
    [
      ['values: { amount: { oneOf: [1, 2], atLeast: 5 } }'],
      '',
      '7:34 no value of `oneOf` is between the bounds: the promise can never hold (remove `oneOf`, or the bounds)',
    ],
    [
      ['values: { rows: { unique: true } }'],
      '',
      '7:17 the column rows has the name of a promise (give the column another name by `columns` of the dataset)',
    ],
    [
      ['values: { amuont: { atLeast: 0 } }'],
      '',
      '7:17 the dataset orders has no column amuont (it has "Created at", amount, status)',
    ],
    [
      ['newest: { of: Time, within: 2h }'],
      '',
      '7:21 the dataset orders has no column Time (it has "Created at", amount, status)',
    ],
    [[], '{ valeu: { atLeast: 1 } }', '11:15 the component has no column valeu (did you mean value?)'],
    [
      [],
      '{ unit: { atLeast: 1 } }',
      '11:23 unit is no number: the promise can never hold (write `oneOf`, `unique` or `blank`)',
    ],
    [
      [],
      '{ value: { atLeast: 9, atMost: 1 } }',
      '11:33 `atLeast` is 9, above `atMost` 1: the promise can never hold (swap the two numbers)',
    ],
  ])('the lines %j and the endpoint %j are refused at their place', async (lines, endpoint, found) => {
    const { errors, texts } = await check(lines, endpoint);
    expect(errors).toContain(found);
    expect(translated(texts)).toEqual([]);
  });

  test.each([
    'values: { amount: { unique: false } }',
    'values: { amount: {} }',
    'values: { amount: { blank: often } }',
    'rows: { atLeast: -1 }',
    'newest: 2h',
    'for: ten minutes',
    'oldest: 3',
  ])('the line %s does not fit the schema', async (line) => {
    const { errors, texts } = await check([line]);
    expect(errors.length).toBeGreaterThan(0);
    expect(translated(texts)).toEqual([]);
  });

  test('rows that depend on `timePeriod` have no promises, because each request sends another one', async () => {
    const folder = await writeFolder({
      'dashboard.yml': [
        'dashboard: ops-room',
        'timezone: UTC',
        'datasets:',
        '  orders: { sql: select at from orders where at between :from and :to, expect: { rows: { atLeast: 1 } } }',
        'endpoints:',
        '  count: { component: PV, dataset: orders, columns: { pv: { count: rows } } }',
        '  day: { component: PV, csv: { file: a.csv, window: at, columns: { pv: { count: rows } } }, expect: { pv: { atLeast: 1 } } }',
        '  list: { component: PV, json: a.json, expect: { pv: { atLeast: 1 } } }',
        '',
      ].join('\n'),
      'data/a.csv': 'at\n2026-11-20\n',
      'data/a.json': '{ "code": 200, "msg": "", "data": { "pv": 1 } }',
    });
    const { errors } = await checkDashboard(folder);
    const found = errors.filter(({ column }) => column > 20).map(({ line, message }) => `${line} ${message}`);
    expect(found).toEqual([
      '4 the rows depend on `timePeriod`, which each request sends',
      '7 the rows depend on `timePeriod`, which each request sends',
      '8 a JSON document has no rows',
    ]);
    expect(translated([...errors])).toEqual([]);
  });
});

describe('the receivers of alarms', () => {
  test.each([
    ['alarms: { screens: 3 }', '2:1 nobody gets the alarms (add `email`, `topic` or `webhook`)'],
    ['alarms: { silence: 15m }', '2:1 nobody gets the alarms (add `email`, `topic` or `webhook`)'],
    [
      'alarms: { topic: arn:aws:sns:eu-west-1:123456789012:ops }',
      '2:18 the topic is in eu-west-1, and the stack in us-east-1 (name a topic of the region of the stack)',
    ],
    [
      'alarms: { email: a@example.com, silence: 7m }',
      '2:42 `alarms.silence` cannot be 7m (write a multiple of 5m, from 5m to 24h)',
    ],
    [
      'alarms: { webhook: { place: https://oapi.dingtalk.com/robot/send?access_token=secret1, form: dingtalk } }',
      '2:29 `alarms.webhook.place` does not say where the address is kept; is it the address itself? (write the place of the address, ssm:/path; never the address itself)',
    ],
    [
      'alarms: { webhook: { place: env:HOOK, form: slack } }',
      '2:29 `alarms.webhook.place` does not say where the address is kept; is it the address itself? (write the place of the address, ssm:/path; never the address itself)',
    ],
    [
      'alarms: { webhook: { place: ssm:/ops/hook, form: matrix } }',
      '2:50 `alarms.webhook.form` cannot be "matrix" (write `dingtalk`, `feishu`, `wecom`, `slack`, `teams` or `json`)',
    ],
  ])('the line %s is refused at its place, without an address', async (line, found) => {
    const folder = await writeFolder({
      'dashboard.yml': `dashboard: ops-room\n${line}\nendpoints:\n  a: { component: PV, csv: a.csv }\n`,
      'data/a.csv': 'pv\n1\n',
    });
    const { errors } = await checkDashboard(folder);
    const shown = errors.map(({ line: at, column, message, hint }) => `${at}:${column} ${message} (${hint})`);
    expect(shown).toContain(found);
    expect(shown.join()).not.toContain('secret1');
    expect(translated([...errors])).toEqual([]);
  });
});

test('an endpoint cannot have promises beside a dataset with its name and promises, because both would be called orders.value', async () => {
  const messagesOf = async (slug: string, expected: string) => {
    const folder = await writeFolder({
      'dashboard.yml': [
        'dashboard: ops-room',
        'datasets:',
        `  orders: { csv: orders.csv${expected} }`,
        'endpoints:',
        `  ${slug}: { component: Numeric Metric, dataset: orders, columns: { value: { sum: amount }, unit: { constant: EUR } }, expect: { value: { atLeast: 0 } } }`,
        '',
      ].join('\n'),
      'data/orders.csv': ORDERS,
    });
    const { errors } = await checkDashboard(folder);
    expect(errors.map(({ message }) => message).filter((message) => translate(message) === message)).toEqual([]);
    return errors.map(({ line, column, message, hint }) => `${line}:${column} ${message} (${hint})`);
  };
  const PROMISED = ', expect: { rows: { atLeast: 1 } }';
  expect(await messagesOf('orders', PROMISED)).toEqual([
    '5:119 the dataset orders has promises, too, and theirs would have the same names (give the dataset or the endpoint another name)',
  ]);
  expect(await messagesOf('orders', '')).toEqual([]);
  expect(await messagesOf('revenue', PROMISED)).toEqual([]);
});

describe('`check` with the files of data/', () => {
  test('a broken promise is a warning at its key, with the figure that was found', async () => {
    const { errors, warnings, texts } = await check(
      [
        'newest: { of: Created at, within: 2h }',
        'rows: { atLeast: 3, atMost: 9 }',
        'values: { amount: { atLeast: 0, atMost: 5 }, status: { oneOf: [paid, open] } }',
      ],
      '{ value: { atLeast: 1000 } }',
    );
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^7:7 the promise is broken: the newest row is from 2026-11-20 11:00, \d+ d.* old; promised within 2h \(correct the data, or the promise\)$/,
      ),
      '8:7 the promise is broken: 2 rows; promised at least 3 (correct the data, or the promise)',
      '9:17 the promise is broken: amount is 7 in line 2; promised at most 5 (correct the data, or the promise)',
      "9:52 the promise is broken: status is 'lost' in line 3; promised one of paid, open (correct the data, or the promise)",
      '15:15 the promise is broken: value is 10 in row 1; promised at least 1000 (correct the data, or the promise)',
    ]);
    expect(translated(texts)).toEqual([]);
  });

  test.each([
    ['values: { amount: { unique: true } }', "amount has '7' again in line 3; promised no value twice"],
    ['values: { amount: { blank: never } }', 'amount is blank in line 4 and in 1 more; promised never'],
    ['values: { status: { atLeast: 1 } }', "status is 'paid' in line 2 and in 3 more, which is no number"],
    ['values: { amount: { atMost: 6 } }', 'amount is 7 in line 2 and in 1 more; promised at most 6'],
    ['newest: { of: status, within: 2h }', 'no row has a time in status; promised within 2h'],
    ['rows: { atMost: 2 }', '4 rows; promised at most 2'],
  ])('%s is broken: %s', async (line, sentence) => {
    const data = 'Created at,amount,status\n2026-11-20,7,paid\n2026-11-20,7,paid\n2026-11-20,,paid\n2026-11-20,,paid\n';
    const { warnings, texts } = await check([line], '', data);
    expect(warnings).toEqual([expect.stringContaining(`the promise is broken: ${sentence} (`)]);
    expect(translated(texts)).toEqual([]);
  });

  test('promises that hold give no warning', async () => {
    const now = new Date().toISOString();
    const data = `Created at,amount,status\n${now},"1,200.50",paid\n${now},,\n`;
    const lines = [
      'newest: { of: Created at, within: 2h }',
      "by: 'Mon-Sun 00:00'",
      'rows: { atLeast: 2, atMost: 2 }',
      'values: { amount: { atLeast: 1200, unique: true }, status: { oneOf: [paid] } }',
    ];
    expect(await check(lines, '{ value: { atLeast: 1000 } }', data)).toMatchObject({ errors: [], warnings: [] });
  });
});
