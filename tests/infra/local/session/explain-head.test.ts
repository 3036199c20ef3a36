import { expect, test } from '@jest/globals';
import type { LoadedDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { explainNothing, formatReplaced } from '../../../../infra/local/session/print-endpoints.ts';

const dashboard = (some: Partial<LoadedDashboard>): LoadedDashboard =>
  ({ memory: 256, throttle: { rate: 50, burst: 100 }, blockedBy: [], replaced: [], ...some }) as LoadedDashboard;

test('npm start names the key of dashboard.yml that prevents all endpoints', () => {
  const blockedBy = ['the key timezone', 'the key memroy', 'the key token'];
  expect(explainNothing(dashboard({ blockedBy }))).toBe(
    'Nothing to serve because of the key timezone, the key memroy and the key token: an error there affects every endpoint, even valid ones. Correct it first.',
  );
});

test('npm start says that every endpoint is invalid, or that there are no endpoints', () => {
  expect(explainNothing(dashboard({}))).toBe(
    'Nothing to serve: correct the dashboard, or choose another: npm start -- --dashboard <folder>',
  );
});

test('npm start names the fallbacks of invalid keys', () => {
  expect(formatReplaced(dashboard({}))).toBeUndefined();
  const replaced = ['cache', 'stale', 'origins', 'memory', 'throttle', 'bucket', 'budget', 'region'];
  expect(formatReplaced(dashboard({ replaced }))).toBe(
    'Defaults in place of invalid keys: no cache; no stale responses; origins: none; memory: 256 MB; throttle: 50 requests a second, 100 at once; the stack’s own bucket; no budget; the default region',
  );
});
