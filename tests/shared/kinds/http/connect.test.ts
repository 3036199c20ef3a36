/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import { callHost } from '../../../../shared/kinds/http/call-host.ts';
import type { Resolve } from '../../../../shared/kinds/http/connect.ts';
import type { HostConfig } from '../../../../shared/kinds/http/source.ts';
import { type Api, startApi } from '../../../support/http/start-api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => {
  delete process.env.WALLFEED_STAGE;
  api.answer(() => ({ json: [] }));
});
afterAll(() => api.close());

const call = (hostname: string, resolve: Resolve, host: Partial<HostConfig> = {}) => {
  const url = new URL(`http://${hostname}:${api.port}/rows`);
  return callHost(
    { method: 'GET', url, headers: {}, isRepeatable: false },
    {
      host: { name: 'tickets', url: String(url), ...host },
      deadline: createDeadline(performance.now() + 10_000),
      secrets: [],
      resolve,
    },
  );
};

const to =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: 4 }));

describe('the address of a host', () => {
  test('a name is resolved once, and the connection goes to that address', async () => {
    process.env.WALLFEED_STAGE = 'local';
    const answers = ['127.0.0.1', '169.254.169.254', '127.0.0.1'];
    let asked = 0;
    const { status } = await call('tickets.test', async () => [{ address: answers[asked++] ?? '', family: 4 }]);
    expect([status, asked]).toEqual([200, 1]);
    expect(api.requests[0]?.headers.host).toBe(`tickets.test:${api.port}`);
    await expect(
      call('tickets.test', async () => [{ address: answers[asked++] ?? '', family: 4 }]),
    ).rejects.toMatchObject({ code: 'SOURCE_DENIED' });
    expect(api.requests).toHaveLength(1);
  });

  test.each([
    ['a link-local address', '169.254.169.254'],
    ['a loopback address', '127.0.0.1'],
    ['a private address', '10.0.0.7'],
    ['a mapped loopback address', '::ffff:127.0.0.1'],
    ['this host', '0.0.0.0'],
  ])('a function does not call a name that leads to %s', async (_, address) => {
    await expect(call('tickets.test', to(address))).rejects.toMatchObject({ code: 'SOURCE_DENIED' });
    expect(api.requests).toEqual([]);
  });

  test('a name with one refused address among others is refused', async () => {
    process.env.WALLFEED_STAGE = 'local';
    await expect(call('tickets.test', to('127.0.0.1', '169.254.169.254'))).rejects.toMatchObject({
      code: 'SOURCE_DENIED',
    });
  });

  test('`private: true` allows private addresses to functions, and no loopback or metadata address', async () => {
    const options = { isPrivate: true } as const;
    await expect(call('tickets.test', to('127.0.0.1'), options)).rejects.toMatchObject({ code: 'SOURCE_DENIED' });
    await expect(call('tickets.test', to('100.100.100.200'), options)).rejects.toMatchObject({ code: 'SOURCE_DENIED' });
    await expect(call('tickets.test', to('198.18.0.1'), { ...options, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'SOURCE_TIMEOUT',
    });
  });

  test('a redirect to a metadata address is refused before a connection', async () => {
    process.env.WALLFEED_STAGE = 'local';
    api.answer(() => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }));
    await expect(call('tickets.test', to('127.0.0.1'))).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
    expect(api.requests).toHaveLength(1);
  });

  test('the message of a refused address does not repeat it', async () => {
    const error = await call('tickets.test', to('10.1.2.3')).catch((one: Error) => one);
    expect(JSON.stringify([String(error), Object(error).details])).not.toContain('10.1.2.3');
  });
});
