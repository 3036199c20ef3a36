import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { LoadedDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import { describeStack } from '../../../../infra/stack/describe-stack.ts';
import type { Resource } from '../../../../infra/stack/template/template.ts';
import { evaluateAlarm, type Sample } from '../../../support/cloud/evaluate-alarm.ts';
import { dashboard, endpoint } from '../../../support/template/dashboard.ts';

const MINUTE_MS = 60_000;
const STEP_MS = 5 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

const TOPIC = 'arn:aws:sns:us-east-1:123456789012:ops';
const PROMISE = { expect: { values: { value: { atLeast: 1 } } } } as const;

const resourcesOf = (more: Partial<LoadedDashboard>, config: object = PROMISE): Readonly<Record<string, Resource>> => {
  const described = describeStack(dashboard([endpoint('pie', 'a', config)], more), 'dev');
  const fragment = described.resources.find((one) => typeof one !== 'string' && 'extensions' in one);
  return (fragment as { readonly Resources: Readonly<Record<string, Resource>> }).Resources;
};

const alarmsIn = (resources: Readonly<Record<string, Resource>>) =>
  Object.fromEntries(
    Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::CloudWatch::Alarm' ? [[id, Properties ?? {}]] : [],
    ),
  );

const DOMAIN = { name: 'wall.example.com', certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/a' };

describe('a stack with promises', () => {
  test('a stack without promises, `silence` and `webhook` has no alarm, schedule or link for them', () => {
    const resources = resourcesOf(
      { domain: DOMAIN, alarms: { email: 'ops@example.com' } },
      { cache: { ttl: 1, shared: true } },
    );
    const text = JSON.stringify(resources);
    expect(text).not.toMatch(/README|Judgement|unsent|cacheFailures|DaysToExpiry|OKActions/);
  });

  test('a stack with promises has alarms on messages, on the shared cache and on the certificate, which name the runbook', () => {
    const alarms = alarmsIn(resourcesOf({ domain: DOMAIN }));
    expect(Object.keys(alarms)).toEqual(
      expect.arrayContaining(['UnsentAlarm', 'CacheFailuresAlarm', 'CertificateAlarm']),
    );
    expect(alarms).not.toHaveProperty('SilenceAlarm');
    for (const { AlarmDescription } of Object.values(alarms))
      expect(AlarmDescription).toMatch(/ \(infra\/README\.md#watching\)$/);
  });

  test('the runbook has a line for each alarm', async () => {
    const more = { domain: DOMAIN, watch: 'full', alarms: { email: 'ops@example.com', silenceMs: 900_000 } } as const;
    const text = await readFile(join(projectRoot, 'infra/README.md'), 'utf8');
    const names = Object.values(alarmsIn(resourcesOf(more))).map(({ AlarmName }) =>
      String(AlarmName).split('-').at(-1),
    );
    expect(names.length).toBeGreaterThan(6);
    const rows = text.split('\n').filter((line) => line.startsWith('| `'));
    for (const name of names) expect(rows.filter((row) => row.split('|')[1]?.includes(`\`${name}\``))).toHaveLength(1);
  });

  test.each<[string, Partial<LoadedDashboard>, object, boolean]>([
    ['a promise', {}, PROMISE, true],
    ['`silence`', { alarms: { email: 'ops@example.com', silenceMs: 900_000 } }, {}, true],
    ['neither', { alarms: { email: 'ops@example.com' } }, {}, false],
  ])(
    'pages may read the header X-Wallfeed-Expect of a stack with promises or `silence`, and of no other: %s',
    (_, more, config, isExposed) => {
      const { exposed } = describeStack(dashboard([endpoint('pie', 'a', config)], more), 'dev');
      expect(exposed.includes('X-Wallfeed-Expect')).toBe(isExposed);
    },
  );

  test('all alarms are in Chinese if the dashboard says so', () => {
    const alarms = alarmsIn(resourcesOf({ domain: DOMAIN, language: 'zh', alarms: { silenceMs: 900_000 } }));
    for (const { AlarmDescription } of Object.values(alarms))
      expect(AlarmDescription).toMatch(/^[^a-z]*[\u4e00-\u9fff]/);
  });

  test("alarms and functions tell the stack's topic and the user's own", () => {
    const more = { alarms: { topic: TOPIC } };
    const alarms = alarmsIn(resourcesOf(more));
    for (const { AlarmActions } of Object.values(alarms)) expect(AlarmActions).toEqual([{ Ref: 'AlarmTopic' }, TOPIC]);
    const { functions } = describeStack(dashboard([endpoint('pie', 'a', PROMISE)], more), 'dev');
    expect(functions.pie?.environment.WALLFEED_TOPICS).toEqual({ 'Fn::Join': [' ', [{ Ref: 'AlarmTopic' }, TOPIC]] });
    const local = describeStack(dashboard([endpoint('pie', 'a', PROMISE)], more), 'local');
    expect(local.functions.pie?.environment).not.toHaveProperty('WALLFEED_TOPICS');
  });

  test('a schedule asks only in the hours in which the wall is open, by the clock of its zone', () => {
    const hours = [
      { from: 450, to: 1320 },
      { from: 1440 + 450, to: 1440 + 1320 },
      { from: 5 * 1440 + 540, to: 5 * 1440 + 600 },
    ];
    const { PieJudgement, PieJudgement2, JudgementRole } = resourcesOf({ hours });
    expect(PieJudgement?.Properties).toMatchObject({
      ScheduleExpression: 'cron(0/5 7,8,9,10,11,12,13,14,15,16,17,18,19,20,21 ? * MON,TUE *)',
      ScheduleExpressionTimezone: 'Asia/Shanghai',
      Target: { Input: '{"wallfeed":"judge"}' },
    });
    expect(PieJudgement2?.Properties).toMatchObject({ ScheduleExpression: 'cron(0/5 9 ? * SAT *)' });
    expect(JSON.stringify(JudgementRole)).toContain('lambda:InvokeFunction');
    expect(resourcesOf({}).PieJudgement?.Properties).toMatchObject({ ScheduleExpression: 'rate(5 minutes)' });
  });
});

const silence = () =>
  alarmsIn(resourcesOf({ alarms: { email: 'a@example.com', silenceMs: 900_000 } }, {})).SilenceAlarm as never;

describe('the alarm on a silent wall', () => {
  const START = Date.parse('2026-10-24T00:00:00+02:00');
  const openings = ['2026-10-24T07:00:00+02:00', '2026-10-25T07:00:00+01:00'].map((text) => Date.parse(text));
  const isOpen = (at: number): boolean => openings.some((from) => at >= from && at < from + 15 * HOUR_MS);
  /** The wall is silent for some spans, two of which reach beyond the closing. */
  const SILENT = [
    ['2026-10-24T09:00:00+02:00', '2026-10-24T09:10:00+02:00'],
    ['2026-10-24T12:00:00+02:00', '2026-10-24T13:00:00+02:00'],
    ['2026-10-24T21:50:00+02:00', '2026-10-25T07:05:00+01:00'],
    ['2026-10-25T21:30:00+01:00', '2026-10-26T00:00:00+01:00'],
  ].map((span) => span.map((text) => Date.parse(text)));
  const isSilent = (at: number): boolean => SILENT.some(([from = 0, to = 0]) => at >= from && at < to);

  test('in two days with a clock change, the alarm rings after 15 minutes of silence, and never at closed hours', () => {
    const samples: Sample[] = [];
    for (let at = START; at < START + 48 * HOUR_MS; at += MINUTE_MS) {
      if (!isOpen(at)) continue;
      if (at % STEP_MS === 0) samples.push({ at, value: 0 });
      if (!isSilent(at)) samples.push({ at, value: 1 });
    }
    const changes = evaluateAlarm(silence(), samples, START, START + 49 * HOUR_MS);
    expect(changes.map(({ at, state }) => `${new Date(at).toISOString()} ${state}`)).toEqual([
      // 12:15 and 13:05 in Berlin
      '2026-10-24T10:15:00.000Z ALARM',
      '2026-10-24T11:05:00.000Z OK',
      // 21:45 in Berlin, after the clock was set back. The alarm stays until somebody asks.
      '2026-10-25T20:45:00.000Z ALARM',
    ]);
  });
});

describe('the other alarms of promises', () => {
  test.each([
    ['UnsentAlarm', [1], ['ALARM', 'OK']],
    ['CacheFailuresAlarm', [1], []],
    ['CacheFailuresAlarm', [1, 2], ['ALARM', 'OK']],
  ])('%s with the values %j changes to %j', (id, values, states) => {
    const { [id]: alarm } = alarmsIn(resourcesOf({}));
    const samples = values.map((value, index) => ({ at: index * STEP_MS, value }));
    expect(evaluateAlarm(alarm as never, samples, 0, HOUR_MS).map(({ state }) => state)).toEqual(states);
  });

  test('the alarm on the certificate rings when it expires in fewer than 20 days, and ends after its renewal', () => {
    const { CertificateAlarm } = alarmsIn(resourcesOf({ domain: DOMAIN }));
    const days = [22, 21, 20, 19, 18, 395].map((value, index) => ({ at: index * 24 * HOUR_MS, value }));
    const changes = evaluateAlarm(CertificateAlarm as never, days, 0, 6 * 24 * HOUR_MS);
    expect(changes.map(({ at, state }) => [at / 24 / HOUR_MS, state])).toEqual([
      [4, 'ALARM'],
      [6, 'OK'],
    ]);
  });
});
