import { randomUUID } from 'node:crypto';
import type {
  BatchGetQueryExecutionInput,
  GetQueryExecutionInput,
  GetQueryResultsInput,
  ListQueryExecutionsInput,
  StartQueryExecutionInput,
} from '@aws-sdk/client-athena';
import type { QueryFault } from '../server/faults.ts';
import { type Call, type EmulatorReply, type JsonEmulator, startJsonEmulator } from '../server/json-emulator.ts';
import type { SessionKey } from '../server/signature.ts';
import { type Execution, errorReply, invalid, type QueryTimes, runExecution } from './execution.ts';
import { type Lake, openLake } from './lake/open-lake.ts';
import { describeExecution, listPage, MAX_LISTED, pageOf } from './replies.ts';

/** The most bytes that a query may scan, by the name of the workgroup. A query in any other workgroup is refused. */
export type Workgroups = Readonly<Record<string, { readonly cutoffBytes?: number }>>;

interface AccountOptions {
  readonly workgroups: Workgroups;
  readonly times?: QueryTimes;
  readonly log?: (line: string) => void;
}

interface Settings {
  readonly workgroups: Workgroups;
  readonly times: QueryTimes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Account {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly executions: readonly Execution[];
  change(settings: Partial<Settings>): void;
}

type Operation = (input: object, call: Call) => EmulatorReply | Promise<EmulatorReply>;

const MAX_STATEMENT_CHARS = 262_144;
const MIN_TOKEN_CHARS = 32;
const MAX_TOKEN_CHARS = 128;
const TIMES: QueryTimes = { queue: 20, run: 50 };

/** Returns the input without its token. Two calls with the same token must be equal in everything else. */
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

interface AccountState extends Required<AccountOptions>, Settings {
  readonly lake: Lake;
  readonly executions: Execution[];
  /** By the `ClientRequestToken` that started them. */
  readonly byToken: Map<string, Execution>;
}

const workgroupOf = ({ WorkGroup = 'primary' }: StartQueryExecutionInput): string => WorkGroup;

const run = async (execution: Execution, fault: QueryFault, account: AccountState): Promise<void> => {
  const { lake, times, workgroups, log } = account;
  const cutoffBytes = workgroups[execution.workgroup]?.cutoffBytes;
  await runExecution(execution, { lake, times, fault, cutoffBytes, now: () => account.now() });
  if (execution.state !== 'SUCCEEDED') log(`query ${execution.state}: ${execution.reason ?? 'no reason given'}`);
};

const addExecution = (account: AccountState, request: StartQueryExecutionInput, { fault: effect }: Call): Execution => {
  const fault = effect && 'query' in effect ? effect.query : {};
  const execution: Execution = {
    id: randomUUID(),
    request,
    workgroup: workgroupOf(request),
    expired: fault.expired ?? false,
    submittedAt: account.now(),
    state: 'QUEUED',
    scannedBytes: 0,
    stopped: new AbortController(),
  };
  account.executions.push(execution);
  if (request.ClientRequestToken) account.byToken.set(request.ClientRequestToken, execution);
  void run(execution, fault, account);
  return execution;
};

const succeed = (body: object): EmulatorReply => ({ status: 200, body });

/** Starts a query. A call with a known token gets the execution that was started with this token. */
const start = (account: AccountState, request: StartQueryExecutionInput, call: Call): EmulatorReply => {
  const { workgroups, byToken } = account;
  const refusal = checkStart(request);
  if (refusal) return refusal;
  const workgroup = workgroupOf(request);
  if (!Object.hasOwn(workgroups, workgroup)) return invalid(`WorkGroup ${workgroup} is not found.`);
  const known = byToken.get(request.ClientRequestToken ?? '');
  if (known && identityOf(known.request) !== identityOf(request)) return invalid('Idempotent parameters do not match');
  return succeed({ QueryExecutionId: (known ?? addExecution(account, request, call)).id });
};

const describeAll = (
  { executions, now }: AccountState,
  { QueryExecutionIds: ids = [] }: Partial<BatchGetQueryExecutionInput>,
): EmulatorReply => {
  if (ids.length === 0 || ids.length > MAX_LISTED) return invalid(`QueryExecutionIds has 1 to ${MAX_LISTED} ids`);
  const found = executions.filter(({ id }) => ids.includes(id));
  const missing = ids.filter((id) => found.every((one) => one.id !== id));
  return succeed({
    QueryExecutions: found.map((execution) => describeExecution(execution, now())),
    UnprocessedQueryExecutionIds: missing.map((id) => ({
      QueryExecutionId: id,
      ErrorCode: 'INVALID_QUERY_EXECUTION_ID',
      ErrorMessage: `QueryExecution ${id} was not found`,
    })),
  });
};

const list = ({ executions, workgroups }: AccountState, input: ListQueryExecutionsInput): EmulatorReply => {
  const { WorkGroup: workgroup = 'primary' } = input;
  if (!Object.hasOwn(workgroups, workgroup)) return invalid(`WorkGroup ${workgroup} is not found.`);
  const own = executions.filter((execution) => execution.workgroup === workgroup);
  return listPage(own, input);
};

const onExecution =
  <Input extends GetQueryExecutionInput>(
    { executions }: AccountState,
    reply: (execution: Execution, input: Input) => EmulatorReply,
  ): Operation =>
  (input) => {
    const { QueryExecutionId: id } = input as Input;
    const execution = executions.find((one) => one.id === id);
    return execution ? reply(execution, input as Input) : invalid(`QueryExecution ${id} was not found`);
  };

const createAccount = (lake: Lake, { workgroups, times = TIMES, log = () => undefined }: AccountOptions): Account => {
  const executions: Execution[] = [];
  const account: AccountState = { lake, now: Date.now, workgroups, times, log, executions, byToken: new Map() };
  return {
    operations: {
      StartQueryExecution: (input, call) => start(account, input as StartQueryExecutionInput, call),
      GetQueryExecution: onExecution(account, (one) =>
        succeed({ QueryExecution: describeExecution(one, account.now()) }),
      ),
      BatchGetQueryExecution: (input) => describeAll(account, input),
      ListQueryExecutions: (input) => list(account, input),
      GetQueryResults: onExecution<GetQueryResultsInput>(account, pageOf),
      StopQueryExecution: onExecution(account, ({ stopped }) => {
        stopped.abort();
        return succeed({});
      }),
    },
    executions,
    change: (settings) => {
      Object.assign(account, settings);
    },
  };
};

interface AthenaOptions extends AccountOptions {
  readonly data: string;
  /** Called before DuckDB is installed. */
  readonly onInstall?: () => void;
  readonly key?: SessionKey | undefined;
}

export type Athena = JsonEmulator & Omit<Account, 'operations'>;

const parse = (body: string): object | undefined => {
  try {
    return Object(JSON.parse(body));
  } catch {
    return undefined;
  }
};

export const startAthena = async (options: AthenaOptions): Promise<Athena> => {
  const lake = await openLake(options.data, options.onInstall);
  const { operations, ...account } = createAccount(lake, options);

  const emulator = await startJsonEmulator({
    contentType: 'application/x-amz-json-1.1',
    errorReply,
    key: options.key,
    answer: async (call) => {
      const [service, name = ''] = String(call.request.headers['x-amz-target']).split('.');
      const operation = service === 'AmazonAthena' && Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation) return errorReply('AccessDeniedException', `User is not authorized to perform: athena:${name}`);
      const input = parse(call.body);
      return input ? operation(input, call) : errorReply('SerializationException', 'The body is not JSON');
    },
  });
  return {
    ...emulator,
    ...account,
    useClock: (clock) => {
      account.change({ now: clock });
      emulator.useClock(clock);
    },
    close: async () => {
      for (const { stopped } of account.executions) stopped.abort();
      await emulator.close();
      await lake.close();
    },
  };
};
