/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../shared/aws/deadline.ts';
import { UNLIMITED } from '../../shared/limits/budget.ts';
import { EXAMPLES, exampleOf, page, SECRETS } from '../support/http/documented-apis.ts';
import { bindDataset, readRows } from '../support/http/read-dataset.ts';
import { type Api, type ApiRequest, startApi } from '../support/http/start-api.ts';

process.env.WALLFEED_STAGE = 'local';
process.env.AWS_REGION = 'eu-west-1';
process.env.AWS_ACCESS_KEY_ID = 'key';
process.env.AWS_SECRET_ACCESS_KEY = 'secret';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('schemas/http.md', () => {
  test('schemas/http.md has at most 150 lines', () => expect(page.split('\n').length).toBeLessThanOrEqual(151));

  test('all examples are tried', () =>
    expect(
      Array.from(page.matchAll(/^## (.+)\n(?:(?!##).*\n)*?```yaml$/gm), ([, heading]) => heading).toSorted(),
    ).toEqual(['A host', 'CloudWatch', ...Object.keys(EXAMPLES)].toSorted()));

  test('the example of a host is called with its secret', async () => {
    api.answer(() => ({ json: [{ state: 'open' }] }));
    const dataset = 'datasets: { tickets: { http: { host: tickets, path: /search } } }\nendpoints:';
    const yml = exampleOf('A host', api.url).replace('endpoints:', dataset);
    const { rows } = await readRows(await bindDataset(yml, { '.secrets.yml': "/shop/tickets-key: 's-tickets'\n" }));
    expect(rows).toEqual([['open']]);
    const [{ url, headers }] = api.requests as readonly [ApiRequest];
    expect([url.pathname, headers.authorization]).toEqual(['/api/v2/search', 'Bearer s-tickets']);
  });

  test('the example of CloudWatch gives the rows of an answer in its documented form', async () => {
    const Timestamps = [1_795_158_000, 1_795_158_300];
    const common = { Timestamps, StatusCode: 'Complete' };
    api.answer(() => ({
      json: {
        MetricDataResults: [
          { Id: 'count', Label: 'Count', Values: [300, 600], ...common },
          { Id: 'rate', Label: 'rate', Values: [1, 2], ...common },
        ],
      },
    }));
    process.env.AWS_ENDPOINT_URL_CLOUDWATCH = api.url;
    const { read, slot } = await bindDataset(exampleOf('CloudWatch', api.url));
    const deadline = createDeadline(performance.now() + 20_000);
    const found = await read(slot, undefined, { deadline, budget: UNLIMITED, objects: undefined, hasStale: false });
    expect('rows' in found && [found.rows.header, found.rows.columns.map((cells) => cells[3])]).toEqual([
      ['name', 'label', 'time', 'value'],
      ['rate', 'rate', '2026-11-20 07:05:00.000', 2],
    ]);
    const { MetricDataQueries, StartTime, EndTime } = JSON.parse(api.requests[0]?.body ?? '');
    expect(MetricDataQueries.map(({ Id, Expression }: Readonly<Record<string, string>>) => [Id, Expression])).toEqual([
      ['count', undefined],
      ['rate', 'count / 300'],
    ]);
    expect(EndTime - StartTime).toBe(24 * 3600);
  });

  test.each(Object.entries(EXAMPLES))(
    'the example of %s gives the rows of an answer in its documented form',
    async (heading, example) => {
      api.answer(example.answer);
      const { header, rows } = await readRows(
        await bindDataset(exampleOf(heading, api.url), { '.secrets.yml': SECRETS }),
      );
      expect([header, rows]).toEqual([example.header, example.rows]);
      expect(example.sent(api.requests)).toEqual(example.expected);
    },
  );
});
