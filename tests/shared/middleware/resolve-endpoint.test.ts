import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Hook, ResolvedContext } from '../../../shared/middleware/request-context.ts';
import { resolveEndpoint } from '../../../shared/middleware/resolve-endpoint.ts';
import type { Endpoint } from '../../../shared/pipeline/bind-endpoints.ts';

const endpoints = [{ slug: 'camera' }, { slug: 'page', path: '/' }, { slug: 'status', path: '/own/status' }].map(
  (one) => ({ ...one, tokens: [] }),
);
const { before } = resolveEndpoint(endpoints as unknown as readonly Endpoint[]);

const resolve = async (event: Partial<APIGatewayProxyEventV2>): Promise<string | undefined> => {
  const context = {} as ResolvedContext;
  await before?.({ event, context } as Parameters<Hook<ResolvedContext>>[0]);
  return context.endpoint?.slug;
};

const frame = (proxy: string) => ({
  routeKey: 'POST /frame/{proxy+}',
  rawPath: `/frame/${proxy}`,
  pathParameters: { proxy },
});
const unknown = expect.objectContaining({ code: 'ENDPOINT_UNKNOWN' });

describe('the endpoint of a request', () => {
  test('a request for an endpoint under the wrong family is refused, and the error names the right path', async () => {
    const own = endpoints as unknown as readonly Endpoint[];
    const { before: resolveIt } = resolveEndpoint(own, { sales: '/metric/sales' });
    const event = { routeKey: 'POST /frame/{proxy+}', rawPath: '/frame/sales', pathParameters: { proxy: 'sales' } };
    const act = Promise.resolve(resolveIt?.({ event, context: {} } as unknown as Parameters<Hook<ResolvedContext>>[0]));
    await expect(act).rejects.toEqual(
      expect.objectContaining({
        details: [{ message: "no endpoint is called 'sales'", hint: "the endpoint 'sales' is at /metric/sales" }],
      }),
    );
  });

  test('the endpoint of a request is found by the slug in its path', async () => {
    await expect(
      resolve({ routeKey: 'POST /pie/{endpoint}', rawPath: '/pie/camera', pathParameters: { endpoint: 'camera' } }),
    ).resolves.toBe('camera');
  });

  test.each(['camera', 'camera/'])('the endpoint of a request is the frame at /frame/%s', async (proxy) => {
    await expect(resolve(frame(proxy))).resolves.toBe('camera');
  });

  test.each(['', '/', 'camera//', 'camera/x', '/camera'])(
    'a request to /frame/%s gets the error for an unknown endpoint',
    async (proxy) => {
      await expect(resolve(frame(proxy))).rejects.toEqual(unknown);
    },
  );

  test.each(['', '/wall', '/wall/v2'])(
    'an endpoint is found by its custom path, if rawPath begins with the mapping "%s"',
    async (mapping) => {
      await expect(resolve({ routeKey: 'POST /', rawPath: `${mapping}/` })).resolves.toBe('page');
      await expect(resolve({ routeKey: 'POST /own/status', rawPath: `${mapping}/own/status` })).resolves.toBe('status');
      const appended = { routeKey: 'POST /own/status/{proxy+}', rawPath: `${mapping}/own/status/` };
      await expect(resolve(appended)).resolves.toBe('status');
      await expect(resolve({ ...appended, pathParameters: { proxy: '' } })).resolves.toBe('status');
    },
  );

  test('the endpoint of a request is unknown below the custom path of another endpoint', async () => {
    const below = {
      routeKey: 'POST /own/status/{proxy+}',
      rawPath: '/own/status/camera',
      pathParameters: { proxy: 'camera' },
    };
    await expect(resolve(below)).rejects.toEqual(unknown);
  });

  test('the endpoint of a request is unknown if the event has no path', async () => {
    await expect(resolve({})).rejects.toEqual(unknown);
  });
});
