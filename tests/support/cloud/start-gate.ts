import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { replay } from '../../../infra/local/emulators/server/emulator-server.ts';
import { type Listening, listen } from './listen.ts';

/**
 * Interrupts a deployment. Either all connections to AWS end before or after the call, as if the client's process had
 * ended, or AWS refuses only this call.
 */
export interface Cut {
  readonly call: number;
  readonly when: 'before' | 'after' | 'refused';
}

/** A proxy between a client and the emulators of AWS. */
export interface Gate extends Listening {
  /** Calls that change something, such as `ExecuteChangeSet` or `PUT bucket/key`. */
  readonly changes: string[];
  /** Undefined lets all calls pass again. Clears `changes`. */
  cut(at: Cut | undefined): void;
}

const READING = /^(Describe|List|Get|Validate)/;

const changeOf = ({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined => {
  const form = headers['content-type']?.includes('x-www-form-urlencoded') ? body.toString('latin1') : '';
  const action =
    new URLSearchParams(form).get('Action') ??
    String(headers['x-amz-target'] ?? '')
      .split('.')
      .at(-1);
  if (action) return READING.test(action) ? undefined : action;
  return method === 'GET' || method === 'HEAD' ? undefined : `${method} ${url.split('?')[0]}`;
};

const refuse = ({ headers }: IncomingMessage, response: ServerResponse): void => {
  const name = 'AccessDeniedException';
  const isJson = /json/.test(headers['content-type'] ?? '');
  const error = `<Code>${name}</Code><Message>not allowed</Message>`;
  const xml = `<ErrorResponse><Error>${error}</Error>${error}</ErrorResponse>`;
  response
    .writeHead(403, { 'x-amzn-errortype': name, 'content-type': isJson ? 'application/json' : 'text/xml' })
    .end(isJson ? '{"message":"not allowed"}' : xml);
};

/** Lets `decide` see a response before any of it is sent. The response is sent only if `decide` returns true. */
const holdBack = (response: ServerResponse, decide: () => boolean): void => {
  const { end } = response;
  const held = (...args: Parameters<typeof end>): ServerResponse =>
    decide() ? end.apply(response, args) : response.destroy();
  response.end = held as typeof end;
};

/**
 * Hands each call on to the service that the call is signed for, without another connection. `serverOf` returns the
 * server of a service's emulator.
 */
export const startGate = async (serverOf: (service: string) => Server): Promise<Gate> => {
  const changes: string[] = [];
  let wanted: Cut | undefined;
  let isCut = false;

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const change = changeOf(request, body);
    const number = changes.length;
    if (!isCut && change !== undefined) changes.push(change);
    const isAt = !isCut && change !== undefined && wanted?.call === number;
    if (isAt && wanted?.when === 'refused') return refuse(request, response);
    if (isAt && wanted?.when === 'before') isCut = true;
    if (isCut) return request.socket.destroy();
    const service = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
    holdBack(response, () => {
      if (isAt && wanted?.when === 'after') isCut = true;
      return !isCut;
    });
    serverOf(service).emit('request', replay({ request, body }), response);
  });
  return {
    ...(await listen(server)),
    changes,
    cut: (at) => {
      wanted = at;
      isCut = false;
      changes.length = 0;
    },
  };
};
