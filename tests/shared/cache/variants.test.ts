import { describe, expect, test } from '@jest/globals';
import { createVariants, MAX_CACHED_COMBINATIONS, sharedKeyOf, variantOf } from '../../../shared/cache/variants.ts';
import { windowDependence } from '../../../shared/config/depends-on-window.ts';
import type { SqlParameter, TableSource } from '../../../shared/config/sources.ts';
import { createValues } from '../../../shared/middleware/request-values.ts';

const HOUR_MS = 60 * 60_000;

const endpointOf = (table: TableSource) => ({ slug: 'orders', dependsOn: windowDependence({ tables: { table } }) });

const endpointUsing = (...parameters: SqlParameter[]) =>
  endpointOf({ source: 'sql', statement: 'select 1', parameters });
const at = (hours: number) => ({ currentTime: Date.now() + hours * HOUR_MS, timePeriod: 30 });

const sharedOf = (endpoint: ReturnType<typeof endpointOf>, window: ReturnType<typeof at>) =>
  sharedKeyOf(endpoint.slug, variantOf(endpoint, window), 'v1');

const keysOf = (endpoint: ReturnType<typeof endpointUsing>, hours: number) => [
  createVariants(() => undefined).keyOf(endpoint.slug, variantOf(endpoint, at(hours))),
  sharedOf(endpoint, at(hours)),
];

describe('the cache key of a request', () => {
  test.each([
    ['to', 3],
    ['from', -3],
    ['currentTime', 24 * 365],
  ] as const)(
    'if a query uses :%s, a request with a currentTime far from the clock shares no response with other requests',
    (parameter, hours) => {
      const endpoint = endpointUsing(parameter);
      const present = keysOf(endpoint, 0);
      keysOf(endpoint, hours).forEach((key, index) => {
        expect(key).not.toEqual(present[index]);
      });
    },
  );

  test('requests for different times far from the clock share no response', () => {
    const cached = { ...endpointUsing('to'), cache: { ttl: HOUR_MS, shared: true } };
    const noon = { currentTime: Date.UTC(2020, 0, 1, 12), timePeriod: 30 };
    const keysAt = (currentTime: number) => [
      variantOf(cached, { ...noon, currentTime }).name,
      sharedOf(cached, { ...noon, currentTime }).period,
    ];
    expect(keysAt(noon.currentTime + HOUR_MS - 1)).toEqual(keysAt(noon.currentTime));
    keysAt(noon.currentTime + HOUR_MS).forEach((name, index) => {
      expect(name).not.toBe(keysAt(noon.currentTime)[index]);
    });
  });

  test('all requests with a currentTime far from the clock have one place in the cache, so that they cannot fill it', () => {
    const endpoint = endpointUsing('to');
    expect(keysOf(endpoint, 3)[0]).toEqual(keysOf(endpoint, -5_000)[0]);
    expect(sharedOf(endpoint, at(3)).name).toBe(sharedOf(endpoint, at(-5_000)).name);
  });

  test('a request with a currentTime far from the clock shares the response of other requests if the query does not use the time', () => {
    expect(keysOf(endpointUsing(), 24)).toEqual(keysOf(endpointUsing(), 0));
  });
});

describe('requests of a screen whose clock is wrong', () => {
  const MINUTE_HOURS = 1 / 60;
  const longest = { ...endpointUsing('to'), cache: { ttl: HOUR_MS, shared: true } };

  test('a screen whose clock is wrong by less than five minutes shares the response of the others', () => {
    for (const hours of [-4.9 * MINUTE_HOURS, 4.9 * MINUTE_HOURS])
      expect(keysOf(endpointUsing('to'), hours)).toEqual(keysOf(endpointUsing('to'), 0));
  });

  test('a request for a time six minutes ago does not share the response of now', () => {
    keysOf(endpointUsing('to'), -6 * MINUTE_HOURS).forEach((key, index) => {
      expect(key).not.toEqual(keysOf(endpointUsing('to'), 0)[index]);
    });
  });

  test('a response that is cached for an hour is shared by requests for all times within an hour', () => {
    expect(keysOf(longest, -0.9)).toEqual(keysOf(longest, 0));
    expect(keysOf(longest, -1.1)).not.toEqual(keysOf(longest, 0));
  });
});

describe('a file with a window', () => {
  const windowed = endpointOf({ source: 'csv', key: 'wall/orders.csv', selection: { window: { of: 'at' } } });
  const keyOf = (hours: number, timePeriod: number) =>
    createVariants(() => undefined).keyOf(windowed.slug, variantOf(windowed, { ...at(hours), timePeriod }));

  test('an endpoint over a file with a window has a response for each period, in both caches', () => {
    expect(keyOf(0, 30)).toBe(keyOf(0, 30));
    expect(keyOf(0, 60)).not.toBe(keyOf(0, 30));
    const shared = [30, 60].map((timePeriod) => sharedOf(windowed, { ...at(0), timePeriod }).period);
    expect(shared).toEqual(['30', '60']);
  });

  test('an endpoint over a file with a window does not share a response between requests near the clock and a request for another time', () => {
    expect(keyOf(-48, 30)).not.toBe(keyOf(0, 30));
  });
});

describe('the cache key of a request with parameters', () => {
  const endpoint = endpointUsing('timePeriod');
  const valuesOf = (value: number) => createValues([{ name: 'floor', values: [value] }], new Map([['floor', value]]));
  const withValue = (value: number, timePeriod = 30) => ({ ...at(0), timePeriod, values: valuesOf(value) });

  test('each combination of values and period has a key of its own, also in the shared table', () => {
    const asked = [withValue(0), withValue(1), withValue(0, 60), withValue(30, 0), at(0)];
    const names = asked.map((window) => variantOf(endpoint, window));
    expect(new Set(names.map(({ group }) => group)).size).toBe(asked.length);
    expect(new Set(asked.map((window) => sharedOf(endpoint, window).period)).size).toBe(asked.length);
  });

  test('an environment caches 64 responses of an endpoint with parameters', () => {
    const { keyOf } = createVariants(() => undefined);
    const keys = Array.from({ length: 10_000 }, (_, value) =>
      keyOf(endpoint.slug, variantOf(endpoint, withValue(value)), MAX_CACHED_COMBINATIONS),
    );
    expect(keys.filter((key) => key !== undefined)).toHaveLength(64);
  });
});
