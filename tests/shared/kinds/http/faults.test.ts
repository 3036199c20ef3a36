/** @jest-environment node */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { bindDataset, readRows } from '../../../support/http/read-dataset.ts';
import { type RawAnswer, type RawServer, reply, startRaw } from '../../../support/http/start-raw.ts';

process.env.WALLFEED_STAGE = 'local';
process.env.AWS_REGION = 'eu-west-1';
process.env.AWS_ACCESS_KEY_ID = 'key';
process.env.AWS_SECRET_ACCESS_KEY = 'secret';

let server: RawServer;
let logged: string[];
beforeAll(async () => {
  server = await startRaw();
});
beforeEach(() => {
  logged = [];
  jest.spyOn(console, 'warn').mockImplementation((line) => void logged.push(String(line)));
});
afterAll(() => server.close());

const SECRET = 'Sup3r+Secret/=';

const dashboard = (http: string, host = 'auth: { bearer: ssm:/key }', timeout = '30s') => `dashboard: shop
timezone: UTC
hosts:
  tickets: { url: '${server.url}/api', plain: true, timeout: ${timeout}, ${host} }
datasets:
  tickets: { http: { host: tickets, path: /rows${http} } }
endpoints:
  pie: { component: 3D Pie Chart, dataset: tickets, columns: { name: a, value: a } }
`;

const read = async (answer: RawAnswer, http = '', host?: string, timeout?: string) => {
  const bound = await bindDataset(dashboard(http, host, timeout), { '.secrets.yml': `/key: '${SECRET}'\n` });
  server.answer(answer);
  return readRows(bound, { seconds: 30 });
};

const whole =
  (...parts: readonly (string | Buffer)[]): RawAnswer =>
  (socket) =>
    void socket.write(Buffer.concat(parts.map((one) => Buffer.from(one))));
const ended =
  (...parts: readonly (string | Buffer)[]): RawAnswer =>
  (socket) =>
    void socket.end(Buffer.concat(parts.map((one) => Buffer.from(one))));
const first =
  (fault: RawAnswer, then: RawAnswer): RawAnswer =>
  (socket, count, head) =>
    (count === 1 ? fault : then)(socket, count, head);
const twice =
  (fault: RawAnswer, then: RawAnswer): RawAnswer =>
  (socket, count, head) =>
    (count < 3 ? fault : then)(socket, count, head);

const ROWS = '[{"a":1},{"a":2}]';
const GOOD = whole(reply(200, ROWS));
const RESET: RawAnswer = (socket) => void socket.resetAndDestroy();
const ZIPPED = { 'content-encoding': 'gzip' };
const BOMB = gzipSync(Buffer.alloc(200 * 1024 * 1024, 32), { level: 9 });

const endless =
  (chunk: string): RawAnswer =>
  (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
    const send = (): void => {
      if (socket.destroyed) return;
      if (socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)) setImmediate(send);
      else socket.once('drain', send);
    };
    send();
  };

const slowly =
  (text: string, ms: number): RawAnswer =>
  (socket) => {
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed || at >= text.length) clearInterval(timer);
      else socket.write(text.charAt(at++));
    }, ms);
    timer.unref();
  };

