import { now } from '../../../shared/cache/timestamp.ts';
import type { Validate } from '../../../shared/catalogue/accepts.ts';
import type { CsvSource } from '../../../shared/config/sources.ts';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import { checkToken } from '../../../shared/middleware/check-token.ts';
import { parseRequest } from '../../../shared/middleware/parse-request.ts';
import type { Hook, Middleware, SentContext } from '../../../shared/middleware/request-context.ts';
import { resolveEndpoint } from '../../../shared/middleware/resolve-endpoint.ts';
import { sendBody } from '../../../shared/middleware/respond.ts';
import { createTiming } from '../../../shared/middleware/timing.ts';
import { validateBody } from '../../../shared/middleware/validate-body.ts';
import { bindShape, bindTables, type Endpoint } from '../../../shared/pipeline/bind-endpoints.ts';
import { type BodyResult, type FoldedFrom, foldRows, typeRows } from '../../../shared/pipeline/make-body.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { digestOf } from '../../../shared/token/digest.ts';
import type { WarmSubject } from './warm-subjects.ts';

/** As middy passes it from middleware to middleware. */
export type WarmRequest = Parameters<Hook<SentContext>>[0];

export interface WarmStep {
  readonly name: string;
  readonly run: (request: WarmRequest) => unknown;
}

export interface WarmSteps {
  readonly steps: readonly WarmStep[];
  readonly lastBody: () => unknown;
}

const TOKEN = 'WALLFEED_BENCH_TOKEN';
const SECRET = 'secret';
const SOURCE: CsvSource = { source: 'csv', key: 'bench.csv' };

const ENDPOINT = {
  slug: 'bench',
  tokens: [{ from: 'env', name: TOKEN }],
  deadline: 8_000,
  dependsOn: { period: false, time: false },
  lasting: ['table'],
} as const;

const endpointOf = ({ shape }: WarmSubject, validate: Validate): Endpoint => {
  const bound = bindShape({ shape, validate, timezone: 'UTC' }, { options: {} });
  const tables = { table: SOURCE };
  return {
    ...ENDPOINT,
    component: shape.components[0] ?? '',
    shape: shape.name,
    tables,
    bound,
    sources: bindTables(tables, bound),
  };
};

const event = {
  rawPath: '/pie/bench',
  rawQueryString: '',
  pathParameters: { endpoint: 'bench' },
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    currentTime: 1513137332798,
    timePeriod: 30,
    token: digestOf('30', '1513137332798', SECRET).toString('hex'),
  }),
  isBase64Encoded: false,
};

export const createRequest = (): WarmRequest =>
  ({
    event,
    context: {
      awsRequestId: 'bench',
      timing: createTiming({
        startedAt: performance.now(),
        callsEndAt: Number.POSITIVE_INFINITY,
        closingEndsAt: Number.POSITIVE_INFINITY,
      }),
      rowsRead: 0,
    },
    response: null,
  }) as unknown as WarmRequest;

const before = (name: string, { before: run }: Middleware<SentContext>): WarmStep => ({
  name,
  run: (request) => run?.(request),
});
const after = (name: string, { after: run }: Middleware<SentContext>): WarmStep => ({
  name,
  run: (request) => run?.(request),
});

/** Returns the steps of a request in their order. The handler uses the same functions. */
export const createSteps = (subject: WarmSubject, validate: Validate, rows: number): WarmSteps => {
  process.env[TOKEN] = SECRET;
  const endpoint = endpointOf(subject, validate);
  const { bound } = endpoint;
  const bytes = Buffer.from(subject.csv(rows));
  const definition = bound.tables.table as TableDefinition;
  let table: Table;
  let typed: FoldedFrom;
  let result: BodyResult;
  const read = (): void => {
    table = parseCsv(bytes, SOURCE, definition);
  };
  const type = (): void => {
    typed = typeRows(bound, { table }, UNLIMITED);
  };
  const fold = (request: WarmRequest): void => {
    result = { state: 'fresh', askedAt: now(), budget: UNLIMITED, ...foldRows(bound, typed, UNLIMITED) };
    Object.assign(request, { response: result });
  };
  const steps = [
    before('parse', { before: parseRequest }),
    before('resolve', resolveEndpoint([endpoint])),
    before('token', { before: checkToken() }),
    { name: 'read (from memory)', run: read },
    { name: 'type', run: type },
    { name: 'fold', run: fold },
    after('validate', validateBody()),
    after('send', sendBody()),
  ];
  return { steps, lastBody: () => ('body' in result ? result.body : undefined) };
};
