import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadShapes } from '../../../infra/build/catalogue/load-catalogue.ts';
import { type ObjectStore, startObjectStore } from '../../../infra/local/emulators/s3.ts';
import type { EmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';
import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { PromiseSettings, Promises } from '../../../shared/config/promises.ts';
import { type BrokenPromise, readPromises } from '../../../shared/promises/broken-names.ts';
import { BOOK_KEY } from '../../../shared/telling/book-key.ts';
import { startCacheTable } from '../cloud/start-cache-table.ts';
import { type Sns, startSns } from '../cloud/start-sns.ts';
import { createEvent } from '../requests/create-event.ts';
import { UNFAKED_TIMERS } from '../unfaked-timers.ts';

export const TOPIC = 'arn:aws:sns:us-east-1:000000000000:alarms';
const MINUTE_MS = 60_000;

export interface PromisedAnswer {
  readonly status: number;
  readonly cache: string | undefined;
  readonly broken: string | undefined;
  /** The broken promises that the response names. */
  readonly found: readonly BrokenPromise[];
  readonly body: string;
}

export interface Environment {
  readonly ask: (slug?: string) => Promise<PromisedAnswer>;
  readonly judge: () => Promise<unknown>;
}

interface WallOptions {
  readonly expect?: Promises;
  readonly dataset?: { readonly stale?: number; readonly shared?: boolean; readonly ttl?: number };
  readonly endpoint?: Partial<EndpointConfig>;
  readonly settings?: Partial<PromiseSettings>;
  readonly timezone?: string;
}

export interface PromisedWall {
  readonly sns: Sns;
  readonly table: EmulatorServer;
  readonly store: ObjectStore;
  readonly lines: Readonly<Record<string, unknown>>[];
  readonly createEnvironment: (options: WallOptions) => Environment;
  readonly write: (text: string) => Promise<void>;
  readonly setTime: (time: string | number) => void;
  /** Such as `broken: text` or `holds: text`. */
  readonly messages: () => readonly string[];
  /** Also forgets the messages and the faults. The clients of a process keep the addresses of services. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const endpointOf = (more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  component: 'Numeric Metric',
  shape: 'metric-number',
  options: {},
  tables: {
    table: {
      source: 'dataset',
      dataset: 'orders',
      selection: {
        columns: [
          { name: 'value', source: { from: 'sum', of: 'amount' } },
          { name: 'unit', source: { from: 'constant', value: 'EUR' } },
        ],
      },
    },
  },
  tokens: [],
  deadline: 5 * MINUTE_MS,
  ...more,
});

const configOf = (options: WallOptions): DashboardConfig => {
  const { expect, dataset = {}, endpoint, settings = {}, timezone = 'Europe/Berlin' } = options;
  return {
    dashboard: 'ops-room',
    family: 'metric',
    version: 'one',
    timezone,
    promises: { ask: ['revenue'], ...settings },
    datasets: {
      orders: {
        source: { source: 'csv', key: 'wall/orders.csv' },
        ttl: MINUTE_MS,
        shared: false,
        ...dataset,
        ...(expect && { expect }),
      },
    },
    endpoints: { revenue: endpointOf(endpoint) },
  };
};

/** Fakes the clocks; the timers of sockets stay real. */
export const startPromisedWall = async (topics: readonly string[] = [TOPIC]): Promise<PromisedWall> => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const data = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  await writeFile(join(data, 'orders.csv'), 'Created at,amount\n');
  const sns = await startSns(topics);
  const store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data });
  const table = await startCacheTable('answers');
  for (const server of [sns, store, table]) server.useClock(() => Date.now());
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_ENDPOINT_URL_SNS: sns.url,
    WALLFEED_BUCKET: 'wall',
    WALLFEED_CACHE_TABLE: 'answers',
    WALLFEED_STAGE: 'dev',
    WALLFEED_TOPICS: topics.join(' '),
  });
  const { createHandler } = await import('../../../shared/middleware/create-handler.ts');
  const shapes = await loadShapes('metric');
  const validators = (await loadValidators()).metric ?? {};
  const monotonic = performance.now.bind(performance);
  let passedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => monotonic() + passedMs);
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS, 'performance', 'hrtime', 'clearInterval', 'clearImmediate'] });
  const context = { awsRequestId: 'request-1', functionName: 'ops-room-dev-metric' } as Context;
  return {
    sns,
    table,
    store,
    lines,
    createEnvironment: (options) => {
      const log = (line: string): void => void lines.push(JSON.parse(line));
      const handler = createHandler({ shapes, validators, config: configOf(options), log });
      return {
        ask: async (slug = 'revenue') => {
          const query = `currentTime=${Date.now()}&timePeriod=60`;
          const {
            statusCode = 0,
            headers = {},
            body = '',
          } = await handler(createEvent({ endpoint: slug, query }), context);
          const text = (name: string): string | undefined => headers[name] as string | undefined;
          return {
            status: statusCode,
            cache: text('x-wallfeed-cache'),
            broken: text('x-wallfeed-expect'),
            found: readPromises(headers as Readonly<Record<string, string>>),
            body,
          };
        },
        judge: async () => handler({ wallfeed: 'judge' } as unknown as APIGatewayProxyEventV2, { ...context }),
      };
    },
    write: async (text) => {
      await writeFile(join(data, 'orders.csv'), text);
      await store.refresh();
    },
    setTime: (time) => {
      const next = typeof time === 'number' ? time : Date.parse(time);
      passedMs += Math.max(0, next - Date.now());
      jest.setSystemTime(next);
    },
    messages: () =>
      sns.published.map(({ message }) => {
        const { state, text } = JSON.parse(message.lambda ?? '{}');
        return `${state}: ${text}`;
      }),
    reset: async () => {
      for (const server of [sns, store, table]) server.clearFaults();
      const { callDynamoDb } = await import('../../../shared/cache/cache-table.ts');
      const key = { TableName: 'answers', Key: { key: { S: BOOK_KEY } } };
      await callDynamoDb('DeleteItem', key, new AbortController().signal);
      sns.published.length = 0;
      lines.length = 0;
    },
    close: async () => {
      jest.useRealTimers();
      jest.restoreAllMocks();
      await Promise.all([sns.close(), store.close(), table.close()]);
      await rm(data, { recursive: true });
    },
  };
};
