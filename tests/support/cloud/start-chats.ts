import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from './listen.ts';

export const SECRET = 'SEC0123456789abcdef';

const HOUR_MS = 3_600_000;

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

type Take = (body: unknown, query: URLSearchParams) => Reply | string;

const at = (body: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, key) => Object(value)[key], body);

const take = (text: unknown, refusal: Reply): Reply | string => (typeof text === 'string' ? text : refusal);

const ok = (body: object): Reply => ({ body: JSON.stringify(body) });
const bad = (body: string, status = 400): Reply => ({ status, body });

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64');

/** A text is the message that a product has accepted. */
const PRODUCTS: Readonly<Record<string, Take>> = {
  // The sign is in the query: the HMAC of the timestamp in milliseconds and the secret, with the secret as its key.
  '/robot/send': (body, query) => {
    const timestamp = query.get('timestamp') ?? '';
    const isNew = Math.abs(Date.now() - Number(timestamp)) < HOUR_MS;
    if (query.get('access_token') !== 'a' || !isNew || query.get('sign') !== hmac(SECRET, `${timestamp}\n${SECRET}`))
      return ok({ errcode: 310000, errmsg: 'sign not match' });
    const refusal = ok({ errcode: 400105, errmsg: 'unsupported msgtype' });
    return at(body, 'msgtype') === 'text' ? take(at(body, 'text', 'content'), refusal) : refusal;
  },
  // The sign is in the body: the HMAC of nothing, with the timestamp in seconds and the secret as its key.
  '/open-apis/bot/v2/hook/a': (body) => {
    const timestamp = at(body, 'timestamp');
    const isNew = Math.abs(Date.now() - Number(timestamp) * 1000) < HOUR_MS;
    if (!isNew || at(body, 'sign') !== hmac(`${timestamp}\n${SECRET}`, ''))
      return ok({ code: 19021, msg: 'sign match fail' });
    const refusal = ok({ code: 9499, msg: 'Bad Request' });
    return at(body, 'msg_type') === 'text' ? take(at(body, 'content', 'text'), refusal) : refusal;
  },
  '/cgi-bin/webhook/send': (body, query) => {
    if (query.get('key') !== 'a') return ok({ errcode: 93000, errmsg: 'invalid webhook url' });
    const text = at(body, 'text', 'content');
    const isShort = typeof text === 'string' && Buffer.byteLength(text) <= 2048;
    const isText = at(body, 'msgtype') === 'text';
    return isText && isShort ? text : ok({ errcode: 40058, errmsg: 'invalid Request Parameter' });
  },
  '/services/a': (body) => take(at(body, 'text'), bad('no_text')),
  '/workflows/a': (body) => {
    const card = at(body, 'attachments', 0);
    const content = at(card, 'content');
    const isAdaptive = at(card, 'contentType') === 'application/vnd.microsoft.card.adaptive';
    const isVersion = /^1\.[0-5]$/.test(String(at(content, 'version')));
    const isSchema = at(content, '$schema') === 'http://adaptivecards.io/schemas/adaptive-card.json';
    const isCard = isAdaptive && isVersion && isSchema && at(content, 'type') === 'AdaptiveCard';
    const isMessage = at(body, 'type') === 'message' && at(card, 'contentUrl') === null;
    return isCard && isMessage && at(content, 'body', 0, 'type') === 'TextBlock'
      ? take(at(card, 'content', 'body', 0, 'text'), bad('Bad payload'))
      : bad('Bad payload');
  },
  '/own': (body) => (typeof at(body, 'text') === 'string' ? JSON.stringify(body) : bad('{}')),
};

const ACCEPTED: Readonly<Record<string, Reply>> = {
  '/robot/send': ok({ errcode: 0, errmsg: 'ok' }),
  '/open-apis/bot/v2/hook/a': ok({ code: 0, msg: 'success', data: {} }),
  '/cgi-bin/webhook/send': ok({ errcode: 0, errmsg: 'ok' }),
  '/services/a': { body: 'ok' },
  '/workflows/a': { status: 202, body: '' },
  '/own': { status: 204, body: '' },
};

/** Texts in which a product sees a call of members of the group, or a link. */
const MARKUP: Readonly<Record<string, RegExp>> = {
  '/open-apis/bot/v2/hook/a': /<at\s+user_id=/,
  '/cgi-bin/webhook/send': /<@\w+>/,
  '/services/a': /<[!@#h]/,
  '/workflows/a': /\[[^\]]*\]\(/,
};

export const startChats = async () => {
  const messages: string[] = [];
  const marked: string[] = [];
  const failures: Reply[] = [];
  let calls = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls += 1;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://chat');
    const isJson = request.headers['content-type'] === 'application/json; charset=utf-8' && request.method === 'POST';
    const body = isJson ? await json(request) : {};
    const taken = failures.shift() ?? PRODUCTS[pathname]?.(body, searchParams) ?? bad('no such webhook', 404);
    if (typeof taken === 'string') messages.push(taken);
    if (typeof taken === 'string' && MARKUP[pathname]?.test(taken)) marked.push(taken);
    const reply = typeof taken === 'string' ? (ACCEPTED[pathname] as Reply) : taken;
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.status === 204 ? undefined : reply.body);
  };
  const { url, close } = await listen(createServer((request, response) => void answer(request, response)));
  return { url, close, messages, marked, fail: (reply: Reply) => void failures.push(reply), calls: () => calls };
};
