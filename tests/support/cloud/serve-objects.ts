import type { ServerResponse } from 'node:http';
import { S3_ERRORS } from '../../../infra/local/emulators/s3.ts';
import { type EmulatorServer, startEmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';

export interface StoredObject {
  readonly bytes: string | Uint8Array;
  /** Without quotes. */
  readonly etag: string;
}

export interface ObjectServer extends EmulatorServer {
  reads(): { readonly all: number; readonly unchanged: number };
}

interface ObjectServerOptions {
  readonly find: (key: string) => StoredObject | undefined;
  /** By default, all at once. */
  readonly send?: (response: ServerResponse, bytes: string | Uint8Array) => unknown;
}

const keyOf = (url: string): string => decodeURIComponent(url.split('?', 1)[0] ?? '').replace(/^\/[^/]*\//, '');

const refuse = (response: ServerResponse, error: string, status: number): void => {
  const body = `<Error><Code>${error}</Code><Message>The call was refused.</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
};

export const serveObjects = async ({ find, send }: ObjectServerOptions): Promise<ObjectServer> => {
  let all = 0;
  let unchanged = 0;
  const emulator = await startEmulatorServer({
    errors: S3_ERRORS,
    answer: ({ request }, response) => {
      const object = request.method === 'GET' ? find(keyOf(request.url ?? '')) : undefined;
      all += 1;
      if (request.method !== 'GET') return refuse(response, 'MethodNotAllowed', 405);
      if (!object) return refuse(response, 'NoSuchKey', 404);
      const etag = `"${object.etag}"`;
      if (request.headers['if-none-match'] === etag) {
        unchanged += 1;
        return void response.writeHead(304, { etag }).end();
      }
      const { bytes } = object;
      response.writeHead(200, { etag, 'content-length': Buffer.byteLength(bytes) });
      return send ? send(response, bytes) : void response.end(bytes);
    },
    refuse: (response, { error, status = 400 }) => refuse(response, error, status),
  });
  return { ...emulator, reads: () => ({ all, unchanged }) };
};
