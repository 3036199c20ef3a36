/** @jest-environment node */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import { callHost } from '../../../../shared/kinds/http/call-host.ts';
import { throughProxy } from '../../../../shared/kinds/http/proxy.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type Api, startApi } from '../../../support/http/start-api.ts';
import { runCommand } from '../../../support/run-command.ts';
import { runStart } from '../../../support/start-process.ts';

/** A server that is both a proxy and a host: a request through the proxy has the whole address. */
let api: Api;
const before = { ...process.env };
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => {
  api.answer(({ url }) => ({ json: [{ state: 'open', host: url.host }] }));
  Object.assign(process.env, { WALLFEED_STAGE: 'local', HTTP_PROXY: api.url });
  delete process.env.NO_PROXY;
});
afterEach(() => {
  process.env = { ...before };
});
afterAll(() => api.close());

const call = (url: string, address: string | undefined) =>
  callHost(
    { method: 'GET', url: new URL(url), headers: {}, isRepeatable: true },
    {
      host: { name: 'tickets', url },
      deadline: createDeadline(performance.now() + 10_000),
      secrets: [],
      resolve: async () => {
        if (address === undefined) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
        return [{ address, family: 4 }];
      },
    },
  );

describe('a company’s proxy and the hosts of a dashboard', () => {
  test('the local stack calls a host through the proxy, also if only the proxy knows its name', async () => {
    const { body } = await call('http://tickets.test/rows', undefined);
    expect(JSON.parse(String(body))).toEqual([{ state: 'open', host: 'tickets.test' }]);
  });

  test('a host in NO_PROXY is called at the address that was found and checked', async () => {
    process.env.NO_PROXY = 'tickets.test';
    const { body } = await call(`http://tickets.test:${api.port}/rows`, '127.0.0.1');
    expect(JSON.parse(String(body))).toEqual([{ state: 'open', host: `tickets.test:${api.port}` }]);
    await expect(call(`http://tickets.test:${api.port}/rows`, undefined)).rejects.toMatchObject({
      details: [{ message: 'its name is unknown' }],
    });
  });

  test.each([
    ['http://169.254.169.254/latest', undefined],
    ['http://tickets.test/rows', '169.254.169.254'],
    ['http://metadata.google.internal/', undefined],
  ])('the address of %s, found as %s, is refused with a proxy, too', async (url, address) => {
    await expect(call(url, address)).rejects.toMatchObject({ code: 'SOURCE_DENIED' });
    expect(api.requests).toEqual([]);
  });

  test('this machine is called without the proxy, and functions on AWS use none', () => {
    const found = { address: '203.0.113.7', family: 4 };
    expect(throughProxy(new URL('http://127.0.0.1:9090/'), found)).toBeUndefined();
    expect(throughProxy(new URL('http://localhost:9090/'), found)).toBeUndefined();
    expect(throughProxy(new URL('http://tickets.test/'), found)).toMatchObject({ host: 'tickets.test' });
    process.env.WALLFEED_STAGE = 'prod';
    expect(throughProxy(new URL('http://tickets.test/'), found)).toBeUndefined();
  });

  const open = () =>
    writeFolder({
      'dashboard.yml':
        "dashboard: shop\ntimezone: UTC\nhosts: { tickets: { url: 'http://tickets.test/api', plain: true } }\ndatasets:\n" +
        '  tickets: { http: { host: tickets, path: /list, columns: { state: state } } }\nendpoints:\n' +
        '  pie: { component: 3D Pie Chart, dataset: tickets, columns: { name: state, value: { count: rows } } }\n',
    });

  test('wallfeed query calls a host through the proxy', async () => {
    const env = { http_proxy: api.url.replace('http://', '') };
    const { code, error } = await runCommand('query', ['tickets', '--dashboard', await open()], { env });
    expect([code, error]).toEqual([0, '']);
    expect(api.requests.map(({ url }) => String(url))).toEqual(['http://tickets.test/api/list']);
  });

  test('the functions of wallfeed start call a host through the proxy', async () => {
    const start = runStart(['--dashboard', await open(), '--port', '0']);
    try {
      const [, base = ''] = await start.printed(/(http:\/\/127\.0\.0\.1:\d+)\/pie\/pie/);
      const body = JSON.stringify({ currentTime: Date.now(), timePeriod: 30 });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${base}/pie/pie`, { method: 'POST', body, headers });
      expect(response.status).toBe(200);
      expect(api.requests.map(({ url }) => String(url))).toEqual(['http://tickets.test/api/list']);
    } finally {
      await start.stop();
    }
  });
});
