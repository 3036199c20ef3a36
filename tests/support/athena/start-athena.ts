import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Fields = Readonly<Record<string, unknown>>;

export interface StubResult {
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Times are milliseconds. */
export interface StubRun {
  readonly queuedMs?: number;
  readonly runningMs?: number;
  /** Default: SUCCEEDED. */
  readonly state?: 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  readonly reason?: string;
  readonly error?: Fields;
  readonly isExpired?: boolean;
  readonly result?: StubResult;
}

export interface StubFault {
  readonly operation: string;
  readonly type: string;
  readonly message?: string;
  readonly fields?: Fields;
  readonly status?: number;
  readonly times?: number;
}

export interface StubQuery {
  readonly id: string;
  readonly token: string;
  readonly input: Fields;
  readonly run: StubRun;
  readonly startedAt: number;
  /** By the clock that `setClock` sets. */
  since: number;
}

export interface Athena {
  readonly url: string;
  /** Calls with the same `ClientRequestToken` start one query. */
  readonly queries: readonly StubQuery[];
  readonly calls: ReadonlyMap<string, number>;
  /** From now on. `attempt` counts the queries from 0. */
  plan(run: (attempt: number, statement: string) => StubRun): void;
  endQueries(): void;
  fail(fault: StubFault): void;
  setClock(now: () => number): void;
  beforeCall(run: () => void): void;
  reset(): void;
  close(): void;
}

const PAGE_ROWS = 1_000;
const MAX_LISTED = 50;

const EMPTY: StubResult = { columns: { name: 'varchar' }, rows: [] };

const datum = (value: string | null): Fields => (value === null ? {} : { VarCharValue: value });

const invalid = (code: string, message: string) => ({
  status: 400,
  body: { __type: 'InvalidRequestException', AthenaErrorCode: code, Message: message, message },
});

const stateOf = ({ run, since }: StubQuery, now: number): string => {
  const { queuedMs = 0, runningMs = 0, state = 'SUCCEEDED' } = run;
  const age = now - since;
  if (age < queuedMs) return 'QUEUED';
  return age < queuedMs + runningMs ? 'RUNNING' : state;
};

const describe = (query: StubQuery, now: number): Fields => {
  const { run, id, startedAt } = query;
  const State = stateOf(query, now);
  const hasEnded = State !== 'QUEUED' && State !== 'RUNNING';
  const ended = (startedAt + (run.queuedMs ?? 0) + (run.runningMs ?? 0)) / 1000;
  const status = { State, SubmissionDateTime: startedAt / 1000, ...(hasEnded && { CompletionDateTime: ended }) };
  const failed = hasEnded && State !== 'SUCCEEDED';
  const { QueryString, QueryExecutionContext, WorkGroup, ExecutionParameters } = query.input;
  return {
    QueryExecutionId: id,
    Query: QueryString,
    QueryExecutionContext,
    WorkGroup,
    ...(ExecutionParameters !== undefined && { ExecutionParameters }),
    Status: {
      ...status,
      ...(failed && { StateChangeReason: run.reason }),
      ...(failed && run.error && { AthenaError: run.error }),
    },
    Statistics: { DataScannedInBytes: 10_485_760 },
  };
};

const pageOf = ({ columns, rows }: StubResult, { NextToken, MaxResults = PAGE_ROWS }: Fields): Fields => {
  const lines = [Object.keys(columns), ...rows];
  const from = Number(NextToken ?? 0);
  const to = from + Number(MaxResults);
  const info = Object.entries(columns).map(([Name, Type]) => ({ Name, Label: Name, Type }));
  return {
    ResultSet: {
      Rows: lines.slice(from, to).map((row) => ({ Data: row.map(datum) })),
      ResultSetMetadata: { ColumnInfo: info },
    },
    ...(to < lines.length && { NextToken: String(to) }),
  };
};

/** Runs no SQL. Tests plan how queries end. */
export const startAthena = async (): Promise<Athena> => {
  const queries: StubQuery[] = [];
  const calls = new Map<string, number>();
  const faults: StubFault[] = [];
  /** The monotonic clock by default, because tests change the wall clock. */
  let clock = (): number => performance.now();
  let prepare = (): void => undefined;
  let planned: Parameters<Athena['plan']>[0] = () => ({});

  const start = (input: Fields) => {
    const token = String(input.ClientRequestToken);
    const known = queries.find((query) => query.token === token);
    if (known && known.input.QueryString !== input.QueryString)
      return invalid('IDEMPOTENT_PARAMETER_MISMATCH', 'Idempotent parameters do not match');
    const query = known ?? {
      id: randomUUID(),
      token,
      input,
      run: planned(queries.length, String(input.QueryString)),
      startedAt: Date.now(),
      since: clock(),
    };
    if (!known) queries.push(query);
    return { status: 200, body: { QueryExecutionId: query.id } };
  };

  const results = (input: Fields) => {
    const query = queries.find(({ id }) => id === input.QueryExecutionId);
    if (!query || query.run.isExpired) return invalid('RESULT_NOT_FOUND', 'Could not find results');
    return { status: 200, body: pageOf(query.run.result ?? EMPTY, input) };
  };

  const execution = (input: Fields) => {
    const query = queries.find(({ id }) => id === input.QueryExecutionId);
    if (!query) return invalid('QUERY_EXECUTION_NOT_FOUND', `QueryExecution ${input.QueryExecutionId} was not found`);
    return { status: 200, body: { QueryExecution: describe(query, clock()) } };
  };

  /** Returns a page of executions. The first page holds the newest executions, in arbitrary order. */
  const list = ({ WorkGroup, MaxResults = MAX_LISTED, NextToken }: Fields) => {
    const own = queries.filter(({ input }) => input.WorkGroup === WorkGroup).toReversed();
    const from = Number(NextToken ?? 0);
    const to = from + Number(MaxResults);
    const ids = own
      .slice(from, to)
      .map(({ id }) => id)
      .sort();
    return { status: 200, body: { QueryExecutionIds: ids, ...(to < own.length && { NextToken: String(to) }) } };
  };

  const batchGet = ({ QueryExecutionIds: ids }: Fields) => {
    const found = queries.filter(({ id }) => (ids as readonly string[]).includes(id));
    return {
      status: 200,
      body: { QueryExecutions: found.map((query) => describe(query, clock())), UnprocessedQueryExecutionIds: [] },
    };
  };

  const operations: Readonly<Record<string, (input: Fields) => { status: number; body: Fields }>> = {
    StartQueryExecution: start,
    GetQueryExecution: execution,
    GetQueryResults: results,
    ListQueryExecutions: list,
    BatchGetQueryExecution: batchGet,
  };

  const takeFault = (operation: string) => {
    const at = faults.findIndex((fault) => fault.operation === operation);
    const fault = faults[at];
    if (!fault) return undefined;
    const times = (fault.times ?? 1) - 1;
    faults.splice(at, 1, ...(times > 0 ? [{ ...fault, times }] : []));
    const { type, message = type, fields = {}, status = 400 } = fault;
    return { status, body: { __type: type, Message: message, message, ...fields } };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
    const input = JSON.parse(await text(request)) as Fields;
    calls.set(operation, (calls.get(operation) ?? 0) + 1);
    prepare();
    const { status, body } = takeFault(operation) ?? operations[operation]?.(input) ?? { status: 400, body: {} };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(body));
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    queries,
    calls,
    plan: (run) => {
      planned = run;
    },
    endQueries: () => {
      for (const query of queries) query.since = Number.NEGATIVE_INFINITY;
    },
    fail: (fault) => faults.push(fault),
    setClock: (now) => {
      clock = now;
    },
    beforeCall: (run) => {
      prepare = run;
    },
    reset: () => {
      queries.length = 0;
      faults.length = 0;
      calls.clear();
      planned = () => ({});
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
