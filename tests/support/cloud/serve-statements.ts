import { type EmulatorServer, startEmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';
import { JSON_ERRORS } from '../../../infra/local/emulators/server/json-emulator.ts';

/** A broken service may send text that is not JSON. */
export interface RawReply {
  readonly status?: number;
  readonly error?: string;
  readonly body: string;
}

export interface DataRequest {
  readonly sql: string;
  readonly parameters?: readonly { readonly value: { readonly stringValue?: string } }[];
}

export const serveStatements = (replyTo: (request: DataRequest) => RawReply): Promise<EmulatorServer> =>
  startEmulatorServer({
    errors: JSON_ERRORS,
    answer: ({ body }, response) => {
      const { status = 200, error, body: text } = replyTo(JSON.parse(body.toString()));
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          ...(error && { 'x-amzn-errortype': error }),
        })
        .end(text);
    },
    refuse: (response, { error, message = error, status = 400 }) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': error })
        .end(JSON.stringify({ message })),
  });
