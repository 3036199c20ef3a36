import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { type RefusedEndpoint, refusedEndpoints } from '../../../../infra/dashboard/definition/refusals.ts';
import { verifyDashboard } from '../../../../infra/deploy/verify/verify-dashboard.ts';
import { createGateway } from '../../../../infra/local/gateway/create-gateway.ts';
import type { Problem } from '../../../../shared/middleware/answer-errors.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const DASHBOARD = `dashboard: tests
endpoints:
  wrong: { component: 3D Pie Chartt, csv: share.csv }
  loud: { component: 3D Pie Chart, csv: share.csv, volume: 11 }
  page: { component: Frame, path: /status, csv: share.csv, colour: red }
`;

const gateway = createGateway();
let url: string;
let refused: readonly RefusedEndpoint[];
let folder: string;

beforeAll(async () => {
  folder = await writeFolder({ 'dashboard.yml': DASHBOARD, 'data/share.csv': 'name,value,score,pv\nA,1,,\n' });
  refused = refusedEndpoints(await loadDashboard(folder));
  gateway.use({ functions: [], routes: [{ key: 'POST /pie/{endpoint}', target: 'pie' }] }, async () => 'unavailable');
  gateway.refuse(refused);
  await once(gateway.server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
});
afterAll(() => {
  gateway.server.close();
  gateway.server.closeAllConnections();
});

const post = async (path: string) => {
  const response = await fetch(url + path, { method: 'POST', body: '{}' });
  return { status: response.status, body: (await response.json()) as Problem };
};

describe('an endpoint that check refuses', () => {
  test.each([
    ['/pie/loud', 4, /volume/],
    ['/pie/wrong', 3, /3D Pie Chartt/],
    ['/frame/wrong', 3, /3D Pie Chartt/],
    ['/status', 5, /colour/],
    ['/status/deep', 5, /colour/],
  ])('an endpoint that check refuses answers %s with the place in line %d', async (path, line, message) => {
    const { status, body } = await post(path);
    expect(status).toBe(502);
    expect(body).toMatchObject({
      code: 502,
      status: 502,
      error: 'DASHBOARD_INVALID',
      msg: expect.stringMatching(message),
      details: [
        {
          file: 'dashboard.yml',
          line,
          column: expect.any(Number),
          message: expect.stringMatching(message),
          hint: expect.any(String),
        },
      ],
      requestId: expect.any(String),
    });
  });

  test.each(['/pie/unheard', '/wrong', '/pie', '/'])(
    'an address that is not in dashboard.yml stays unknown: %s',
    async (path) => {
      expect((await post(path)).body.error).not.toBe('DASHBOARD_INVALID');
    },
  );

  test('an endpoint that check refuses says so in a browser, too, which sends GET', async () => {
    const response = await fetch(`${url}/pie/loud`);
    expect([response.status, ((await response.json()) as Problem).error]).toEqual([502, 'DASHBOARD_INVALID']);
  });

  test('a request that never ends is closed after half a minute, as at an HTTP API', () => {
    expect(gateway.server.requestTimeout).toBe(30_000);
  });

  test('an endpoint that check refuses is served again once dashboard.yml is corrected', async () => {
    gateway.refuse([]);
    expect((await post('/pie/loud')).status).toBe(503);
    gateway.refuse(refused);
  });

  test('an endpoint that check refuses fails in verify with the same sentence', async () => {
    const settings = { base: url, readSecret: () => undefined, timePeriod: 30 };
    const verdicts = await verifyDashboard(await loadDashboard(folder), settings);
    expect(verdicts.map(({ endpoint }) => endpoint)).toEqual(['wrong', 'loud', 'page']);
    const { msg, details } = (await post('/pie/loud')).body;
    expect(verdicts[1]?.problems).toEqual([{ check: 'status', message: `${msg} (${details[0]?.hint})` }]);
  });
});
