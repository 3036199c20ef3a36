import { expect, test } from '@jest/globals';
import { formatLogLine } from '../../../../infra/local/session/log-file.ts';

const line = (more: object): string =>
  JSON.stringify({
    _aws: {},
    endpoint: 'share',
    status: 200,
    duration: 12.3,
    rows: 6,
    bytes: 214,
    coldStarts: 0,
    ...more,
  });

test.each([
  ['{"_aws":{},"promise":"orders.newest","broken":1}', 'pie | orders.newest is broken'],
  ['{"_aws":{},"asked":0}', 'pie | {"_aws":{},"asked":0}'],
  [line({}), 'pie | share 200, 12.3 ms, 6 rows, 214 bytes'],
  [line({ rows: 1 }), 'pie | share 200, 12.3 ms, 1 row, 214 bytes'],
  [line({ coldStarts: 1, rows: 0 }), 'pie | share 200, 12.3 ms, cold start, 0 rows, 214 bytes'],
  [line({ cache: 'hit', age: 7, rows: 0 }), 'pie | share 200, hit, 7 s old, 12.3 ms, 0 rows, 214 bytes'],
  [
    line({ rows: 1, empty: { step: 'where', read: 5, kept: 0 } }),
    'pie | share 200, 12.3 ms, 0 rows (where kept 0 of 5), 214 bytes',
  ],
  [
    line({ rows: 0, empty: { step: 'window', read: 600, kept: 0, newest: '2026-11-22T15:10:00Z' } }),
    'pie | share 200, 12.3 ms, 0 rows (window kept 0 of 600, the newest of 2026-11-22T15:10:00Z), 214 bytes',
  ],
  [
    line({ rows: 0, empty: { step: 'source', read: 0, kept: 0 } }),
    'pie | share 200, 12.3 ms, 0 rows (the source has none), 214 bytes',
  ],
  [line({ endpoint: 'document', rows: 0 }), 'pie | document 200, 12.3 ms, 214 bytes'],
  [line({ status: 401, error: 'TOKEN_MISSING', rows: 0 }), 'pie | share 401, TOKEN_MISSING, 12.3 ms, 214 bytes'],
  [
    line({ status: 502, error: 'SOURCE_NOT_FOUND', cause: 'NoSuchKey' }),
    'pie | share 502, SOURCE_NOT_FOUND (NoSuchKey), 12.3 ms, 6 rows, 214 bytes',
  ],
  [
    line({ status: 500, error: 'INTERNAL', cause: 'Error: x\n  at y' }),
    'pie | share 500, INTERNAL (Error: x), 12.3 ms, 6 rows, 214 bytes\nError: x\n  at y',
  ],
  [line({ cache: 'fresh', age: 0 }), 'pie | share 200, fresh, 12.3 ms, 6 rows, 214 bytes'],
  [line({ cache: 'revalidated', age: 0 }), 'pie | share 200, revalidated, 12.3 ms, 6 rows, 214 bytes'],
  [line({ cache: 'hit', age: 7 }), 'pie | share 200, hit, 7 s old, 12.3 ms, 6 rows, 214 bytes'],
  [
    line({ cache: 'stale', age: 61, error: 'SOURCE_THROTTLED', cause: 'SlowDown' }),
    'pie | share 200, stale, 61 s old, SOURCE_THROTTLED (SlowDown), 12.3 ms, 6 rows, 214 bytes',
  ],
  [
    line({ cache: 'stale', age: 31, cause: 'refreshing elsewhere' }),
    'pie | share 200, stale, 31 s old, refreshing elsewhere, 12.3 ms, 6 rows, 214 bytes',
  ],
  [
    line({ _aws: { Timestamp: new Date(2026, 10, 22, 17, 3, 9).getTime() } }),
    '17:03:09 pie | share 200, 12.3 ms, 6 rows, 214 bytes',
  ],
  [line({ dataAge: 86_399 }), 'pie | share 200, 12.3 ms, 6 rows, 214 bytes'],
  [
    line({ cache: 'hit', age: 7, dataAge: 40 * 86_400 }),
    'pie | share 200, hit, 7 s old, data 40 days old, 12.3 ms, 6 rows, 214 bytes',
  ],
  ['anything else', 'pie | anything else'],
  ['null', 'pie | null'],
])('the log line %s is printed as %j', (written, shown) => {
  expect(formatLogLine('pie', written, (slug) => slug === 'document')).toBe(shown);
});
