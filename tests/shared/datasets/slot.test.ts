import { describe, expect, test } from '@jest/globals';
import type { DatasetConfig, DatasetWindow, SqlParameter } from '../../../shared/config/sources.ts';
import { offsetOf, type Slot, slotOf } from '../../../shared/datasets/slot.ts';
import type { AthenaSource } from '../../../shared/kinds/athena/athena-query.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.parse('2026-11-20T08:17:43.210Z');

const lake = (ttl: number, more: Partial<AthenaSource> = {}, window?: DatasetWindow): DatasetConfig => ({
  source: { source: 'athena', statement: 'select ?', parameters: ['to'], database: 'shop', ...more },
  ttl,
  shared: true,
  isBilled: true,
  ...(window && { window }),
});

const sql = (ttl: number, ...parameters: SqlParameter[]): DatasetConfig => ({
  source: { source: 'sql', statement: 'select 1', parameters },
  ttl,
  shared: false,
});

const slot = (dataset: DatasetConfig, currentTime: number, now = NOW) =>
  slotOf(dataset, { currentTime, timePeriod: 30 }, { now, timezone: 'Asia/Shanghai' });

/** Returns the slot without its functions, which are never equal. */
const plain = ({ startAt: _, windowAt: __, ...rest }: Slot) => rest;

describe('the slots of a dataset over Athena', () => {
  const datasets = Array.from({ length: 200 }, (_, index) => lake(10 * MINUTE_MS, { statement: `select ${index}, ?` }));

  test('the slots of different queries start at different seconds, evenly over the length of a slot', () => {
    const offsets = datasets.map(offsetOf);
    expect(Math.max(...offsets)).toBeLessThan(10 * MINUTE_MS);
    for (const offset of offsets) expect(offset % 1000).toBe(0);
    const minutes = Map.groupBy(offsets, (offset) => Math.floor(offset / MINUTE_MS));
    expect([...minutes.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const offsetsOfMinute of minutes.values()) expect(offsetsOfMinute.length).toBeLessThan(50);
  });

  test('the slots of equal queries start together, so that several walls share an execution', () => {
    const apart: DatasetConfig = { ...lake(HOUR_MS), shared: false };
    expect(offsetOf(lake(HOUR_MS))).toBe(offsetOf(apart));
    expect(offsetOf(lake(HOUR_MS))).not.toBe(offsetOf(lake(HOUR_MS, { database: 'other' })));
  });

  test('slots of an hour or longer start within ten minutes after the hour', () => {
    for (const { source } of datasets) {
      expect(offsetOf({ source, ttl: 24 * HOUR_MS })).toBeLessThan(10 * MINUTE_MS);
    }
  });

  test('slots contain the current time, last as long as the cache, and follow each other without a gap', () => {
    for (const dataset of datasets) {
      const { start, window } = slot(dataset, NOW);
      expect(start).toBeLessThanOrEqual(NOW);
      expect(start + dataset.ttl).toBeGreaterThan(NOW);
      expect(window.currentTime).toBe(start);
      expect(slot(dataset, NOW, start + dataset.ttl - 1).start).toBe(start);
      expect(slot(dataset, NOW, start + dataset.ttl).start).toBe(start + dataset.ttl);
    }
  });

  test('slots follow the environment’s clock, even for screens whose clocks differ', () => {
    for (const [ttl, bound] of [
      [MINUTE_MS, 5 * MINUTE_MS],
      [10 * MINUTE_MS, 10 * MINUTE_MS],
    ] as const) {
      const dataset = lake(ttl);
      expect(plain(slot(dataset, NOW + bound))).toEqual(plain(slot(dataset, NOW)));
      expect(plain(slot(dataset, NOW - bound))).toEqual(plain(slot(dataset, NOW)));
      expect(slot(dataset, NOW - bound - 1).isFar).toBe(true);
      expect(slot(dataset, NOW + bound + 1).isFar).toBe(true);
    }
  });

  test.each([5, 30, 60, 110])('a currentTime of %d minutes and a second ago gets the slot of that time', (minutes) => {
    const asked = NOW - minutes * MINUTE_MS - 1_000;
    const csv: DatasetConfig = { source: { source: 'csv', key: 'a.csv' }, ttl: MINUTE_MS, shared: false };
    const start = Math.floor(asked / MINUTE_MS) * MINUTE_MS;
    for (const dataset of [lake(MINUTE_MS, { parameters: ['to'] }), sql(MINUTE_MS, 'to'), csv])
      expect(slot(dataset, asked).selected.currentTime).toBe(start);
    for (const dataset of [lake(MINUTE_MS, { parameters: ['to'] }), sql(MINUTE_MS, 'to')])
      expect(slot(dataset, asked).window.currentTime).toBe(start);
  });

  test('slots start at multiples of their length for a currentTime that is far from the clock', () => {
    const far = Date.parse('2026-03-01T10:07:59Z');
    for (const dataset of datasets) {
      const { start, isFar, window } = slot(dataset, far);
      expect([new Date(start).toISOString(), isFar, window.currentTime]).toEqual([
        '2026-03-01T10:00:00.000Z',
        true,
        start,
      ]);
    }
  });
});

test('the slots of a dataset over SQL or a file start together, at multiples of their length', () => {
  expect(slot(sql(10 * MINUTE_MS, 'to'), NOW).start).toBe(Date.parse('2026-11-20T08:10:00Z'));
  const csv: DatasetConfig = { source: { source: 'csv', key: 'a.csv' }, ttl: MINUTE_MS, shared: false };
  expect(slot(csv, NOW).start).toBe(Date.parse('2026-11-20T08:17:00Z'));
});

test('a window since midnight begins at the midnight of the dashboard’s zone before the slot', () => {
  const dataset = lake(10 * MINUTE_MS, { parameters: ['from', 'to'] }, { last: 'today' });
  const { start, window } = slot(dataset, NOW);
  const midnight = start - window.timePeriod * MINUTE_MS;
  expect(new Date(midnight).toISOString()).toBe('2026-11-19T16:00:00.000Z');
});
