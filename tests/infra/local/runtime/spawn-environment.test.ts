import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnEnvironment } from '../../../../infra/local/runtime/start-environment.ts';

const HANDLER = `
const { homedir } = require('node:os');
exports.handler = async (event, context) => {
  if (event.fail) throw new TypeError('on purpose');
  return { event, id: context.awsRequestId, left: context.getRemainingTimeInMillis() > 0, home: homedir(), path: process.env.PATH, word: process.env.WORD };
};`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-environment-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Posted {
  readonly path: string;
  readonly body: unknown;
}

/**
 * Starts a Runtime API that sends the events one after another and collects the responses. A request for a further
 * event gets no response.
 */
const createRuntimeApi = async (events: readonly unknown[]) => {
  const waiting = [...events];
  const posted: Posted[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST') {
      posted.push({ path: request.url ?? '', body: JSON.parse(await text(request)) });
      response.writeHead(202).end('{"status":"OK"}');
      server.emit('posted');
    } else if (waiting.length > 0) {
      const headers = {
        'lambda-runtime-aws-request-id': `id-${events.length - waiting.length + 1}`,
        'lambda-runtime-deadline-ms': String(Date.now() + 5000),
        'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-west-1:000000000000:function:function',
      };
      response.writeHead(200, headers).end(JSON.stringify(waiting.shift()));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, posted, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const run = async (events: readonly unknown[], posts: number, handler = HANDLER) => {
  await writeFile(join(folder, 'index.js'), handler);
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}');
  const { server, posted, address } = await createRuntimeApi(events);
  const environment = spawnEnvironment({
    taskRoot: folder,
    handler: 'index.handler',
    runtimeApi: address,
    environment: { WORD: 'ours' },
    memory: 128,
  });
  const ended = once(environment, 'exit');
  while (posted.length < posts) await once(server, 'posted');
  server.closeAllConnections();
  server.close();
  await ended;
  return posted;
};

test('an environment handles requests one after the other, and gets neither the server’s environment variables nor its home folder', async () => {
  const posted = await run([{ text: 'größe' }, { n: 2 }], 2);
  expect(posted).toEqual([
    {
      path: '/2018-06-01/runtime/invocation/id-1/response',
      body: { event: { text: 'größe' }, id: 'id-1', left: true, home: folder, word: 'ours' },
    },
    { path: '/2018-06-01/runtime/invocation/id-2/response', body: expect.objectContaining({ event: { n: 2 } }) },
  ]);
});

test('an error is posted to the Runtime API, and the environment handles further requests', async () => {
  const posted = await run([{ fail: true }, {}], 2);
  expect(posted[0]).toEqual({
    path: '/2018-06-01/runtime/invocation/id-1/error',
    body: expect.objectContaining({ errorType: 'TypeError', errorMessage: 'on purpose' }),
  });
  expect(posted[1]?.path).toBe('/2018-06-01/runtime/invocation/id-2/response');
});

test('a function that cannot start reports its error', async () => {
  const [posted] = await run([], 1, 'throw new Error("no start");');
  expect(posted).toEqual({
    path: '/2018-06-01/runtime/init/error',
    body: expect.objectContaining({ errorMessage: 'no start' }),
  });
});
