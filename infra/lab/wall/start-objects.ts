import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { S3_ERRORS } from '../../local/emulators/s3.ts';
import { type Call, type EmulatorServer, startEmulatorServer } from '../../local/emulators/server/emulator-server.ts';

/** Number of reads of objects, and of reads that found an object unchanged. */
export interface ObjectReads {
  readonly all: number;
  readonly unchanged: number;
}

export interface SimulatedObjects extends Pick<EmulatorServer, 'url' | 'close' | 'fail'> {
  reads(): ObjectReads;
}

const etagOf = (text: string): string => `"${createHash('md5').update(text).digest('hex')}"`;

const keyOf = ({ request: { url = '' } }: Call): string => {
  const [, , ...key] = decodeURIComponent(url.split('?', 1)[0] ?? '').split('/');
  return key.join('/');
};

const refuse = (response: ServerResponse, error: string, status = 400): void => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${error}</Code></Error>`);
};

/** Serves the reads of S3 that functions make: objects with ETags. */
export const startObjects = async (objects: Readonly<Record<string, string>>): Promise<SimulatedObjects> => {
  const stored = new Map(Object.entries(objects).map(([key, text]) => [key, { text, etag: etagOf(text) }]));
  let reads = 0;
  let unchanged = 0;

  const answer = (call: Call, response: ServerResponse): void => {
    reads += 1;
    const object = stored.get(keyOf(call));
    if (!object) refuse(response, 'NoSuchKey', 404);
    else if (call.request.headers['if-none-match'] === object.etag) {
      unchanged += 1;
      response.writeHead(304, { etag: object.etag }).end();
    } else {
      const { text, etag } = object;
      response.writeHead(200, { etag, 'content-length': Buffer.byteLength(text) }).end(text);
    }
  };

  const emulator = await startEmulatorServer({
    errors: S3_ERRORS,
    answer,
    refuse: (response, { error, status }) => refuse(response, error, status),
  });
  return { ...emulator, reads: () => ({ all: reads, unchanged }) };
};
