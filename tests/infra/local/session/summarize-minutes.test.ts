import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createMinutes } from '../../../../infra/local/session/summarize-minutes.ts';

const MINUTE_MS = 60_000;

const printed: string[] = [];
beforeEach(() => {
  jest.useFakeTimers({ now: new Date(2026, 10, 20, 14, 4, 0), doNotFake: ['performance'] });
  jest.spyOn(console, 'log').mockImplementation((text) => printed.push(String(text)) > 0);
  printed.length = 0;
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const line = (more: object): string =>
  JSON.stringify({ _aws: {}, endpoint: 'share', status: 200, duration: 1, rows: 1, bytes: 9, coldStarts: 0, ...more });

const lines = (): readonly string[] => printed.map((one) => one.replace(/\d+ MB/, 'n MB'));

test('a minute of requests is one line, with the errors by endpoint', () => {
  const minutes = createMinutes();
  const stop = minutes.start();
  for (const status of [200, 200, 502, 502, 503, 404]) minutes.answered(status);
  minutes.unknown();
  for (const more of [
    {},
    { cache: 'stale' },
    { status: 502, error: 'SOURCE_DENIED' },
    { status: 502, error: 'SOURCE_DENIED' },
  ])
    expect(minutes.take(line(more))).toBe(true);
  jest.advanceTimersByTime(MINUTE_MS);
  expect(lines()).toEqual([
    '14:05 6 requests, 4 failed, 1 stale, n MB: share 502 SOURCE_DENIED (2), unknown address 404 (1)',
  ]);
  stop();
});

test('each line counts its own minute, also a minute without requests', () => {
  const minutes = createMinutes();
  const stop = minutes.start();
  minutes.answered(200);
  jest.advanceTimersByTime(2 * MINUTE_MS);
  expect(lines()).toEqual(['14:05 1 request, 0 failed, 0 stale, n MB', '14:06 0 requests, 0 failed, 0 stale, n MB']);
  stop();
  jest.advanceTimersByTime(2 * MINUTE_MS);
  expect(lines()).toHaveLength(2);
});

test('the line names the three most frequent errors', () => {
  const minutes = createMinutes();
  const stop = minutes.start();
  for (const endpoint of ['a', 'b', 'b', 'c', 'd'])
    minutes.take(line({ endpoint, status: 504, error: 'SOURCE_TIMEOUT' }));
  jest.advanceTimersByTime(MINUTE_MS);
  expect(lines()[0]).toMatch(/5 failed.*: b 504 SOURCE_TIMEOUT \(2\), a .*\(1\), c .*\(1\), …$/);
  stop();
});

test('a line that is no request is printed as before', () => {
  expect(createMinutes().take('{"dataset":"orders","notKept":"larger"}')).toBe(false);
  expect(createMinutes().take('anything else')).toBe(false);
});
