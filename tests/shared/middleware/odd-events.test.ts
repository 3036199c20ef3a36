/** @jest-environment node */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createServe, ENDPOINT, REQUEST_EVENT, SCHEDULED_EVENT } from '../../support/requests/serve-events.ts';

let serve: Awaited<ReturnType<typeof createServe>>;
beforeAll(async () => {
  serve = await createServe();
});

describe('an event that is not from API Gateway', () => {
  test.each<[string, unknown]>([
    ['an empty event', {}],
    ['no event at all', null],
    ['a text', 'hello'],
    ['an event without headers', { ...REQUEST_EVENT, headers: undefined }],
    ['an event whose headers are null', { ...REQUEST_EVENT, headers: null }],
    ['an event with a header that is not text', { ...REQUEST_EVENT, headers: { 'content-type': ['a', 'b'] } }],
    ['an event with a body that is not text', { ...REQUEST_EVENT, body: { timePeriod: 30 } }],
    ['an event of S3', { Records: [{ eventSource: 'aws:s3' }] }],
    ['an EventBridge event that is not a schedule', { ...SCHEDULED_EVENT, 'detail-type': 'Object Created' }],
  ])('%s is refused as REQUEST_INVALID', async (_, event) => {
    const { statusCode, problem, line } = await serve({ share: ENDPOINT })(event);
    expect([statusCode, problem.error]).toEqual([400, 'REQUEST_INVALID']);
    expect(line).toMatchObject({ status: 400, error: 'REQUEST_INVALID', failures: 0 });
  });

  test('an event whose body is null is a request without a body', async () => {
    const { problem } = await serve({ share: ENDPOINT })({ ...REQUEST_EVENT, rawQueryString: null, body: null });
    expect(problem).toMatchObject({ error: 'REQUEST_INVALID', details: [{ path: 'currentTime' }, {}] });
  });
});

describe('an event without a path', () => {
  test.each<[string, object]>([
    ['without rawPath', { rawPath: undefined }],
    ['with a rawPath of null', { rawPath: null }],
    ['with an empty rawPath', { rawPath: '' }],
    ['with a rawPath that is not text', { rawPath: 5 }],
    ['with an endpoint that is not text', { pathParameters: { endpoint: 5 } }],
  ])('an event %s gets no data of an endpoint', async (_, change) => {
    const ask = serve({ share: ENDPOINT, own: { ...ENDPOINT, path: '/own' } });
    const { statusCode, problem } = await ask({ ...REQUEST_EVENT, pathParameters: undefined, ...change });
    expect([statusCode, problem.error]).toEqual([404, 'ENDPOINT_UNKNOWN']);
  });
});

describe('an unknown path', () => {
  const wrong = { ...REQUEST_EVENT, pathParameters: { endpoint: 'shares' } };

  test('an unknown path gets a hint with the nearest endpoint name on a dashboard without tokens', async () => {
    const { problem } = await serve({ share: ENDPOINT })(wrong);
    expect(problem.details[0]?.hint).toBe('did you mean share?');
  });

  test('an unknown path gets no endpoint name on a dashboard with a token', async () => {
    const guarded = { ...ENDPOINT, tokens: [{ from: 'env', name: 'TOKEN' }] as const };
    const { problem } = await serve({ share: ENDPOINT, guarded })(wrong);
    expect(problem.error).toBe('ENDPOINT_UNKNOWN');
    expect(JSON.stringify(problem)).not.toMatch(/share\b|guarded/);
  });
});
