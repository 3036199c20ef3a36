import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { shape } from '../../../schemas/pie/3d-pie-chart/shape.ts';
import type { Validate } from '../../../shared/catalogue/accepts.ts';
import type { EndpointConfig, ParameterConfig } from '../../../shared/config/dashboard-config.ts';
import type { Selection, Test } from '../../../shared/config/selection.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { createHandler } from '../../../shared/middleware/create-handler.ts';
import { triedValues } from '../../../shared/middleware/request-values.ts';
import { tablesOf } from '../../../shared/pipeline/bind-endpoints.ts';
import { bindSelection } from '../../../shared/selection/bind-selection.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { createEvent } from '../../../tests/support/requests/create-event.ts';
import { loadValidators } from '../../build/bundling/validators.ts';
import { startObjectStore } from '../../local/emulators/s3.ts';
import { median } from '../statistics.ts';

const ROUNDS = 4_000;
const SELECTED_ROUNDS = 60;
const MANY_ROWS = 10_000;

type Run = () => unknown;

/** Returns how many times longer one function takes than another: the ratio of the medians of alternating runs. */
const ratioOf = async (one: Run, other: Run, rounds: number): Promise<string> => {
  const times: readonly number[][] = [[], []];
  const runs = [one, other];
  for (let round = -rounds / 2; round < rounds; round += 1)
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const start = performance.now();
      await runs[index]?.();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  const [first = [], second = []] = times;
  return `${(median(first) / median(second)).toFixed(3)} (${median(first).toFixed(3)} ms, ${median(second).toFixed(3)} ms)`;
};

const regionIs = (test: Test): Selection => ({
  where: [{ column: 'Region', tests: [test] }],
  columns: [
    { name: 'name', source: { from: 'cell', of: 'Region' } },
    { name: 'value', source: { from: 'sum', of: 'Amount' } },
    { name: 'score', source: { from: 'constant', value: 0 } },
    { name: 'pv', source: { from: 'constant', value: 0 } },
  ],
});

const CSV = ['Region,Amount', ...Array.from({ length: MANY_ROWS }, (_, row) => `Region ${row % 10},${row}`)].join('\n');
const REGION: ParameterConfig = { name: 'region', values: ['Region 7'] };
const OF_REQUEST = regionIs({ is: 'parameter', word: 'any', of: [{ parameter: 'region' }] });
const CONSTANT = regionIs({ is: 'any', of: ['Region 7'] });

const benchSelections = (): Promise<string> => {
  const definition = tablesOf(shape, { options: {} }).table as TableDefinition;
  const bytes = Buffer.from(CSV);
  const values = triedValues([REGION]);
  const read = (selection: Selection, more: object): Run => {
    const { reader } = bindSelection({ selection }, definition, { timezone: 'UTC' });
    return () => scanBytes(bytes, {}, reader({ currentTime: Date.now(), timePeriod: 30, ...more }));
  };
  return ratioOf(read(OF_REQUEST, { values }), read(CONSTANT, {}), SELECTED_ROUNDS);
};

const ENDPOINT: EndpointConfig = {
  component: '3D Pie Chart',
  shape: shape.name,
  options: {},
  tables: { table: { source: 'csv', key: 'bench/orders.csv', selection: OF_REQUEST } },
  tokens: [],
  deadline: 8_000,
  cache: { ttl: 3_600_000, shared: false },
  client: { methods: ['GET', 'POST'], period: 60 },
  parameters: [REGION],
};

const serveCached = async (validate: Validate) => {
  const data = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  await writeFile(join(data, 'orders.csv'), CSV);
  const store = await startObjectStore({ bucket: 'bench', dashboard: 'bench', data });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_BUCKET: 'bench',
  });
  const config = { dashboard: 'bench', family: 'pie', version: 'one', timezone: 'UTC', endpoints: { bench: ENDPOINT } };
  const handler = createHandler({
    shapes: [shape],
    validators: { [shape.name]: validate },
    config,
    log: () => undefined,
  });
  const ask = async (method: string, request: object): Promise<void> => {
    const event = createEvent({ endpoint: 'bench', ...request });
    Object.assign(event.requestContext.http, { method });
    const { statusCode } = await handler(event, { awsRequestId: 'bench' } as Context);
    if (statusCode !== 200) throw new Error(`${method} has the status ${statusCode}`);
  };
  const close = async (): Promise<void> => {
    await store.close();
    await rm(data, { recursive: true });
  };
  return { ask, close };
};

const benchMethods = async (): Promise<string> => {
  const { pie = {} } = await loadValidators(['pie']);
  const { ask, close } = await serveCached(pie[shape.name] as Validate);
  const post = { body: '{"region":"Region 7"}', headers: { 'content-type': 'application/json' } };
  try {
    return await ratioOf(
      () => ask('GET', { query: 'region=Region+7' }),
      () => ask('POST', post),
      ROUNDS,
    );
  } finally {
    await close();
  }
};

/**
 * Prints two ratios of times: a selection with a parameter to one with a constant, and a cached GET to a cached POST.
 */
export const benchRequests = async (): Promise<void> => {
  console.log(`\na selection of ${MANY_ROWS} rows with a parameter to one with a constant: ${await benchSelections()}`);
  console.log(`a cached GET to a cached POST: ${await benchMethods()}`);
};
