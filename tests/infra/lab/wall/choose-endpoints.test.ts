import { expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { prepareDemo } from '../../../../infra/dashboards/demo/exports/refresh-demo.ts';
import { asksDatabase, chooseEndpoints } from '../../../../infra/lab/wall/feed-samples.ts';

const { endpoints } = await loadDashboard(await prepareDemo());

test.each([1, 7, 20, 50])(
  '%i endpoints are chosen from all parts of dashboard.yml, with the same share of SQL endpoints',
  (count) => {
    const chosen = chooseEndpoints(endpoints, count);
    expect(chosen).toHaveLength(count);
    const places = chosen.map((endpoint) => endpoints.indexOf(endpoint));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const share = endpoints.filter(asksDatabase).length / endpoints.length;
    expect(Math.abs(chosen.filter(asksDatabase).length - share * count)).toBeLessThanOrEqual(0.5);
  },
);

test('the simulated endpoints come from all families', () => {
  const families = new Set(chooseEndpoints(endpoints, 20).map(({ family }) => family));
  expect(families.size).toBeGreaterThanOrEqual(10);
});

test('all endpoints are chosen if the dashboard has fewer endpoints than the benchmark wants', () => {
  expect(chooseEndpoints(endpoints, 1000)).toEqual(endpoints);
  expect(chooseEndpoints(endpoints, endpoints.length)).toEqual(endpoints);
});
