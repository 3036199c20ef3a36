/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import type { DatasetConfig } from '../../../shared/config/sources.ts';
import { bindSource } from '../../../shared/datasets/bind-source.ts';
import { slotOf } from '../../../shared/datasets/slot.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-20T08:31:42.123Z');

const SALES: DatasetConfig = {
  source: {
    source: 'sql',
    statement: 'select region, at, amount from orders where at between :from and :to',
    parameters: ['from', 'to', 'currentTime', 'timePeriod'],
  },
  window: { last: 24 * 60 * MINUTE_MS },
  ttl: 10 * MINUTE_MS,
  shared: false,
};

const RESULT = {
  columnMetadata: [
    { label: 'region', typeName: 'text' },
    { label: 'at', typeName: 'timestamp' },
    { label: 'amount', typeName: 'float8' },
  ],
  records: [[{ stringValue: 'East' }, { stringValue: '2026-11-20 08:00:00' }, { doubleValue: 5 }]],
};

let server: Server;
let sent: { readonly parameters?: unknown } = {};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    sent = JSON.parse(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(RESULT));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_RDS_DATA: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a dataset over SQL reads a window of the configured length that ends with its slot', async () => {
  const slot = slotOf(SALES, { currentTime: NOW, timePeriod: 5 }, { now: NOW, timezone: 'UTC' });
  const limits = { deadline: createDeadline(performance.now() + 60_000), budget: UNLIMITED, objects: undefined };
  const found = await bindSource(SALES, 'UTC')(slot, undefined, { ...limits, hasStale: false });
  expect(found).toEqual({
    rows: {
      header: ['region', 'at', 'amount'],
      origins: ['text', 'timestamp', 'number'],
      columns: [['East'], ['2026-11-20 08:00:00'], [5]],
      length: 1,
    },
  });
  expect(sent.parameters).toEqual([
    { name: 'from', typeHint: 'TIMESTAMP', value: { stringValue: '2026-11-19 08:30:00.000' } },
    { name: 'to', typeHint: 'TIMESTAMP', value: { stringValue: '2026-11-20 08:30:00.000' } },
    { name: 'currentTime', value: { longValue: Date.parse('2026-11-20T08:30:00Z') } },
    { name: 'timePeriod', value: { doubleValue: 1440 } },
  ]);
});