const head = (fields: string) => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${fields}\r\n`;

/** Faults after which the rows arrive all the same. */
const CURED: readonly (readonly [string, RawAnswer, number])[] = [
  ['a connection that is reset once', first(RESET, GOOD), 2],
  ['a connection that is reset twice', twice(RESET, GOOD), 3],
  [
    'a body that is reset in the middle',
    first((socket) => void socket.write(reply(200, ROWS).subarray(0, 90), () => socket.resetAndDestroy()), GOOD),
    2,
  ],
  ['a connection that closes before an answer', first(ended(''), GOOD), 2],
  ['the status 502', first(whole(reply(502)), GOOD), 2],
  ['the status 503', first(whole(reply(503)), GOOD), 2],
  ['the status 504', first(whole(reply(504)), GOOD), 2],
  ['two times the status 503', twice(whole(reply(503)), GOOD), 3],
  ['the status 503 with a pause', first(whole(reply(503, '', { 'retry-after': 1 })), GOOD), 2],
  ['the status 429 with a pause', first(whole(reply(429, '', { 'retry-after': 1 })), GOOD), 2],
  ['a redirect within the host', first(whole(reply(302, '', { location: '/api/other' })), GOOD), 2],
  ['a redirect with a relative address', first(whole(reply(308, '', { location: 'other' })), GOOD), 2],
  [
    'three redirects',
    (socket, count, text) =>
      (count <= 3 ? whole(reply(301, '', { location: `/api/${count}` })) : GOOD)(socket, count, text),
    4,
  ],
  [
    'a body in chunks',
    whole(head('transfer-encoding: chunked\r\n'), '9\r\n[{"a":1},\r\n8\r\n{"a":2}]\r\n0\r\n\r\n'),
    1,
  ],
  ['a body that ends with its connection', ended(head('connection: close\r\n'), ROWS), 1],
  ['a packed body', whole(reply(200, gzipSync(ROWS), ZIPPED)), 1],
  ['a body with a byte order mark', whole(reply(200, `\uFEFF${ROWS}`)), 1],
  [
    'an informational answer before the rows',
    (socket) =>
      void socket.write(
        Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), reply(200, ROWS)]),
      ),
    1,
  ],
  ['a wrong content type', whole(reply(200, ROWS, { 'content-type': 'text/plain' })), 1],
  ['no content type', whole(`HTTP/1.1 200 OK\r\ncontent-length: ${ROWS.length}\r\n\r\n${ROWS}`), 1],
];

/** Faults that end a read, each with its code and the number of calls. */
const ENDED: readonly (readonly [string, RawAnswer, string, number?, string?, string?])[] = [
  ['a host that resets every connection', RESET, 'SOURCE_TIMEOUT', 3],
  ['a host that closes every connection', ended(''), 'SOURCE_TIMEOUT', 3],
  ['a body that is shorter than its length', ended(reply(200, ROWS, { 'content-length': 99 })), 'SOURCE_TIMEOUT', 3],
  [
    'chunks that end too early',
    ended(head('transfer-encoding: chunked\r\n'), '9\r\n[{"a":1},\r\n'),
    'SOURCE_TIMEOUT',
    3,
  ],
  ['an answer that never comes', () => undefined, 'SOURCE_TIMEOUT', 1],
  ['headers that arrive too slowly', slowly(`${head('content-length: 2\r\n')}[]`, 50), 'SOURCE_TIMEOUT', 1],
  ['a body that arrives too slowly', slowly(`${head('content-length: 99\r\n')}${ROWS}`, 15), 'SOURCE_TIMEOUT', 1],
  ['a body that stops', whole(head('content-length: 99\r\n'), '[{"a"'), 'SOURCE_TIMEOUT', 1],
  ['an endless body', endless(' '.repeat(65_536)), 'SOURCE_TOO_LARGE', 1],
  ['an endless list', endless('{"a":1},'.repeat(8_000)), 'SOURCE_TOO_LARGE', 1],
  ['a gzip bomb', whole(reply(200, BOMB, ZIPPED)), 'SOURCE_TOO_LARGE', 1],
  ['a damaged packed body', whole(reply(200, Buffer.from('no gzip'), ZIPPED)), 'SOURCE_INVALID', 1],
  ['a packed body without its end', whole(reply(200, gzipSync(ROWS).subarray(0, 20), ZIPPED)), 'SOURCE_INVALID', 1],
  ['a body that is packed in another way', whole(reply(200, 'x', { 'content-encoding': 'br' })), 'SOURCE_INVALID', 1],
  ['an answer that is not HTTP', ended('SSH-2.0-OpenSSH_9.2\r\n'), 'SOURCE_INVALID', 1],
  ['a status line that is cut', ended('HTTP/1.'), 'SOURCE_TIMEOUT', 3],
  ['headers without an end', whole(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(40_000)}`), 'SOURCE_INVALID', 1],
  [
    'two different lengths',
    ended('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n[] '),
    'SOURCE_INVALID',
    1,
  ],
  ['no body', whole(reply(200)), 'SOURCE_INVALID', 1],
  [
    'a web page',
    whole(reply(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' })),
    'SOURCE_INVALID',
    1,
  ],
  ['a web page that says it is JSON', whole(reply(200, '<html><body>Sign in</body></html>')), 'SOURCE_INVALID', 1],
  ['half a document', whole(reply(200, '[{"a":1},')), 'SOURCE_INVALID', 1],
  ['a document that is only a text', whole(reply(200, '"maintenance"')), 'SOURCE_INVALID', 1],
  [
    'an error inside of the status 200',
    whole(reply(200, '{"error":{"code":-32602,"message":"Invalid params."}}')),
    'SOURCE_INVALID',
    1,
    ', rows: result',
  ],
  [
    'errors of GraphQL',
    whole(reply(200, '{"errors":[{"message":"x"}],"data":null}')),
    'SOURCE_INVALID',
    1,
    ', rows: data.issues',
  ],
  ['rows that are no list', whole(reply(200, '{"rows":{"a":1}}')), 'SOURCE_INVALID', 1, ', rows: rows'],
  ['a row that is a number', whole(reply(200, '[1]')), 'SOURCE_INVALID', 1],
  ['a document that is nested too deep', whole(reply(200, '['.repeat(5_000) + ']'.repeat(5_000))), 'SOURCE_INVALID', 1],
  ['bytes that are no text', whole(reply(200, Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]))), 'SOURCE_INVALID', 1],
  ['a part of the content in place of all', whole(reply(301)), 'SOURCE_REFUSED', 1],
  [
    'a redirect without an end',
    (socket, count) => void socket.write(reply(302, '', { location: `/api/${count}` })),
    'SOURCE_REFUSED',
    4,
  ],
  ['a redirect to itself', whole(reply(302, '', { location: '/api/rows' })), 'SOURCE_REFUSED', 4],
  ['a redirect to another port', whole(reply(302, '', { location: 'http://127.0.0.1:1/api' })), 'SOURCE_REFUSED', 1],
  [
    'a redirect to another scheme',
    (socket) => void socket.write(reply(302, '', { location: server.url.replace('http', 'https') })),
    'SOURCE_REFUSED',
    1,
  ],
  ['a redirect to a file', whole(reply(302, '', { location: 'file:///etc/passwd' })), 'SOURCE_REFUSED', 1],
  ['a redirect to no address', whole(reply(302, '', { location: 'http://[' })), 'SOURCE_REFUSED', 1],
  [
    'a redirect with a user',
    (socket) =>
      void socket.write(
        reply(302, '', { location: server.url.replace('//', '//u:p@').replace('127.0.0.1', '127.0.0.2') }),
      ),
    'SOURCE_REFUSED',
    1,
  ],
  ['a redirect of a POST', whole(reply(302, '', { location: '/api/other' })), 'SOURCE_REFUSED', 1, ', form: { a: 1 }'],
  [
    'a redirect of a POST that keeps the method',
    whole(reply(307, '', { location: '/api/other' })),
    'SOURCE_REFUSED',
    1,
    ', form: { a: 1 }',
  ],
  ['the status 400', whole(reply(400, '{"error":"bad"}')), 'SOURCE_REFUSED', 1],
  ['the status 401', whole(reply(401)), 'SOURCE_DENIED', 1],
  ['the status 403', whole(reply(403)), 'SOURCE_DENIED', 1],
  ['the status 404', whole(reply(404)), 'SOURCE_NOT_FOUND', 1],
  ['the status 409', whole(reply(409)), 'SOURCE_REFUSED', 1],
  ['the status 410', whole(reply(410)), 'SOURCE_NOT_FOUND', 1],
  ['the status 422', whole(reply(422)), 'SOURCE_REFUSED', 1],
  ['the status 429 without a pause', whole(reply(429)), 'SOURCE_THROTTLED', 1],
  [
    'the status 429 with a pause beyond the deadline',
    whole(reply(429, '', { 'retry-after': 120 })),
    'SOURCE_THROTTLED',
    1,
  ],
  [
    'the status 429 with a date as its pause',
    (socket) => void socket.write(reply(429, '', { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })),
    'SOURCE_THROTTLED',
    1,
  ],
  ['the status 500', whole(reply(500)), 'SOURCE_THROTTLED', 1],
  ['the status 503 without an end', whole(reply(503)), 'SOURCE_THROTTLED', 3],
  ['the status 504 without an end', whole(reply(504)), 'SOURCE_TIMEOUT', 3],
  ['the status 503 for a POST', whole(reply(503)), 'SOURCE_THROTTLED', 1, ', form: { a: 1 }'],
  ['a reset of a POST', RESET, 'SOURCE_TIMEOUT', 1, ', form: { a: 1 }'],
  ['a reset of a POST that may be repeated', RESET, 'SOURCE_TIMEOUT', 3, ', form: { a: 1 }, repeat: true'],
  [
    'a header with the first page without an end',
    (socket, count) => void socket.write(reply(200, `[{"a":${count}}]`)),
    'SOURCE_TOO_LARGE',
    11,
    ', pages: { page: p }',
  ],
  [
    'pages that together are too large',
    (socket, count) => void socket.write(reply(200, `[{"a":"${count}${'x'.repeat(9_000_000)}"}]`)),
    'SOURCE_TOO_LARGE',
    2,
    ', pages: { page: p }',
  ],
  [
    'a login without a token',
    whole(reply(200, '{"ok":true}')),
    'SOURCE_DENIED',
    1,
    '',
    'login: { path: /login, form: { a: ssm:/key }, token: t }',
  ],
];

