import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { requestHandler as RequestHandler } from '../../../shared/aws/request-handler.ts';

type SentRequest = Parameters<typeof RequestHandler.handle>[0];

const certificate = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../infra/lab/cold/certificates/${name}`, import.meta.url)), 'utf8');

let server: ReturnType<typeof createServer>;
let agent: Agent;
let send: (body: Uint8Array) => Promise<number>;

beforeAll(async () => {
  const [key, cert] = await Promise.all([certificate('server.key'), certificate('server.pem')]);
  server = createServer({ key, cert }, (socket) => {
    socket.on('data', (record) => {
      if (record.toString().endsWith('}')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { httpsAgent } = await import('../../../shared/aws/https-agent.ts');
  agent = httpsAgent;
  agent.options.ca = cert;
  const { requestHandler } = await import('../../../shared/aws/request-handler.ts');
  send = async (body) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    const request = {
      protocol: 'https:',
      hostname: '127.0.0.1',
      port,
      method: 'POST',
      path: '/Execute',
      headers,
      body,
    };
    const { response } = await requestHandler.handle(request as unknown as SentRequest);
    response.body.resume();
    return response.statusCode;
  };
});
afterAll(() => {
  agent.destroy();
  server.close();
});

test('the headers and the JSON body of a request are sent in one write', async () => {
  await send(Buffer.from('{"sql":"select 1"}'));
  const body = JSON.stringify({ sql: "select name from orders where region = 'Zürich'" });
  const write = jest.spyOn(Duplex.prototype, 'write');
  expect(await send(Buffer.from(body))).toBe(200);
  const written = write.mock.calls.map(([text]) => String(text)).filter((text) => !text.startsWith('HTTP/'));
  write.mockRestore();
  expect(written).toHaveLength(1);
  expect(written[0]?.startsWith('POST /Execute HTTP/1.1\r\n')).toBe(true);
  expect(written[0]?.endsWith(`\r\n\r\n${body}`)).toBe(true);
});

test('a rehearsed response has the length of its body, unless it says that an object is unchanged', async () => {
  const { rehearse } = await import('../../../shared/aws/rehearsal.ts');
  const { requestHandler } = await import('../../../shared/aws/request-handler.ts');
  const request = { protocol: 'https:', hostname: 'wall.example.com', method: 'GET', path: '/', headers: {} };
  const lengthOf = async (status: number, body: string): Promise<unknown> => {
    const { response } = await rehearse(
      () => ({ status, body }),
      () => requestHandler.handle(request as unknown as SentRequest),
    );
    response.body.resume();
    return response.headers['content-length'];
  };
  expect([await lengthOf(200, 'Zürich'), await lengthOf(304, '')]).toEqual(['7', undefined]);
});
