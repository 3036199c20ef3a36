import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { serveObjects } from '../../../tests/support/cloud/serve-objects.ts';
import { type RawReply, serveStatements } from '../../../tests/support/cloud/serve-statements.ts';
import { startAnswersTable } from '../../local/emulators/dynamodb.ts';
import type { EmulatorServer } from '../../local/emulators/server/emulator-server.ts';
import type { Simulation, StatementResult, Variant } from './simulation.ts';
import { type HostCalls, startHost } from './start-host.ts';
import { type AthenaCalls, startQueries } from './start-queries.ts';

export interface ObjectReads {
  readonly all: number;
  readonly unchanged: number;
}

/** The database refuses statements while it is resuming. */
export interface StatementCalls {
  readonly all: number;
  readonly refused: number;
}

export interface TableCalls {
  readonly reads: number;
  readonly writes: number;
}

export interface SimulatedServices {
  /** The address of the host outside of AWS. */
  readonly hostUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  calls(): {
    readonly objects: ObjectReads;
    readonly statements: StatementCalls;
    readonly athena: AthenaCalls;
    readonly host: HostCalls;
    readonly table: TableCalls;
  };
  slowDown(): void;
  close(): Promise<void>;
}

const TABLE = {
  name: 'answers',
  properties: {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
  },
};

const countCalls = (emulator: EmulatorServer | undefined): TableCalls => {
  const countOf = (operation: string): number => emulator?.calls.get(`DynamoDB_20120810.${operation}`) ?? 0;
  return { reads: countOf('GetItem'), writes: countOf('PutItem') + countOf('DeleteItem') };
};

const NOBODY = { AWS_ACCESS_KEY_ID: 'simulated', AWS_SECRET_ACCESS_KEY: 'simulated' };
const NO_FILES = { AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' };
const DATABASE = { WALLFEED_CLUSTER_ARN: 'cluster', WALLFEED_SECRET_ARN: 'secret', WALLFEED_DATABASE: 'wallfeed' };

/**
 * Sets the simulated time as the date of each response, because clients set their clocks by it. Node would send the real
 * time.
 */
const dateAnswer = (message: unknown): void => {
  const { response } = message as { readonly response: ServerResponse };
  response.setHeader('date', new Date().toUTCString());
};

const ANSWERS = 'http.server.request.start';

type Results = Simulation['results'];

const startFiles = (objects: Simulation['objects']) => {
  const etagOf = (text: string): string => createHash('md5').update(text).digest('hex');
  const stored = new Map(Object.entries(objects).map(([key, text]) => [key, { bytes: text, etag: etagOf(text) }]));
  return serveObjects({ find: (key) => stored.get(key) });
};

const dataReply = ({ header, rows }: StatementResult): RawReply => {
  const fieldOf = (cell: string | null) => (cell === null ? { isNull: true } : { stringValue: cell });
  const columnMetadata = header.map((label) => ({ label, typeName: 'text' }));
  return {
    body: JSON.stringify({ numberOfRecordsUpdated: 0, columnMetadata, records: rows.map((row) => row.map(fieldOf)) }),
  };
};

const refusal = (error: string, message: string): RawReply => ({
  status: 400,
  error,
  body: JSON.stringify({ message }),
});

const startStatements = async (results: Results, isAwake: (now: number) => boolean) => {
  let all = 0;
  let refused = 0;
  const server = await serveStatements(({ sql }) => {
    const result = results[sql];
    if (!result) return refusal('BadRequestException', 'ERROR: no such statement; SQLState: 42601');
    all += 1;
    if (isAwake(Date.now())) return dataReply(result);
    refused += 1;
    return refusal('DatabaseResumingException', 'The database is resuming.');
  });
  return { ...server, statements: (): StatementCalls => ({ all, refused }) };
};

/** @param isAwake returns true if the database accepts a statement at a time in milliseconds since 1970. */
export const startServices = async (
  simulation: Simulation,
  { kept }: Variant,
  isAwake: (now: number) => boolean,
): Promise<SimulatedServices> => {
  const { objects, results, assumptions } = simulation;
  subscribe(ANSWERS, dateAnswer);
  const files = await startFiles(objects);
  const statements = await startStatements(results, isAwake);
  const queries = await startQueries(results, assumptions.queryMs);
  const host = await startHost(simulation);
  const table = kept === 'shared' ? await startAnswersTable(TABLE) : undefined;
  const sourceMs = assumptions.readMs - assumptions.hitMs;

  return {
    hostUrl: host.url,
    environment: {
      ...NOBODY,
      ...NO_FILES,
      ...DATABASE,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(assumptions.memoryMb),
      WALLFEED_BUCKET: 'bucket',
      AWS_ENDPOINT_URL_S3: files.url,
      AWS_ENDPOINT_URL_RDS_DATA: statements.url,
      AWS_ENDPOINT_URL_ATHENA: queries.url,
      AWS_ENDPOINT_URL_CLOUDWATCH: host.url,
      WALLFEED_STAGE: 'local',
      WALLFEED_WORKGROUP: 'simulated',
      ...(table && { WALLFEED_CACHE_TABLE: TABLE.name, AWS_ENDPOINT_URL_DYNAMODB: table.url }),
    },
    calls: () => ({
      objects: files.reads(),
      statements: statements.statements(),
      athena: queries.count(),
      host: host.calls(),
      table: countCalls(table),
    }),
    slowDown: () => {
      for (const source of [files, statements]) source.fail({ delay: sourceMs, times: Number.POSITIVE_INFINITY });
      host.slowDown();
      table?.fail({ delay: assumptions.tableMs, times: Number.POSITIVE_INFINITY });
    },
    close: async () => {
      unsubscribe(ANSWERS, dateAnswer);
      await Promise.all([files, statements, queries, host, table].map((service) => service?.close()));
    },
  };
};
