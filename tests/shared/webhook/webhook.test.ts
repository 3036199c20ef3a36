/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startParameterStore } from '../../../infra/local/emulators/ssm.ts';
import { SECRET, startChats } from '../../support/cloud/start-chats.ts';

type Chats = Awaited<ReturnType<typeof startChats>>;

const PROMISE = {
  dashboard: 'ops-room',
  stage: 'prod',
  name: 'orders.newest',
  state: 'broken',
  text: 'orders: the newest row is from 06:12, 3 h 4 min old; promised within 2h',
  since: '2026-11-28T08:12:00.000Z',
};
const ALARM = {
  AlarmName: 'wallfeed-ops-room-prod-answers',
  AlarmDescription: 'Requests fail & fail',
  NewStateValue: 'ALARM',
  StateChangeTime: '2026-11-28T08:12:00.000+0000',
};
const PLACES = {
  dingtalk: '/robot/send?access_token=a',
  feishu: '/open-apis/bot/v2/hook/a',
  wecom: '/cgi-bin/webhook/send?key=a',
  slack: '/services/a',
  teams: '/workflows/a',
  json: '/own',
};

let chats: Chats;
let store: Awaited<ReturnType<typeof startParameterStore>>;
let folder: string;
let logged: string;

const pass = async (
  form: string,
  message: unknown,
  more: { readonly path?: string; readonly language?: string } = {},
) => {
  const path = more.path ?? PLACES[form as keyof typeof PLACES];
  await writeFile(join(folder, '.secrets.yml'), `/ops/hook: '${chats.url}${path} ${SECRET}'\n`);
  Object.assign(process.env, { WALLFEED_WEBHOOK_FORM: form, WALLFEED_LANGUAGE: more.language ?? 'en' });
  const { handler } = await import('../../../shared/webhook/handler.ts');
  const Message = typeof message === 'string' ? message : JSON.stringify(message);
  return handler({ Records: [{ Sns: { Message } }] } as never);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  await writeFile(join(folder, '.secrets.yml'), '{}\n');
  chats = await startChats();
  store = await startParameterStore({ secrets: join(folder, '.secrets.yml') });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SSM: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_DASHBOARD: 'ops-room',
    WALLFEED_STAGE: 'prod',
    WALLFEED_WEBHOOK: '/ops/hook',
  });
  for (const stream of ['log', 'warn', 'error'] as const)
    jest.spyOn(console, stream).mockImplementation((...texts) => {
      logged += texts.join(' ');
    });
});
beforeEach(() => {
  chats.messages.length = 0;
  logged = '';
});
afterAll(async () => {
  await Promise.all([chats.close(), store.close()]);
  await rm(folder, { recursive: true });
});

describe('messages to webhooks', () => {
  test.each(['dingtalk', 'feishu', 'wecom', 'slack', 'teams'])('%s gets a promise as a sentence', async (form) => {
    await pass(form, PROMISE);
    expect(chats.messages).toEqual([`[ops-room prod] Alarm: ${PROMISE.text}`]);
  });

  test.each([
    ['feishu', '<at user_id="all">all</at>', '＜at user_id="all">all</at>'],
    ['wecom', '<@all>', '＜@all>'],
    ['slack', '<!channel> <https://example.com|a>', '&lt;!channel&gt; &lt;https://example.com|a&gt;'],
    ['teams', '[a](https://example.com)', '[a] (https://example.com)'],
    ['dingtalk', '@all', '@all'],
  ])('%s shows a cell with its markup %s as text, and calls nobody', async (form, cell, shown) => {
    await pass(form, { ...PROMISE, text: `orders: status is '${cell}'` });
    expect(chats.messages).toEqual([`[ops-room prod] Alarm: orders: status is '${shown}'`]);
    expect(chats.marked).toEqual([]);
  });

  test('a webhook in JSON gets the parts of a message', async () => {
    await pass('json', PROMISE);
    expect(chats.messages.map((text) => JSON.parse(text))).toEqual([PROMISE]);
  });

  test.each([
    ['dingtalk', { ...PROMISE, state: 'holds' }, '[ops-room prod] 恢复: '],
    ['wecom', PROMISE, '[ops-room prod] 告警: '],
  ])('%s gets Chinese words around a message if the dashboard is Chinese', async (form, message, beginning) => {
    await pass(form, message, { language: 'zh' });
    expect(chats.messages).toEqual([beginning + PROMISE.text]);
  });

  test('an alarm of CloudWatch is a message, and its end another one, but missing data is none', async () => {
    await pass('slack', ALARM);
    await pass('slack', { ...ALARM, NewStateValue: 'OK' });
    await pass('slack', { ...ALARM, NewStateValue: 'INSUFFICIENT_DATA' });
    expect(chats.messages).toEqual([
      '[ops-room prod] Alarm: wallfeed-ops-room-prod-answers: Requests fail &amp; fail',
      '[ops-room prod] Over: wallfeed-ops-room-prod-answers: Requests fail &amp; fail',
    ]);
  });

  test('a plain text of the topic is passed on', async () => {
    await pass('teams', 'The budget is used up');
    expect(chats.messages).toEqual(['[ops-room prod] Alarm: The budget is used up']);
  });

  test('a long Chinese message is shortened to what all products take', async () => {
    await pass('wecom', { ...PROMISE, text: '行'.repeat(5_000) });
    expect(chats.messages.map((text) => text.length)).toEqual([600]);
  });
});

describe('webhooks that fail', () => {
  test.each([
    ['slack', { status: 429, headers: { 'retry-after': '1' }, body: 'rate_limited' }],
    ['teams', { status: 503, body: '' }],
    [
      'teams',
      {
        body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId a',
      },
    ],
    ['teams', { body: 'Webhook message delivery failed with error: Error contacting Microsoft Teams endpoint' }],
    ['dingtalk', { body: '{"errcode":-1,"errmsg":"system busy"}' }],
    ['wecom', { body: '{"errcode":45009,"errmsg":"reach max api daily quota limit"}' }],
    ['feishu', { body: '{"code":11232,"msg":"create message trigger service frequency limit"}' }],
  ])('%s gets a message again after the reply %j', async (form, reply) => {
    chats.fail(reply);
    await pass(form, PROMISE);
    expect(chats.messages).toHaveLength(1);
  });

  test.each([
    ['dingtalk', '/robot/send?access_token=other', 'code 310000'],
    ['wecom', '/cgi-bin/webhook/send?key=other', 'code 93000'],
    ['slack', '/services/other', 'HTTP 404'],
  ])(
    '%s with a wrong address fails after three attempts, without a word about the address',
    async (form, path, reason) => {
      const before = chats.calls();
      const failure = await pass(form, PROMISE, { path }).catch((error: unknown) => error);
      expect(chats.calls() - before).toBe(3);
      expect(String(failure)).toBe(`Error: the webhook has not accepted the message: ${reason}`);
      expect(String(failure) + logged).not.toMatch(/127\.0\.0\.1|other|SEC0/);
    },
  );

  test('a parameter without an address fails, without its value', async () => {
    await writeFile(join(folder, '.secrets.yml'), "/ops/hook: 'my secret'\n");
    const { handler } = await import('../../../shared/webhook/handler.ts');
    const event = { Records: [{ Sns: { Message: JSON.stringify(PROMISE) } }] } as never;
    await expect(handler(event)).rejects.toThrow(/^the parameter \/ops\/hook has no address of a webhook$/);
  });
});
