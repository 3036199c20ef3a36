import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http } from '../server/local-server.ts';
import { type EmulatorServer, replay, startEmulatorServer } from './server/emulator-server.ts';
import { JSON_ERRORS } from './server/json-emulator.ts';
import type { SessionKey } from './server/signature.ts';

export interface TableDefinition {
  readonly name: string;
  /** In CloudFormation. */
  readonly properties: Readonly<Record<string, unknown>>;
}

const JSON_TYPE = 'application/x-amz-json-1.0';
const VERSION = 'DynamoDB_20120810';

/** The operations that a function's role allows. */
const OPERATIONS = ['GetItem', 'PutItem', 'DeleteItem'];

const STATUS: Readonly<Record<string, number>> = {
  InternalServerError: 500,
  ServiceUnavailable: 503,
};

const refuse = (
  response: ServerResponse,
  error: string,
  message: string | undefined,
  status = STATUS[error] ?? 400,
): void => {
  const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${error}`, ...(message && { message }) });
  response.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) }).end(body);
};

const refuseNull = (_key: string, value: unknown): unknown => {
  if (value === null) throw new TypeError('null');
  return value;
};

/** True for the text of a JSON object without null. The engine does not survive any other body. */
const isReadable = (body: string): boolean => {
  try {
    return typeof JSON.parse(body, refuseNull) === 'object';
  } catch {
    return false;
  }
};

const createTable = async (engine: Server, { name, properties }: TableDefinition): Promise<void> => {
  const { AttributeDefinitions, KeySchema, BillingMode } = properties;
  const { port } = engine.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: {
      'content-type': JSON_TYPE,
      'x-amz-target': `${VERSION}.CreateTable`,
      'x-amz-date': new Date().toISOString(),
      authorization: 'AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=none',
    },
    body: JSON.stringify({ TableName: name, AttributeDefinitions, KeySchema, BillingMode }),
  });
  if (!answer.ok) throw new Error(`The local DynamoDB refused the table ${name}: ${await answer.text()}`);
};

/** Closes the engine's own port, which serves anybody. The engine goes on answering the requests that it is given. */
const closePort = async (engine: Server): Promise<void> => {
  const closed = once(engine, 'close');
  http.Server.prototype.close.call(engine);
  engine.closeAllConnections();
  await closed;
};

/**
 * Starts a DynamoDB emulator on 127.0.0.1 with one table, in memory. Never deletes expired items, which AWS may also
 * keep for days. Refuses operations that a function's role does not allow.
 */
export const startAnswersTable = async (definition: TableDefinition, key?: SessionKey): Promise<EmulatorServer> => {
  const { default: dynalite } = await import('dynalite');
  const engine = dynalite({ createTableMs: 0 });
  await once(engine.listen(0, '127.0.0.1'), 'listening');
  await createTable(engine, definition);
  await closePort(engine);

  const emulator = await startEmulatorServer({
    errors: JSON_ERRORS,
    key,
    answer: (call, response) => {
      const [version, operation = ''] = String(call.request.headers['x-amz-target']).split('.');
      if (version === VERSION && !OPERATIONS.includes(operation))
        return refuse(response, 'AccessDeniedException', `User is not authorized to perform: dynamodb:${operation}`);
      if (!isReadable(String(call.body))) return refuse(response, 'SerializationException', 'The body is not an item');
      return engine.emit('request', replay(call), response);
    },
    refuse: (response, { error, message, status }) => refuse(response, error, message, status),
  });
  return emulator;
};
