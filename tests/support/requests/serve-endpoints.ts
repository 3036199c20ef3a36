import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadShapes } from '../../../infra/build/catalogue/load-catalogue.ts';
import { startObjectStore } from '../../../infra/local/emulators/s3.ts';
import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { createEvent, type SentRequest } from './create-event.ts';

export interface ClientResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly line: Readonly<Record<string, unknown>>;
}

export const pieEndpoint = (more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tables: { table: { source: 'csv', key: 'wall/share.csv' } },
  tokens: [],
  deadline: 5000,
  ...more,
});

export const serveEndpoints = async (
  family: string,
  endpoints: DashboardConfig['endpoints'],
  files: Readonly<Record<string, string>>,
  dashboard = 'wall',
) => {
  const data = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(data, name), text);
  const store = await startObjectStore({ bucket: 'wall', dashboard, data });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_BUCKET: 'wall',
  });
  const logged: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  const { createHandler } = await import('../../../shared/middleware/create-handler.ts');
  const shapes = await loadShapes(family);
  const validators = (await loadValidators([family]))[family] ?? {};
  const config = { dashboard: 'wall', family, version: 'one', timezone: 'UTC', endpoints };
  const handler = createHandler({ shapes, validators, config });
  const ask = async ({ method = 'POST', ...request }: SentRequest & { method?: string }): Promise<ClientResponse> => {
    const event = createEvent(request);
    Object.assign(event.requestContext.http, { method });
    const context = { awsRequestId: 'request-1', functionName: 'wall' } as Context;
    const response = await handler(event, context);
    const { statusCode = 0, headers = {}, body = '' } = response;
    return {
      status: statusCode,
      headers: headers as ClientResponse['headers'],
      text: body,
      body: JSON.parse(body),
      line: JSON.parse(logged.at(-1) ?? ''),
    };
  };
  return {
    ask,
    store,
    write: async (name: string, text: string) => {
      await writeFile(join(data, name), text);
      await store.refresh();
    },
    close: async () => {
      await store.close();
      await rm(data, { recursive: true });
    },
  };
};
