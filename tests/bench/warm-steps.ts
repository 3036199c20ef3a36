import type { Validate } from '../../shared/catalogue/validate.ts';
import type { CsvSource } from '../../shared/config/dashboard-config.ts';
import { parseCsv } from '../../shared/csv/parse-csv.ts';
import { type Endpoint, obtain, type Step } from '../../shared/http/request-context.ts';
import { checkToken } from '../../shared/middleware/check-token.ts';
import { parseRequest } from '../../shared/middleware/parse-request.ts';
import { resolveEndpoint } from '../../shared/middleware/resolve-endpoint.ts';
import { sendBody } from '../../shared/middleware/send-body.ts';
import { typeRows } from '../../shared/middleware/type-rows.ts';
import { validateResponse } from '../../shared/middleware/validate-response.ts';
import { foldTables } from '../../shared/pipeline/fold-tables.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import { digestOf } from '../../shared/token/digest.ts';
import type { WarmSubject } from './warm-subjects.ts';

/** A request on its way, as middy hands it from step to step. */
export type WarmRequest = Parameters<NonNullable<Step['before']>>[0];

export interface WarmStep {
  readonly name: string;
  readonly run: (request: WarmRequest) => unknown;
}

const TOKEN = 'WALLFEED_BENCH_TOKEN';
const SECRET = 'secret';
const SOURCE: CsvSource = { source: 'csv', key: 'bench.csv' };

const endpointOf = ({ shape }: WarmSubject, validate: Validate): Endpoint => ({
  slug: 'bench',
  component: shape.components[0] ?? '',
  shape: shape.name,
  options: {},
  tokens: [{ from: 'env', name: TOKEN }],
  deadline: 8_000,
  tables: { table: SOURCE },
  definition: shape,
  validate,
});

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
    context: { awsRequestId: 'bench', exchange: { startedAt: 0, durations: {} } },
    response: null,
  }) as unknown as WarmRequest;

const before = (name: string, { before: run }: Step): WarmStep => ({ name, run: (request) => run?.(request) });
const after = (name: string, { after: run }: Step): WarmStep => ({ name, run: (request) => run?.(request) });

/** The steps of a request in their order, each the function that the handler itself uses. */
export const createSteps = (subject: WarmSubject, validate: Validate, rows: number): readonly WarmStep[] => {
  process.env[TOKEN] = SECRET;
  const bytes = Buffer.from(subject.csv(rows));
  const definition = subject.shape.tables.table as TableDefinition;
  const read = ({ context }: WarmRequest): void => {
    context.exchange.tables = { table: parseCsv(bytes, SOURCE, definition) };
  };
  const fold = ({ context }: WarmRequest): void => {
    const endpoint = obtain(context, 'endpoint');
    context.exchange.body = foldTables(endpoint.definition, obtain(context, 'typed'), endpoint);
  };
  return [
    before('parse', parseRequest()),
    before('resolve', resolveEndpoint([endpointOf(subject, validate)])),
    before('token', checkToken()),
    { name: 'read (from memory)', run: read },
    before('type', typeRows('UTC')),
    { name: 'fold', run: fold },
    after('validate', validateResponse()),
    after('send', sendBody()),
  ];
};
