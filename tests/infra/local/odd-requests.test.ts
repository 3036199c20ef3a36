import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serveConsole } from '../../../infra/console/helper/serve-console.ts';
import { createDeployedHost } from '../../../infra/console/protocol/console-host.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { startAnswersTable } from '../../../infra/local/emulators/dynamodb.ts';
import { startDataApi } from '../../../infra/local/emulators/rds-data/start-data-api.ts';
import { startObjectStore } from '../../../infra/local/emulators/s3.ts';
import { startParameterStore } from '../../../infra/local/emulators/ssm.ts';
import { createGateway } from '../../../infra/local/gateway/create-gateway.ts';
import { startRuntimeApi } from '../../../infra/local/runtime/runtime-api.ts';
import { ODD_REQUESTS, statusesOf } from '../../support/requests/odd-requests.ts';

interface LocalServer {
  readonly url: string;
  readonly close: () => unknown;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-odd-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'dashboard.yml'), 'dashboard: odd\nendpoints:\n  a: { component: PV, csv: a.csv }\n');
});
afterAll(() => rm(folder, { recursive: true }));

const startGateway = async (): Promise<LocalServer> => {
  const { server, use } = createGateway();
  const cors = { origins: ['*'], methods: ['POST'], headers: [], exposed: [] };
  use({ functions: [], routes: [{ key: 'POST /pie/{endpoint}', target: 'pie' }], cors }, async () => 'unavailable');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

const SERVERS: Readonly<Record<string, () => Promise<LocalServer>>> = {
  'the console': async () => serveConsole(createDeployedHost(await loadDashboard(folder), 'http://127.0.0.1:1')),
  'the gateway': startGateway,
  'the Runtime API': async () => {
    const api = await startRuntimeApi();
    return { url: `http://${api.address}`, close: api.close };
  },
  'the parameter store': () => startParameterStore({ secrets: join(folder, '.secrets.yml') }),
  'the object store': () => startObjectStore({ bucket: 'odd-data', dashboard: 'odd', data: join(folder, 'data') }),
  'the shared table': () =>
    startAnswersTable({
      name: 'answers',
      properties: {
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      },
    }),
  'the Data API': () => startDataApi({ seeds: [] }),
};

/** The status of the requests that no server can read. */
const UNREADABLE = {
  'an empty host': 400,
  'an open bracket as host': 400,
  'a port out of range': 400,
  'an absolute address without an end': 400,
  'an absolute address of another site': 400,
  'an asterisk': 400,
  'escapes that are no hexadecimal digits': 400,
  'a NUL in the address': 400,
  'a path of 64 KB': 431,
  'no Host': 400,
  'the method CONNECT': 400,
};

describe.each(Object.keys(SERVERS))('%s', (name) => {
  let server: LocalServer;
  beforeAll(async () => {
    server = await (SERVERS[name] as (typeof SERVERS)[string])();
  });
  afterAll(async () => {
    await server.close();
  });

  test(`${name} answers every odd request, and lives on`, async () => {
    const statuses = await statusesOf(server.url);
    expect(Object.keys(statuses)).toEqual(Object.keys(ODD_REQUESTS));
    expect(Object.entries(statuses).filter(([, status]) => status < 200 || status >= 500)).toEqual([]);
    expect(statuses).toMatchObject(UNREADABLE);
  });
});
