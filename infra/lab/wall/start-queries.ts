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

/** The fields of the three operations' requests. */
interface Request {
  readonly QueryString?: string;
  readonly ClientRequestToken?: string;
  readonly QueryExecutionId?: string;
}

interface Execution {
  readonly statement: string;
  readonly endsAt: number;
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

/** Starts an emulator of Athena, which runs one query for each token. `results` has the results of all statements. */
export const startQueries = async (results: Simulation['results'], queryMs: number): Promise<SimulatedQueries> => {
  const executions = new Map<string, Execution>();
  let calls = 0;

  const start = ({ QueryString = '', ClientRequestToken = '' }: Request): EmulatorReply => {
    if (!executions.has(ClientRequestToken))
      executions.set(ClientRequestToken, { statement: QueryString, endsAt: Date.now() + queryMs });
    return { status: 200, body: { QueryExecutionId: ClientRequestToken } };
  };
  const look = ({ endsAt }: Execution): EmulatorReply => {
    const State = Date.now() < endsAt ? 'RUNNING' : 'SUCCEEDED';
    return { status: 200, body: { QueryExecution: { Status: { State } } } };
  };

  const emulator = await startJsonEmulator({
    contentType: 'application/x-amz-json-1.1',
    errorReply,
    answer: async ({ request, body }: Call) => {
      calls += 1;
      const fields = JSON.parse(body) as Request;
      const operation = String(request.headers['x-amz-target']).split('.')[1];
      if (operation === 'StartQueryExecution') return start(fields);
      const execution = executions.get(fields.QueryExecutionId ?? '');
      const result = execution && results[execution.statement];
      if (!execution || !result) return errorReply('InvalidRequestException');
      return operation === 'GetQueryExecution' ? look(execution) : resultReply(result);
    },
  });
  return { ...emulator, calls: () => ({ queries: executions.size, calls }) };
};
