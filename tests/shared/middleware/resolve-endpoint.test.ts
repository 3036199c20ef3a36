import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Hook, ResolvedContext } from '../../../shared/middleware/request-context.ts';
import { resolveEndpoint } from '../../../shared/middleware/resolve-endpoint.ts';
import type { Endpoint } from '../../../shared/pipeline/bind-endpoints.ts';

const endpoints = [{ slug: 'camera' }, { slug: 'page', path: '/' }, { slug: 'status', path: '/own/status' }].map(
  (one) => ({ ...one, tokens: [] }),
);
const { before } = resolveEndpoint(endpoints as unknown as readonly Endpoint[]);

/** Returns the slug of the endpoint that a request through API Gateway reaches. */
const resolve = (event: Partial<APIGatewayProxyEventV2>): string | undefined => {
  const context = {} as ResolvedContext;
  before?.({ event, context } as Parameters<Hook<ResolvedContext>>[0]);
  return context.endpoint?.slug;
};

const frame = (proxy: string) => ({
  routeKey: 'POST /frame/{proxy+}',
  rawPath: `/frame/${proxy}`,
  pathParameters: { proxy },
});
const unknown = expect.objectContaining({ code: 'ENDPOINT_UNKNOWN' });

describe('the endpoint of a request', () => {
  test('a request for an endpoint under the wrong family is refused, and the error names the right path', () => {
    const own = endpoints as unknown as readonly Endpoint[];
    const { before: resolveIt } = resolveEndpoint(own, { sales: '/metric/sales' });
    const event = { routeKey: 'POST /frame/{proxy+}', rawPath: '/frame/sales', pathParameters: { proxy: 'sales' } };
    const act = () => resolveIt?.({ event, context: {} } as unknown as Parameters<Hook<ResolvedContext>>[0]);
    expect(act).toThrow(
      expect.objectContaining({
        details: [{ message: "no endpoint is called 'sales'", hint: "the endpoint 'sales' is at /metric/sales" }],
      }),
    );
  });

  test('the endpoint of a request is found by the slug in its path', () => {
    expect(
      resolve({ routeKey: 'POST /pie/{endpoint}', rawPath: '/pie/camera', pathParameters: { endpoint: 'camera' } }),
    ).toBe('camera');
  });

  test.each(['camera', 'camera/'])('the endpoint of a request is the frame at /frame/%s', (proxy) => {
    expect(resolve(frame(proxy))).toBe('camera');
  });

  test.each(['', '/', 'camera//', 'camera/x', '/camera'])(
    'a request to /frame/%s gets the error for an unknown endpoint',
    (proxy) => {
      expect(() => resolve(frame(proxy))).toThrow(unknown);
    },
  );

  test.each(['', '/wall', '/wall/v2'])(
    'an endpoint is found by its custom path, if rawPath begins with the mapping "%s"',
    (mapping) => {
      expect(resolve({ routeKey: 'POST /', rawPath: `${mapping}/` })).toBe('page');
      expect(resolve({ routeKey: 'POST /own/status', rawPath: `${mapping}/own/status` })).toBe('status');
      const appended = { routeKey: 'POST /own/status/{proxy+}', rawPath: `${mapping}/own/status/` };
      expect(resolve(appended)).toBe('status');
      expect(resolve({ ...appended, pathParameters: { proxy: '' } })).toBe('status');
    },
  );

  test('the endpoint of a request is unknown below the custom path of another endpoint', () => {
    const below = {
      routeKey: 'POST /own/status/{proxy+}',
      rawPath: '/own/status/camera',
      pathParameters: { proxy: 'camera' },
    };
    expect(() => resolve(below)).toThrow(unknown);
  });

  test('the endpoint of a request is unknown if the event has no path', () => {
    expect(() => resolve({})).toThrow(unknown);
  });
});
