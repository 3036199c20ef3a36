import { describe, expect, test } from '@jest/globals';
import { judgementsOf } from '../../../infra/cost/create-estimate.ts';
import { choosePrices } from '../../../infra/cost/price-list.ts';
import { priceWatching } from '../../../infra/cost/price-watching.ts';
import { assumeDashboard, openTimes, readAssumptions } from '../../../infra/cost/read-assumptions.ts';
import type { LoadedDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { describeStack } from '../../../infra/stack/describe-stack.ts';
import { dashboard, endpoint } from '../../support/template/dashboard.ts';

const PROMISE = { expect: { values: { value: { atLeast: 1 }, name: { unique: true } } } } as const;
const DOMAIN = { name: 'wall.example.com', certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/a' };
const WEBHOOK = { place: '/ops/hook', form: 'slack' } as const;

const wall = (config: object, more: Partial<LoadedDashboard>) =>
  dashboard([endpoint('pie', 'a', config), endpoint('bar', 'b', config)], more);

const alarmsIn = (described: LoadedDashboard): number =>
  JSON.stringify(describeStack(described, 'dev').resources).split('AWS::CloudWatch::Alarm').length - 1;

describe('the price of promises', () => {
  test.each<readonly [config: object, more: Partial<LoadedDashboard>, metrics: number]>([
    [PROMISE, {}, 4],
    [PROMISE, { domain: DOMAIN }, 4],
    [{}, { alarms: { email: 'a@example.com', silenceMs: 900_000 } }, 1],
    [{}, { alarms: { webhook: WEBHOOK } }, 0],
    [PROMISE, { domain: DOMAIN, alarms: { webhook: WEBHOOK, silenceMs: 900_000 } }, 5],
  ])('the endpoints %j with %j pay for each alarm of their stack, and %d more metrics', (config, more, metrics) => {
    const { promises } = assumeDashboard(wall(config, more));
    const plain = alarmsIn(wall({}, more.domain ? { domain: DOMAIN } : {}));
    expect([plain + (promises?.alarms ?? 0), promises?.metrics]).toEqual([alarmsIn(wall(config, more)), metrics]);
  });

  test('a dashboard without promises pays nothing for them', () => {
    expect(assumeDashboard(wall({}, { domain: DOMAIN }))).not.toHaveProperty('promises');
  });

  test('the schedule asks each function twelve times in an hour in which the wall is open', async () => {
    const open = Array.from({ length: 5 }, (_, day) => ({ from: day * 1440 + 480, to: day * 1440 + 1080 }));
    const described = wall(PROMISE, { hours: open });
    const assumptions = { ...readAssumptions({}, 256), ...openTimes(described), ...assumeDashboard(described) };
    const judged = judgementsOf(assumptions);
    expect(judged?.count).toBe(2 * 10 * 22 * 12);
    const always = { ...assumptions, ...assumeDashboard(wall({ expect: { ...PROMISE.expect, always: true } }, {})) };
    expect(judgementsOf(always)?.count).toBe(2 * 24 * 30 * 12);
    const { costs, judgements } = priceWatching(
      'basic',
      2,
      await choosePrices('us-east-1'),
      false,
      0,
      undefined,
      judged,
    );
    expect(judgements).toBe(5280);
    expect(costs.judgements).toBeGreaterThan(0);
    expect(costs.judgements).toBeLessThan(0.05);
  });
});
