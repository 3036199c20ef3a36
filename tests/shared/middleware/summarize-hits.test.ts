import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { logRequests } from '../../../shared/middleware/log-requests.ts';

interface Request {
  readonly state?: string;
  readonly status?: number;
  readonly endpoint?: string;
  /** Milliseconds that pass before the request. */
  readonly after?: number;
}

const ENDPOINTS = new Map<string, object>();

const endpointNamed = (slug: string): object => {
  const endpoint = ENDPOINTS.get(slug) ?? { slug, component: '3D Pie Chart' };
  ENDPOINTS.set(slug, endpoint);
  return endpoint;
};

const linesOf = (requests: readonly Request[], log?: 'summary'): readonly string[] => {
  const lines: string[] = [];
  const untimed: unknown[] = [];
  const dashboard = { dashboard: 'ops-room', stage: 'prod', ...(log && { log }) };
  const { requestStart, requestEnd } = logRequests(dashboard, (line) => lines.push(line));
  for (const [index, { state = 'hit', status = 200, endpoint = 'orders', after = 0 }] of requests.entries()) {
    jest.advanceTimersByTime(after);
    const context = {
      functionName: 'ops-room-prod-pie',
      awsRequestId: `request-${index}`,
      getRemainingTimeInMillis: () => 9_000,
    };
    const response: { statusCode: number; body: string; headers?: Record<string, string> } = {
      statusCode: status,
      body: '',
    };
    const request = { context, response };
    requestStart(request as never);
    Object.assign(context, { endpoint: endpointNamed(endpoint) });
    if (status === 200)
      Object.assign(context, { served: { status: { state, age: 1000 }, body: { rows: 1, bytes: 40 } } });
    requestEnd(request as never);
    if (response.headers?.['server-timing'] === undefined) untimed.push(response);
  }
  expect(untimed).toEqual([]);
  return lines;
};

const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line));

const METRICS = ['duration', 'failures', 'coldStarts', 'cacheHits', 'staleAnswers'];

/** Counts metrics as CloudWatch does: the number of values, and their sum. A value may be a list of at most 100. */
const metricsOf = (lines: readonly string[]) =>
  METRICS.map((name) => {
    const lists: readonly (readonly number[])[] = parsed(lines).map((line) => [line[name]].flat());
    expect(lists.filter(({ length }) => length > 100)).toEqual([]);
    const values = lists.flat();
    return [name, values.length, name === 'duration' ? 0 : values.reduce((sum, value) => sum + value, 0)];
  });

const repeat = (count: number, request: Request): readonly Request[] => Array.from({ length: count }, () => request);

/** Requests for one endpoint of an environment. One in 17 is a miss, one in 500 is an error, and the others are hits. */
const traffic = Array.from({ length: 10_000 }, (_, index): Request => {
  if (index % 500 === 499) return { status: 503, after: 3000 };
  return { state: index % 17 === 0 ? 'fresh' : 'hit', after: 3000 };
});

describe('log: summary', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 23), doNotFake: ['performance'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('over 10 000 requests with 94 % hits, the lines of a function have less than 100 bytes a request', () => {
    // Two misses follow, each a minute later, so that the lines of all hits are written.
    const requests = [...traffic, ...repeat(2, { state: 'fresh', after: 60_000 })];
    const [full, short] = [linesOf(requests), linesOf(requests, 'summary')];
    const bytes = (lines: readonly string[]): number => lines.join('').length / requests.length;
    const hits = requests.filter(({ state, status = 200 }) => state === 'hit' && status === 200).length;
    expect(hits / requests.length).toBeGreaterThan(0.935);
    expect(bytes(full)).toBeGreaterThan(600);
    expect(bytes(short)).toBeLessThan(100);
  });

  test('the metrics of CloudWatch have the same counts and sums as with a line for each request', () => {
    const requests = [...traffic, ...repeat(2, { state: 'fresh', after: 60_000 })];
    expect(metricsOf(linesOf(requests, 'summary'))).toEqual(metricsOf(linesOf(requests)));
  });

  test('the hits of an endpoint share a line, which is written at the next request after a minute', () => {
    const requests: Request[] = [
      { state: 'fresh' },
      ...repeat(3, { after: 10_000 }),
      { after: 25_000, endpoint: 'other' },
    ];
    const [, ...lines] = parsed(linesOf(requests, 'summary'));
    expect(lines).toEqual([]);
    const [, summed] = parsed(linesOf([...requests, { state: 'fresh', after: 20_000 }], 'summary'));
    expect(summed).toMatchObject({
      _aws: { Timestamp: Date.UTC(2026, 10, 23) + 65_000 },
      dashboard: 'ops-room',
      stage: 'prod',
      function: 'ops-room-prod-pie',
      endpoint: 'orders',
      component: '3D Pie Chart',
      status: 200,
      hits: 3,
      bytes: 120,
      duration: [expect.any(Number), expect.any(Number), expect.any(Number)],
      cacheHits: [1, 1, 1],
      failures: [0, 0, 0],
      cache: 'hit',
      requestId: 'request-3',
    });
  });

  test('a line has at most 100 hits, and is written as soon as it is full', () => {
    const lines = parsed(linesOf([{ state: 'fresh' }, ...repeat(250, {})], 'summary'));
    expect(lines.slice(1).map(({ hits }) => hits)).toEqual([100, 100]);
  });

  test('errors, misses, stale responses and the first request keep lines of their own', () => {
    const requests: Request[] = [{}, { state: 'stale' }, { state: 'revalidated' }, { status: 503 }, { status: 422 }];
    const lines = parsed(linesOf(requests, 'summary'));
    expect(lines.map(({ cache, status, coldStarts, hits }) => [cache, status, coldStarts, hits])).toEqual([
      ['hit', 200, 1, undefined],
      ['stale', 200, 0, undefined],
      ['revalidated', 200, 0, undefined],
      [undefined, 503, 0, undefined],
      [undefined, 422, 0, undefined],
    ]);
  });

  test('without log: summary, each request has a line of its own', () => {
    expect(linesOf(repeat(20, {}))).toHaveLength(20);
  });
});
