import { expect, test } from '@jest/globals';
import { requestTo } from '../../../infra/client/send-request.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { listUrls } from '../../../infra/deploy/format-urls.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

const BASE = 'https://wall.example.com';
const PARAMETERS = `parameters: { region: { oneOf: ['A & B', West] }, floor: { oneOf: [1], default: 1 } }`;
const SQL = 'sql: "select 1 as a where :region <> :region and :floor = 1"';

const loadEndpoints = async () => {
  const file = `dashboard: wall
origins: ['https://goview.example.com']
endpoints:
  get: { component: Rows, client: goview, apiKey: { place: ssm:/wall/key, query: key }, ${PARAMETERS}, ${SQL} }
  post: { component: Rows, ${PARAMETERS}, ${SQL} }
`;
  const dashboard = await loadDashboard(await writeFolder({ 'dashboard.yml': file }));
  expect(dashboard.errors).toEqual([]);
  return dashboard;
};

test('the URL of a GET has the first value of each required parameter, and no key', async () => {
  const urls = listUrls(await loadEndpoints(), BASE).map(({ url }) => url);
  expect(urls).toEqual([`${BASE}/rows/get?region=A+%26+B`, `${BASE}/rows/post`]);
});

test('a request has the first value of each required parameter, unless it names another', async () => {
  const { endpoints } = await loadEndpoints();
  const sent = endpoints.map((endpoint) => [
    requestTo(endpoint, BASE, { currentTime: 1 }),
    requestTo(endpoint, BASE, { region: 'West' }),
  ]);
  expect(sent.map((requests) => requests.map(({ url, body }) => body ?? url))).toEqual([
    [`${BASE}/rows/get?region=A+%26+B&currentTime=1`, `${BASE}/rows/get?region=West`],
    ['{"region":"A & B","currentTime":1}', '{"region":"West"}'],
  ]);
});
