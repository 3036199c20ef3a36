import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { type AnswerFromMemory, type ClientRequest, type MemoryResponse, rehearse } from '../aws/rehearsal.ts';
import type { DashboardConfig } from '../config/dashboard-config.ts';
import { writeCsv } from '../csv/write-csv.ts';
import { createHandler, type HandlerOptions } from '../middleware/create-handler.ts';
import { digestOf } from '../token/digest.ts';
import { documentName, planRehearsal, tableName } from './plan-rehearsal.ts';
import type { Cells, Samples } from './samples.ts';

const REHEARSED_TOKEN = 'rehearsal';

const ETAG = '"rehearsal"';

interface RehearsedData {
  /** Requests send these names as keys of files, or as statements. */
  readonly tables: ReadonlyMap<string, Cells>;
  /** Requests send these names as keys of files. */
  readonly documents: ReadonlyMap<string, string>;
}

const json = (value: unknown): MemoryResponse => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(value),
});

const isNumber = (cell: string): boolean => cell !== '' && Number.isFinite(Number(cell));

const fieldOf = (cell: string, isNumeric: boolean): unknown => {
  if (cell === '') return { isNull: true };
  return isNumeric ? { doubleValue: Number(cell) } : { stringValue: cell };
};

const toResult = ([header = [], ...rows]: Cells): unknown => {
  const numeric = header.map((_, column) => rows.every((row) => row[column] === '' || isNumber(row[column] ?? '')));
  return {
    columnMetadata: header.map((name, column) => ({
      name,
      label: name,
      typeName: numeric[column] ? 'float8' : 'text',
    })),
    records: rows.map((row) => row.map((cell, column) => fieldOf(cell, numeric[column] ?? false))),
  };
};

const toPage = (cells: Cells): unknown => ({
  ResultSet: {
    Rows: cells.map((row) => ({ Data: row.map((cell) => (cell === '' ? {} : { VarCharValue: cell })) })),
    ResultSetMetadata: { ColumnInfo: (cells[0] ?? []).map((Name) => ({ Name, Type: 'varchar' })) },
  },
});

type Members = Readonly<Record<string, unknown>>;

const bodyOf = ({ body }: ClientRequest): Members =>
  JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)) as Members;

const keyOf = (item: unknown): string => Object(item).key?.S ?? '';

/**
 * Creates s3, the Data API, Athena, DynamoDB and the parameter store in memory. Items that the rehearsal writes can be
 * read again.
 */
export const createRehearsedServices = ({ tables, documents }: RehearsedData): AnswerFromMemory => {
  const items = new Map<string, unknown>();
  const readObject = ({ path, headers }: ClientRequest): MemoryResponse => {
    if (headers['if-none-match']) return { status: 304, headers: { etag: ETAG }, body: '' };
    const name = path.split('/').slice(-2).map(decodeURIComponent).join('/');
    const body = documents.get(name) ?? `${writeCsv(tables.get(name) ?? [])}\n`;
    return { status: 200, headers: { etag: ETAG }, body };
  };
  const operations: Readonly<Record<string, (body: Members) => unknown>> = {
    GetParameter: ({ Name }) => ({ Parameter: { Name, Type: 'SecureString', Value: REHEARSED_TOKEN, Version: 1 } }),
    GetItem: ({ Key }) => ({ Item: items.get(keyOf(Key)) }),
    PutItem: ({ Item }) => {
      items.set(keyOf(Item), Item);
      return {};
    },
    StartQueryExecution: ({ QueryString }) => ({ QueryExecutionId: QueryString }),
    GetQueryExecution: () => ({ QueryExecution: { Status: { State: 'SUCCEEDED' } } }),
    GetQueryResults: ({ QueryExecutionId }) => toPage(tables.get(String(QueryExecutionId)) ?? []),
    DeleteItem: ({ Key }) => {
      items.delete(keyOf(Key));
      return {};
    },
  };
  const operate = (request: ClientRequest, name: string): MemoryResponse => {
    const operation = operations[name];
    return operation ? json(operation(bodyOf(request))) : { status: 400, body: '{}' };
  };
  return (request) => {
    if (request.method === 'GET') return readObject(request);
    const [, name] = (request.headers['x-amz-target'] ?? '').split('.');
    return name ? operate(request, name) : json(toResult(tables.get(String(bodyOf(request).sql)) ?? []));
  };
};

