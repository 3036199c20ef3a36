import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { buildFunctions } from '../../../infra/build/bundling/build-functions.ts';
import { collectSamples, listFunctions } from '../../../infra/build/bundling/collect-samples.ts';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import type { AnswerFromMemory } from '../../../shared/aws/rehearsal.ts';
import { createRehearsedServices } from '../../../shared/function/rehearse-endpoints.ts';
import type { Samples } from '../../../shared/function/samples.ts';
import { dashboardOf, type Kind } from '../../support/bundle/endpoints-of-family.ts';
import { runBundle, variablesFor } from '../../support/bundle/run-bundle.ts';
import { type Services, startServices } from '../../support/cloud/start-services.ts';

const FAMILY = 'pie';
const SHAPE = '3d-pie-chart';
/** Lambda ends an INIT after ten seconds. */
const MAX_INIT_MS = 10_000;

await loadValidators([FAMILY]);
const { folder } = await buildFunctions({ families: [FAMILY] });
const bundle = join(folder, FAMILY);
const { samples } = await collectSamples(FAMILY);

const only = async (...kinds: readonly Kind[]) => {
  const config = await dashboardOf(FAMILY, kinds);
  const endpoints = Object.entries(config.endpoints).filter(([, { shape }]) => shape === SHAPE);
  return { ...config, endpoints: Object.fromEntries(endpoints) };
};

const sampleServices = (samples: Samples) => {
  const sample = samples[SHAPE];
  const cells = sample?.tables.table ?? [];
  return createRehearsedServices({
    tables: new Map([
      ['data/table.csv', cells],
      ['select 1', cells],
    ]),
    documents: new Map([['data/document.json', sample?.document ?? '']]),
  });
};

const started: Services[] = [];
afterEach(() => {
  for (const services of started.splice(0)) services.close();
});

const start = async (answer?: AnswerFromMemory): Promise<Services> => {
  const services = await startServices(answer);
  started.push(services);
  return services;
};

const isClient = (file: string): boolean =>
  /^(?:cache-table|rds-data|kind-athena|read-object|read-whole-object|s3-client|ssm-client)\.js$/.test(file);

type Variables = Readonly<Record<string, string>>;

const run = async (kind: Kind, further: (url: string) => Variables = () => ({})) => {
  const services = await start(sampleServices(samples));
  const environment = { ...variablesFor(services.url), ...further(services.url) };
  let initCalls: readonly string[] = [];
  const onInit = () => {
    initCalls = [...services.calls];
  };
  const options = { bundle, config: await only(kind), environment, onInit };
  return { ...(await runBundle({ ...options, slug: `${SHAPE}-${kind}` })), initCalls, calls: services.calls };
};

const KINDS = ['csv', 'sql', 'json', 'shared', 'athena', 'csvDataset', 'sqlDataset', 'token'] as const;
type Runs = Record<(typeof KINDS)[number], Awaited<ReturnType<typeof run>>>;

/** INIT and one request of each kind of endpoint, each in a process of its own. */
const runs = {} as Runs;
beforeAll(async () => {
  for (const kind of KINDS) runs[kind] = await run(kind);
});

describe.each(KINDS.filter((kind) => kind !== 'token'))('an endpoint of kind %s', (kind) => {
  test('a request loads no module that INIT has not loaded, not even one of Node', () => {
    const { init, request, response } = runs[kind];
    expect(response?.statusCode).toBe(200);
    expect(request).toEqual(init);
  });

  test('INIT sends no request to S3, a database, Athena or the shared cache', () => {
    const { init, initCalls, calls } = runs[kind];
    expect(init.files.filter(isClient)).not.toEqual([]);
    expect(initCalls).toEqual([]);
    expect(calls).not.toEqual([]);
  });
});

test('INIT loads only the clients that the endpoints need', () => {
  const clients = (kind: keyof Runs) => runs[kind].init.files.filter(isClient);
  expect(clients('csv')).toEqual(['read-object.js']);
  expect(clients('json')).toEqual(['read-whole-object.js']);
  expect(clients('sql')).toEqual(['rds-data.js']);
  expect(clients('shared')).toEqual(['cache-table.js', 'read-object.js']);
  expect(clients('athena')).toEqual(['kind-athena.js']);
  expect(clients('token')).toEqual(['read-object.js', 'ssm-client.js']);
});

/** Sets a further variable with the endpoint of each service, so that the official clients send all requests. */
const namedTwice = (url: string): Variables =>
  Object.fromEntries(['S3', 'RDS_DATA', 'ATHENA', 'DYNAMODB', 'SSM'].map((name) => [`AWS_ENDPOINT_URL_${name}`, url]));

