import { describe, expect, test } from '@jest/globals';
import { type Assumptions, billedTimesOf } from '../../../infra/cost/assumptions.ts';
import { findSavings } from '../../../infra/cost/find-savings.ts';
import type { WallEndpoint } from '../../../infra/cost/wall.ts';
import { csv, estimate, sql } from '../../../infra/lab/cost/wall-of.ts';

/** Returns the savings of a wall that has opening hours, so that opening hours are not proposed. */
const savingsOf = (wall: readonly WallEndpoint[], more: Partial<Assumptions> = {}) =>
  findSavings(estimate(wall, { hasHours: true, ...more }));

const firstOf = (wall: readonly WallEndpoint[], more: Partial<Assumptions> = {}) => savingsOf(wall, more)[0];

describe('the changes that save money', () => {
  test('the change with the largest saving is a cache that lets the database pause, if the database costs most', () => {
    // Without a cache the database costs 43.20, with a cache half of that. The cache saves 777,600 - 4,320 calls of the
    // Data API, each 35 ms long.
    expect(firstOf([sql('orders'), csv('a')])).toEqual({
      line: 'cache: 10m',
      change: 'cache: 10m on every endpoint with SQL, so that the database pauses (responses up to 10m old)',
      saved: expect.closeTo(21.6 + 0.2706 + 0.0902, 3),
    });
  });

  test('the change with the largest saving is a longer refresh, if calls cost most', () => {
    const [saving, total] = [firstOf([csv('a')]), estimate([csv('a')]).total];
    expect(saving?.change).toBe('refresh every 20s instead of every 10s');
    expect(saving?.saved).toBeCloseTo(total / 2, 3);
  });

  test('the change with the largest saving is a cache, if reading sources costs most', () => {
    const wall = [csv('busy', { objects: 20 }), csv('a')];
    expect(firstOf(wall)?.change).toContain('cache: 1m for the whole dashboard');
    const cached = [csv('busy', { objects: 40, cacheSeconds: 60 }), csv('a', { cacheSeconds: 60 })];
    expect(savingsOf(cached).map(({ change }) => change)).toContain(
      'cache: 5m on busy, which reads its sources most often (responses up to 5m old)',
    );
  });

  test('the change with the largest saving is accessLog: none, which saves 200 bytes of log for each call', () => {
    const saving = savingsOf([csv('a')]).find(({ line }) => line === 'accessLog: none');
    expect(saving?.saved).toBeCloseTo((777_600 * 200 * 0.5) / 1e9, 4);
    expect(savingsOf([csv('a')], { accessLog: 'none' }).map(({ line }) => line)).not.toContain('accessLog: none');
  });

  test('the change with the largest saving is opening hours, if the wall has none', () => {
    const saving = findSavings(estimate([csv('a')])).find(({ line }) => line === "hours: 'Mon-Fri 07:00-19:00'");
    const open = estimate([csv('a')], { hoursADay: 12, daysAMonth: 22 }).total;
    expect(saving?.saved).toBeCloseTo(estimate([csv('a')]).total - open, 3);
    expect(savingsOf([csv('a')]).map(({ line }) => line)).not.toContain(saving?.line);
  });

  test.each([
    ['full', ['watch: basic', 'watch: none']],
    ['basic', ['watch: none']],
    ['none', []],
  ] as const)('the change with the largest saving is less monitoring, with watch: %s', (watch, lines) => {
    const proposed = savingsOf([csv('a'), csv('b', { family: 'bar' })], { watch }).flatMap(({ line = '' }) => line);
    expect(proposed.filter((line) => line.startsWith('watch')).sort()).toEqual(lines);
  });

  test('the change with the largest saving is less memory, if no option replaces the measured times', () => {
    const lines = (more: Partial<Assumptions>) =>
      savingsOf([csv('a')], { memoryMb: 1024, ...billedTimesOf(1024), ...more }).map(({ line }) => line);
    expect(lines({})).toContain('memory: 128');
    expect(lines({ readMs: 500 }).join()).not.toContain('memory');
  });

  test('each saving names the line to write in dashboard.yml, except for the refresh of the components', () => {
    const changes = findSavings(estimate([sql('a'), csv('b')], { watch: 'full' }));
    expect(changes.filter(({ line }) => line === undefined).map(({ change }) => change)).toEqual([
      'refresh every 20s instead of every 10s',
    ]);
  });

  test('the change with the largest saving is a shared cache, if it lets the database pause longer', () => {
    const changes = savingsOf([sql('orders'), csv('a')], { environments: 3 });
    expect(changes.slice(0, 2)).toEqual([
      {
        line: 'cache: { ttl: 30m, shared: true }',
        change:
          'cache: { ttl: 30m, shared: true } on every endpoint with SQL, so that the database pauses (responses up to 30m old)',
        // The database is awake for 5 of 30 minutes. There are 1,440 statements, not 777,600. The table gets 4,320 + 2,880
        // reads and 2,880 + 2,880 writes.
        saved: expect.closeTo(36 + 0.2717 + 0.0905 - 0.0074, 3),
      },
      {
        line: 'cache: { ttl: 10m, shared: true }',
        change:
          'cache: { ttl: 10m, shared: true } on every endpoint with SQL, so that the database pauses (responses up to 10m old)',
        saved: expect.closeTo(21.6, 0),
      },
    ]);
    const cached = [sql('orders', { cacheSeconds: 600 }), csv('a', { cacheSeconds: 60 })];
    expect(findSavings(estimate(cached, { environments: 3 })).map(({ change }) => change)).toContain(
      'shared: true in the cache of every endpoint with SQL, so that one environment of a function reads the sources for all',
    );
  });

  test('the change with the largest saving is no shared cache, if it costs more than it saves', () => {
    const sharing = csv('a', { cacheSeconds: 10, isShared: true });
    expect(savingsOf([sharing], { bodyBytes: 100_000 })[0]).toEqual({
      change: 'no shared cache: each environment keeps its own responses',
      // Each of 259,200 refreshes takes 25 read units, 98 + 1 write units, two writes and a read of 5 ms each.
      saved: expect.closeTo(259_200 * ((25 * 0.125 + 99 * 0.625) / 1e6 + (0.015 / 4) * 0.0000133334), 3),
    });
  });

  test('the change with the largest saving is a longer shared cache, if the endpoint already shares its cache', () => {
    const changes = findSavings(estimate([csv('a', { objects: 40, cacheSeconds: 60, isShared: true })]));
    expect(changes.map(({ change }) => change)).toContain(
      'cache: { ttl: 5m, shared: true } on a, which reads its sources most often (responses up to 5m old)',
    );
  });

  test('the change with the largest saving is listed first, and all listed changes save money', () => {
    const saved = findSavings(estimate([sql('a'), csv('b')])).map((saving) => saving.saved);
    expect(saved.length).toBeGreaterThan(3);
    expect(saved).toEqual(saved.toSorted((a, b) => b - a));
    expect(Math.min(...saved)).toBeGreaterThan(0);
  });

  test('no change is listed if nothing costs money', () => {
    expect(findSavings(estimate([]))).toEqual([]);
  });
});
