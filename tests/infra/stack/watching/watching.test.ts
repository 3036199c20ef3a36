import { describe, expect, test } from '@jest/globals';
import type { LoadedDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { apiAlarms } from '../../../../infra/stack/watching/alarms.ts';
import { alarmAddresses } from '../../../../infra/stack/watching/watching.ts';
import { dashboard, endpoint } from '../../../support/template/dashboard.ts';

const wall = (count: number, more: Partial<LoadedDashboard> = {}) =>
  dashboard(
    Array.from({ length: count }, (_, n) => endpoint('pie', `e${n}`)),
    { throttle: { rate: 50, burst: 100 }, ...more },
  );

const thresholds = (described: LoadedDashboard) => {
  const { TrafficAlarm, RefusalsAlarm } = apiAlarms('stack', described, []);
  return [TrafficAlarm?.Properties?.Threshold, RefusalsAlarm?.Properties?.Threshold];
};

describe('the alarms on traffic', () => {
  test('the alarms on traffic expect three screens that refresh every ten seconds: they alert at twice the expected requests, or if a tenth of them is refused', () => {
    expect(thresholds(wall(10))).toEqual([2 * 10 * 3 * 30, 0.1 * 10 * 3 * 30]);
  });

  test('the alarms on traffic depend on the screens and the refresh in dashboard.yml', () => {
    expect(thresholds(wall(10, { alarms: { email: 'a@example.com', screens: 6, refreshMs: 60_000 } }))).toEqual([
      600, 30,
    ]);
  });

  test('the alarms on traffic stay below the throttle, so that fifty requests a second raise an alarm for every wall', () => {
    expect(thresholds(wall(500))[0]).toBe(0.9 * 50 * 300);
  });
});

describe('the subscriptions of alarms', () => {
  const budget = { amount: 5, email: 'ops@example.com' };

  test.each([
    [{}, []],
    [{ budget }, ['ops@example.com']],
    [{ alarms: { email: 'wall@example.com' } }, ['wall@example.com']],
    [{ alarms: { email: 'wall@example.com' }, budget }, ['wall@example.com', 'ops@example.com']],
    [{ alarms: { email: 'Ops@example.com' }, budget }, ['Ops@example.com']],
  ])('the settings %j send each alarm once to each of the addresses %j', (keys, expected) => {
    expect(alarmAddresses(keys)).toEqual(expected);
  });
});