/** No more requests start after it, because the first real request waits for the rehearsal. */
const MAX_REHEARSAL_MS = 400;

const TIME_PERIOD = '30';

export interface RehearsalOptions extends HandlerOptions {
  readonly config: DashboardConfig;
  readonly samples: Samples;
  readonly onRequest: (request: ClientRequest) => void;
  /** In milliseconds. No more requests start after it. */
  readonly maxMs?: number;
}

const eventOf = (slug: string): APIGatewayProxyEventV2 => {
  const currentTime = String(Date.now());
  const token = digestOf(TIME_PERIOD, currentTime, REHEARSED_TOKEN).toString('hex');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: `/rehearsal/${slug}`,
    rawQueryString: '',
    pathParameters: { endpoint: slug },
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    requestContext: {} as APIGatewayProxyEventV2['requestContext'],
    body: JSON.stringify({ currentTime: Number(currentTime), timePeriod: Number(TIME_PERIOD), token }),
    isBase64Encoded: false,
  };
};

const createContext = (): Context =>
  ({ awsRequestId: 'rehearsal', functionName: 'rehearsal', getRemainingTimeInMillis: () => 10_000 }) as Context;

const dataOf = (endpoints: DashboardConfig['endpoints'], samples: Samples): RehearsedData => {
  const tables = new Map<string, readonly (readonly string[])[]>();
  const documents = new Map<string, string>();
  for (const [slug, { shape }] of Object.entries(endpoints)) {
    const sample = samples[shape];
    if (sample) documents.set(documentName(slug), sample.document);
    for (const [table, cells] of Object.entries(sample?.tables ?? {})) tables.set(tableName(slug, table), cells);
  }
  return { tables, documents };
};

/** Initializes the output stream of the log. */
const writeNothing = (): void => {
  process.stdout.write('');
};

type Ask = (slug: string) => Promise<unknown>;

/** Creates a separate handler, so that its caches do not affect real requests. */
const createRehearsedFunction = (options: RehearsalOptions, answer: AnswerFromMemory): Ask => {
  const { onRequest } = options;
  const handler = createHandler({ ...options, log: writeNothing, tokens: new Map() });
  const observed: AnswerFromMemory = (request) => {
    onRequest(request);
    return answer(request);
  };
  return (slug) => rehearse(observed, () => handler(eventOf(slug), createContext()));
};

const sharedSlug = (endpoints: DashboardConfig['endpoints']): readonly string[] =>
  Object.keys(endpoints)
    .filter((slug) => endpoints[slug]?.cache?.shared)
    .slice(0, 1);

/**
 * Runs requests through the function's code while all sources are in memory. Each planned endpoint gets two requests:
 * one with new data, one with unchanged data. One endpoint also gets a response that another environment has cached.
 * @returns the responses, for tests.
 */
export const rehearseEndpoints = async (options: RehearsalOptions): Promise<readonly unknown[]> => {
  const { config, samples, maxMs = MAX_REHEARSAL_MS } = options;
  const { endpoints, datasets } = planRehearsal(config, samples);
  const answer = createRehearsedServices(dataOf(endpoints, samples));
  const { promises: _, ...unjudged } = config;
  const rehearsed = { ...options, config: { ...unjudged, endpoints, ...(config.datasets && { datasets }) } };
  const endsAt = performance.now() + maxMs;
  const responses: unknown[] = [];
  const askAll = async (slugs: readonly string[]): Promise<void> => {
    const ask = createRehearsedFunction(rehearsed, answer);
    for (const slug of slugs) if (performance.now() < endsAt) responses.push(await ask(slug));
  };
  await askAll(Object.keys(endpoints).flatMap((slug) => [slug, slug]));
  await askAll(sharedSlug(endpoints));
  return responses;
};