test.each<readonly [Kind, string, number]>([
  ['csv', 's3.js', 200],
  ['json', 's3.js', 200],
  ['sql', 'rds-data.js', 200],
  ['shared', 'dynamodb.js', 200],
  ['athena', 'athena.js', 200],
  ['token', 'ssm.js', 401],
])(
  'an endpoint of kind %s uses the official client %s for addresses that Wallfeed’s own client cannot form',
  async (kind, client, status) => {
    const { request, response } = await run(kind, namedTwice);
    expect(request?.files).toContain(client);
    expect(response?.statusCode).toBe(status);
  },
);

test('INIT loads the code of datasets only if the function has a dataset', () => {
  const ofDatasets = (kind: keyof Runs) => runs[kind].init.files.filter((file) => /dataset|^kind-/.test(file));
  expect(ofDatasets('csv')).toEqual([]);
  expect(ofDatasets('csvDataset')).toEqual(['create-datasets.js', 'kind-csv.js']);
  expect(ofDatasets('athena')).toEqual(['create-datasets.js', 'kind-athena.js']);
});

test('INIT does not load undici and logs nothing', () => {
  const { init, lines } = runs.csv;
  expect(init.builtins.filter((name) => name.includes('undici'))).toEqual([]);
  expect(lines.init).toEqual([]);
});

test('INIT reads each token once, and the first request does not read it again', () => {
  const { response, initCalls, calls } = runs.token;
  expect(response?.body).toContain('TOKEN_MISMATCH');
  expect(initCalls).toEqual(['GetParameter']);
  expect(calls).toEqual(['GetParameter']);
});

test('the first request is logged as a cold start, and its response is fresh', () => {
  const { lines, response, calls } = runs.csv;
  expect(lines.request).toHaveLength(1);
  expect(JSON.parse(lines.request[0] ?? '')).toMatchObject({ coldStarts: 1, cache: 'fresh', function: 'f' });
  expect(response?.headers).toMatchObject({ age: '0', 'x-wallfeed-cache': 'fresh' });
  expect(calls).toEqual(['GET /bucket/data/table.csv']);
});

describe('INIT while a service does not respond', () => {
  test('INIT ends in time if a service does not respond, and the first request tries again', async () => {
    const services = await start();
    const config = await only('csv', 'sql', 'json', 'shared', 'token');
    const environment = variablesFor(services.url);
    const { initMs, exported } = await runBundle({ bundle, config, environment, hasTimeLimits: true });
    expect(exported).toEqual(['handler']);
    expect(initMs).toBeLessThan(MAX_INIT_MS);
    expect(services.calls.filter((call) => call !== 'GetParameter')).toEqual([]);
  });

  /** Runs INIT with services that get connections, and never complete a TLS handshake. */
  const runWithoutHandshake = async (onConnection: (socket: Socket) => void, hasTimeLimits: boolean) => {
    const server = createServer(onConnection);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const environment = variablesFor(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const config = await only('csv', 'sql', 'json', 'shared', 'token');
    const run = await runBundle({ bundle, config, environment, hasTimeLimits });
    server.close();
    return run;
  };

  test('INIT ends in time even if no TLS handshake succeeds', async () => {
    const sockets: Socket[] = [];
    const { initMs, exported } = await runWithoutHandshake((socket) => sockets.push(socket), true);
    for (const socket of sockets) socket.destroy();
    expect(exported).toEqual(['handler']);
    expect(initMs).toBeLessThan(MAX_INIT_MS);
  });

  test('INIT connects to services, and succeeds even if each connection is lost', async () => {
    let connections = 0;
    const lose = (socket: Socket): void => {
      connections += 1;
      socket.destroy();
    };
    const { exported } = await runWithoutHandshake(lose, false);
    expect(exported).toEqual(['handler']);
    expect(connections).toBeGreaterThan(0);
  });

  test('a token that INIT could not read is read by the first request', async () => {
    const answer = sampleServices(samples);
    let isFirst = true;
    const services = await start((request) => {
      const isDown = isFirst;
      isFirst = false;
      return isDown ? { status: 400, body: '{"__type":"ParameterNotFound"}' } : answer(request);
    });
    const slug = `${SHAPE}-token`;
    const run = await runBundle({ bundle, config: await only('token'), environment: variablesFor(services.url), slug });
    expect(run.response?.body).toContain('TOKEN_MISMATCH');
    expect(services.calls).toEqual(['GetParameter', 'GetParameter']);
  });
});

test('INIT succeeds without samples and without credentials', async () => {
  const config = await only('csv');
  const environment = { AWS_REGION: 'us-east-1', AWS_EC2_METADATA_DISABLED: 'true' };
  expect(await runBundle({ bundle, config, environment })).toMatchObject({ exported: ['handler'] });
});

test('the samples of each family have less than 16 KB', async () => {
  for (const family of await listFunctions()) {
    const { samples: own } = await collectSamples(family);
    expect(JSON.stringify(own).length).toBeLessThan(16_384);
  }
});
