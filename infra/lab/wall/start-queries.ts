import {
  type Call,
  type EmulatorReply,
  type JsonEmulator,
  startJsonEmulator,
} from '../../local/emulators/server/json-emulator.ts';
import type { Simulation, StatementResult } from './simulation.ts';

/** Number of queries that Athena ran, and number of calls to Athena. */
export interface AthenaCalls {
  readonly queries: number;
  readonly calls: number;
}

export interface SimulatedQueries extends Pick<JsonEmulator, 'url' | 'close'> {
  calls(): AthenaCalls;
}

/** The fields of a request, for all operations. */
interface Request {
  readonly QueryString?: string;
  readonly ClientRequestToken?: string;
  readonly QueryExecutionId?: string;
  readonly QueryExecutionIds?: readonly string[];
  readonly QueryExecutionContext?: object;
  readonly ExecutionParameters?: readonly string[];
}

interface Execution {
  readonly request: Request;
  readonly sentAt: number;
}

const errorReply = (error: string): EmulatorReply => ({ status: 400, body: { __type: error } });

const rowOf = (cells: readonly (string | null)[]) => ({
  Data: cells.map((cell) => (cell === null ? {} : { VarCharValue: cell })),
});

const resultReply = ({ header, rows }: StatementResult): EmulatorReply => ({
  status: 200,
  body: {
    ResultSet: {
      Rows: [header, ...rows].map(rowOf),
      ResultSetMetadata: { ColumnInfo: header.map((Name) => ({ Name, Type: 'varchar' })) },
    },
  },
});

/** Maximum number of executions that ListQueryExecutions returns. Only the newest are listed. */
const MAX_LISTED = 50;

/**
 * Starts an emulator of Athena, in which calls with the same token start one query. `results` has the results of all
 * statements.
 */
export const startQueries = async (results: Simulation['results'], queryMs: number): Promise<SimulatedQueries> => {
  const executions = new Map<string, Execution>();
  let calls = 0;

  const start = (request: Request): EmulatorReply => {
    const { ClientRequestToken: id = '' } = request;
    if (!executions.has(id)) executions.set(id, { request, sentAt: Date.now() });
    return { status: 200, body: { QueryExecutionId: id } };
  };
  const describe = (id: string, { request, sentAt }: Execution): object => {
    const { QueryString: Query, QueryExecutionContext, ExecutionParameters } = request;
    const endsAt = sentAt + queryMs;
    const hasEnded = Date.now() >= endsAt;
    const Status = {
      State: hasEnded ? 'SUCCEEDED' : 'RUNNING',
      SubmissionDateTime: sentAt / 1000,
      ...(hasEnded && { CompletionDateTime: endsAt / 1000 }),
    };
    return { QueryExecutionId: id, Query, QueryExecutionContext, ExecutionParameters, Status };
  };
  const list = (): EmulatorReply => ({
    status: 200,
    body: { QueryExecutionIds: [...executions.keys()].slice(-MAX_LISTED) },
  });
  const describeAll = ({ QueryExecutionIds: ids = [] }: Request): EmulatorReply => ({
    status: 200,
    body: {
      QueryExecutions: ids.flatMap((id) => {
        const execution = executions.get(id);
        return execution ? [describe(id, execution)] : [];
      }),
    },
  });

  const emulator = await startJsonEmulator({
    contentType: 'application/x-amz-json-1.1',
    errorReply,
    answer: async ({ request, body }: Call) => {
      calls += 1;
      const fields = JSON.parse(body) as Request;
      const operation = String(request.headers['x-amz-target']).split('.')[1];
      if (operation === 'StartQueryExecution') return start(fields);
      if (operation === 'ListQueryExecutions') return list();
      if (operation === 'BatchGetQueryExecution') return describeAll(fields);
      const id = fields.QueryExecutionId ?? '';
      const execution = executions.get(id);
      const result = execution && results[execution.request.QueryString ?? ''];
      if (!execution || !result) return errorReply('InvalidRequestException');
      if (operation === 'GetQueryResults') return resultReply(result);
      return { status: 200, body: { QueryExecution: describe(id, execution) } };
    },
  });
  return { ...emulator, calls: () => ({ queries: executions.size, calls }) };
};
