import { randomUUID } from 'node:crypto';
import type {
  GetQueryExecutionInput,
  GetQueryResultsInput,
  StartQueryExecutionInput,
  StopQueryExecutionInput,
} from '@aws-sdk/client-athena';
import { type Call, type EmulatorReply, type JsonEmulator, startJsonEmulator } from '../json-emulator.ts';
import { describeExecution } from './describe-execution.ts';
import { errorReply, invalid } from './errors.ts';
import { type Execution, isActive, type QueryTimes, runExecution } from './execution.ts';
import { type Lake, openLake } from './lake/open-lake.ts';
import { createRateLimit, DEFAULT_QUOTAS, type Quotas } from './quotas.ts';
import { pageOf } from './results/page.ts';

export interface Workgroup {
  /** Maximum of bytes that a query may scan. */
  readonly cutoffBytes?: number;
}

export interface AthenaOptions {
  /** The folder of the lake's files. */
  readonly data: string;
  /** Workgroups by name. A query in another one is refused. */
  readonly workgroups: Readonly<Record<string, Workgroup>>;
  readonly times?: QueryTimes;
  readonly quotas?: Quotas;
  /** Called before DuckDB is installed. */
  readonly onInstall?: () => void;
  /** Logs why a query failed. */
  readonly log?: (line: string) => void;
}

export interface Athena extends JsonEmulator {
  /** The queries that were started, in order. */
  readonly executions: readonly Execution[];
  /** Sets how long later queries stay queued and running at least. */
  setTimes(times: QueryTimes): void;
  /** Sets the workgroups. */
  setWorkgroups(workgroups: AthenaOptions['workgroups']): void;
}

const MAX_STATEMENT_CHARS = 262_144;
const MIN_TOKEN_CHARS = 32;
const MAX_TOKEN_CHARS = 128;
const TIMES: QueryTimes = { queue: 20, run: 50 };

/** Returns everything that two calls with the same token must have in common. */
const identityOf = ({ ClientRequestToken, ...rest }: StartQueryExecutionInput): string => JSON.stringify(rest);

const checkStart = ({
  QueryString,
  ClientRequestToken: token,
}: StartQueryExecutionInput): EmulatorReply | undefined => {
  if (!QueryString) return invalid('queryString is required');
  if (QueryString.length > MAX_STATEMENT_CHARS) return invalid('queryString has an invalid length');
  if (token !== undefined && (token.length < MIN_TOKEN_CHARS || token.length > MAX_TOKEN_CHARS)) {
    return invalid(`clientRequestToken has a length of ${MIN_TOKEN_CHARS} to ${MAX_TOKEN_CHARS}`);
  }
  return undefined;
};

type Operation = (input: object, call: Call) => EmulatorReply;

/** Creates the executions of an account, and the operations on them. */
const createOperations = (lake: Lake, options: AthenaOptions) => {
  const { quotas = DEFAULT_QUOTAS, log = () => undefined } = options;
  let { workgroups, times = TIMES } = options;
  const executions: Execution[] = [];
  const byToken = new Map<string, Execution>();

  const find = (id: string | undefined): Execution | undefined => executions.find((one) => one.id === id);
  const withExecution = (id: string | undefined, reply: (execution: Execution) => EmulatorReply): EmulatorReply => {
    const execution = find(id);
    return execution ? reply(execution) : invalid(`QueryExecution ${id} was not found`);
  };

  const create = (request: StartQueryExecutionInput, { fault: effect }: Call): Execution => {
    const fault = effect && 'query' in effect ? effect.query : {};
    const workgroup = request.WorkGroup ?? 'primary';
    const execution: Execution = {
      id: randomUUID(),
      request,
      workgroup,
      expired: fault.expired ?? false,
      submittedAt: Date.now(),
      state: 'QUEUED',
      scannedBytes: 0,
      stopped: new AbortController(),
    };
    executions.push(execution);
    if (request.ClientRequestToken) byToken.set(request.ClientRequestToken, execution);
    void runExecution(execution, { lake, times, fault, cutoffBytes: workgroups[workgroup]?.cutoffBytes }).then(() => {
      if (execution.state !== 'SUCCEEDED') log(`query ${execution.state}: ${execution.reason ?? 'no reason given'}`);
    });
    return execution;
  };

  const start = (request: StartQueryExecutionInput, call: Call): EmulatorReply => {
    const refusal = checkStart(request);
    if (refusal) return refusal;
    const workgroup = request.WorkGroup ?? 'primary';
    if (!Object.hasOwn(workgroups, workgroup)) return invalid(`WorkGroup ${workgroup} is not found.`);
    const known = byToken.get(request.ClientRequestToken ?? '');
    if (known && identityOf(known.request) !== identityOf(request))
      return invalid('Idempotent parameters do not match');
    if (!known && executions.filter(isActive).length >= quotas.activeQueries)
      return errorReply('TooManyRequestsException');
    return { status: 200, body: { QueryExecutionId: (known ?? create(request, call)).id } };
  };

  const operations: Readonly<Record<string, Operation>> = {
    StartQueryExecution: (input, call) => start(input as StartQueryExecutionInput, call),
    GetQueryExecution: (input) =>
      withExecution((input as GetQueryExecutionInput).QueryExecutionId, (execution) => ({
        status: 200,
        body: { QueryExecution: describeExecution(execution) },
      })),
    GetQueryResults: (input) =>
      withExecution((input as GetQueryResultsInput).QueryExecutionId, (execution) =>
        pageOf(execution, input as GetQueryResultsInput),
      ),
    StopQueryExecution: (input) =>
      withExecution((input as StopQueryExecutionInput).QueryExecutionId, ({ stopped }) => {
        stopped.abort();
        return { status: 200, body: {} };
      }),
  };
  return {
    operations,
    executions,
    setTimes: (next: QueryTimes) => {
      times = next;
    },
    setWorkgroups: (next: AthenaOptions['workgroups']) => {
      workgroups = next;
    },
  };
};

const parse = (body: string): object | undefined => {
  try {
    return Object(JSON.parse(body));
  } catch {
    return undefined;
  }
};

/** Starts an emulator of Athena on 127.0.0.1, over the CSV and Parquet files of a folder and DuckDB. */
export const startAthena = async (options: AthenaOptions): Promise<Athena> => {
  const { quotas = DEFAULT_QUOTAS } = options;
  const lake = await openLake(options.data, options.onInstall);
  const { operations, ...account } = createOperations(lake, options);
  const isWithinRate = createRateLimit(quotas);

  const emulator = await startJsonEmulator({
    contentType: 'application/x-amz-json-1.1',
    errorReply,
    answer: async (call) => {
      const [service, name = ''] = String(call.request.headers['x-amz-target']).split('.');
      const operation = service === 'AmazonAthena' ? operations[name] : undefined;
      if (!operation) return errorReply('AccessDeniedException', `User is not authorized to perform: athena:${name}`);
      if (!isWithinRate(name, Date.now())) return errorReply('ThrottlingException');
      const input = parse(call.body);
      return input ? operation(input, call) : errorReply('SerializationException', 'The body is not JSON');
    },
  });
  return {
    ...emulator,
    ...account,
    close: async () => {
      for (const { stopped } of account.executions) stopped.abort();
      await emulator.close();
      await lake.close();
    },
  };
};
