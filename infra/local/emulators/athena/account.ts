import { randomUUID } from 'node:crypto';
import type {
  GetQueryExecutionInput,
  GetQueryResultsInput,
  StartQueryExecutionInput,
  StopQueryExecutionInput,
} from '@aws-sdk/client-athena';
import type { Call, EmulatorReply } from '../json-emulator.ts';
import { describeExecution } from './describe-execution.ts';
import { errorReply, invalid } from './errors.ts';
import { type Execution, isActive, type QueryTimes, runExecution } from './execution.ts';
import type { Lake } from './lake/open-lake.ts';
import { DEFAULT_QUOTAS, type Quotas } from './quotas.ts';
import { pageOf } from './results/page.ts';

export interface Workgroup {
  /** Maximum of bytes that a query may scan. */
  readonly cutoffBytes?: number;
}

/** Workgroups by name. A query in another one is refused. */
export type Workgroups = Readonly<Record<string, Workgroup>>;

export interface AccountOptions {
  readonly workgroups: Workgroups;
  readonly times?: QueryTimes;
  readonly quotas?: Quotas;
  /** Logs why a query failed. */
  readonly log?: (line: string) => void;
}

/** The executions of an account, and the operations on them. */
export interface Account {
  readonly operations: Readonly<Record<string, Operation>>;
  /** The queries that were started, in order. */
  readonly executions: readonly Execution[];
  /** Sets how long later queries stay queued and running at least. */
  setTimes(times: QueryTimes): void;
  setWorkgroups(workgroups: Workgroups): void;
}

type Operation = (input: object, call: Call) => EmulatorReply;

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

/** Creates an account of Athena without executions. */
export const createAccount = (lake: Lake, options: AccountOptions): Account => {
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
    setWorkgroups: (next: Workgroups) => {
      workgroups = next;
    },
  };
};