describe('faults of a host', () => {
  test('at least 60 faults are tried', () => expect(CURED.length + ENDED.length).toBeGreaterThanOrEqual(60));

  test.each(CURED)('the rows arrive after %s', async (_, answer, calls) => {
    expect((await read(answer)).rows).toEqual([['1'], ['2']]);
    expect(server.count()).toBe(calls);
  });

  test.each(ENDED)('%s ends a read with its code', async (...[, answer, code, calls, http, login]) => {
    const error = await read(answer, http, login, code === 'SOURCE_TIMEOUT' ? '600ms' : undefined).catch(
      (one: Error) => one,
    );
    expect(error).toMatchObject({ name: 'WallfeedError', code });
    expect(server.count()).toBe(calls);
    const { message, details } = error as unknown as { message: string; details: readonly { hint?: string }[] };
    expect(message).not.toMatch(/undefined|\[object/);
    expect(details[0]?.hint).toBeTruthy();
  });

  test('no secret is in the error, in its cause or in the log, in any form in which a host repeats it', async () => {
    const forms = [
      SECRET,
      encodeURIComponent(SECRET),
      Buffer.from(SECRET).toString('base64'),
      Buffer.from(SECRET).toString('hex'),
    ];
    for (const [status, body] of [
      [400, JSON.stringify({ error: `no such key ${forms.join(' ')}` })],
      [200, `{"message": ${JSON.stringify(forms.join(' '))}}`],
      [200, `[{"a": ${forms[0]}`],
      [401, forms.join('\n')],
    ] as const) {
      const error = await read(whole(reply(status, body))).catch((one: unknown) => one);
      const { message, details } = error as { message: string; details: unknown };
      for (const form of forms)
        expect([message, JSON.stringify(details), String(Object(error).stack), ...logged].join('\n')).not.toContain(
          form,
        );
    }
    expect(logged.length).toBeGreaterThanOrEqual(4);
    expect(logged[0]).toContain('no such key ***');
  });

  test.each(['[{"a":NaN}]', 'callback({"a":1})', '[{"a":1},'])(
    'the error of the answer %s speaks of the answer, and of no file',
    async (body) => {
      await expect(read(whole(reply(200, body)))).rejects.toMatchObject({
        code: 'SOURCE_INVALID',
        message: 'The host tickets gave no rows: its answer is not JSON.',
        details: [{ hint: expect.stringMatching(/`format: csv`.*the log/) }],
      });
    },
  );

  test.each(['{"code":500,"data":null}', '{"code":500,"data":{}}'])(
    'an answer with status 200 and an error, such as %s, refers to the log',
    async (body) => {
      await expect(read(whole(reply(200, body)), ', rows: data.items')).rejects.toMatchObject({
        code: 'SOURCE_INVALID',
        details: [{ hint: 'the host may answer with an error here: the log has the beginning of the answer' }],
      });
      expect(logged.join()).toContain('500');
    },
  );

  test('the log has at most 200 characters of an answer', async () => {
    await read(whole(reply(400, `"${'x'.repeat(900)}"`))).catch(() => undefined);
    expect(JSON.parse(logged[0] ?? '')).toEqual({ host: 'tickets', status: 400, answer: `"${'x'.repeat(199)}` });
  });

  test('an error that a repeated call would not cure is kept for some seconds', async () => {
    const bound = await bindDataset(dashboard(''), { '.secrets.yml': `/key: '${SECRET}'\n` });
    server.answer(whole(reply(403)));
    for (let time = 0; time < 5; time += 1)
      await expect(readRows(bound)).rejects.toMatchObject({ code: 'SOURCE_DENIED' });
    expect(server.count()).toBe(1);
  });
});
