import type { CollectBody } from './collect-body.ts';
import { type ClientModule, createClientCalls } from './official-client.ts';
import {
  type ServiceAddress,
  type ServiceName,
  type ServiceResponse,
  sendSigned,
  serviceAddress,
} from './send-signed.ts';
import { readReply, serviceError } from './service-errors.ts';

export interface JsonService<Operation extends string> {
  readonly name: ServiceName;
  readonly path?: string;
  readonly headersOf: (operation: Operation) => Readonly<Record<string, string>>;
  readonly collect: CollectBody;
  /** Called only for addresses that `serviceAddress` does not know. */
  readonly loadClient: () => Promise<ClientModule<Operation>>;
}

export const targetHeaders =
  (target: string, version: '1.0' | '1.1') =>
  (operation: string): Readonly<Record<string, string>> => ({
    'content-type': `application/x-amz-json-${version}`,
    'x-amz-target': `${target}.${operation}`,
  });

const textOf = (said: unknown): string | undefined => (typeof said === 'string' ? said : undefined);

/** Removes the namespace, and the address that may follow. */
const plainName = (said: unknown): string | undefined =>
  textOf(said)
    ?.replace(/[,:].*/s, '')
    .replace(/^.*#/s, '');

const parseMembers = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

const readJson = (text: string, { statusCode, headers }: ServiceResponse): unknown => {
  if (statusCode < 300) return text === '' ? {} : JSON.parse(text);
  const { code, __type, message, Message, AthenaErrorCode } = parseMembers(text);
  const name = plainName(headers['x-amzn-errortype'] ?? code ?? __type);
  throw serviceError({ name, message: textOf(message) ?? textOf(Message), AthenaErrorCode });
};

/** Writes times in seconds and bytes in Base64, as the service sent them. */
const toJson = (value: unknown): unknown => {
  if (value instanceof Date) return value.getTime() / 1000;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
};

/** The default is the region of the function. */
export type JsonCall<Operation extends string> = (
  operation: Operation,
  input: object,
  signal: AbortSignal,
  region?: string,
) => Promise<unknown>;

/**
 * Creates a caller of a service. The caller signs and sends requests itself if it knows the address of the service, and
 * leaves all other addresses to the official client.
 * @returns a function that returns the JSON which the service sent. It throws the errors of the service and of the
 * connection.
 */
export const createJsonCalls = <Operation extends string>({
  name,
  path = '/',
  headersOf,
  collect,
  loadClient,
}: JsonService<Operation>): JsonCall<Operation> => {
  const addresses = new Map<string, ServiceAddress | undefined>();
  const callClient = createClientCalls(loadClient, collect);
  return async (operation, input, signal, region = process.env.AWS_REGION ?? '') => {
    if (!addresses.has(region)) addresses.set(region, serviceAddress(name, region, process.env));
    const address = addresses.get(region);
    if (!address) return toJson(await callClient(region, operation, input, signal));
    const body = JSON.stringify(input);
    const headers = { ...headersOf(operation), 'content-length': String(Buffer.byteLength(body)) };
    const response = await sendSigned(name, region, { ...address, method: 'POST', path, headers, body }, signal);
    return readReply(response, collect, (text) => readJson(text, response));
  };
};
