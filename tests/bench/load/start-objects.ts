import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileOf, nameOf, SIZES } from './files.ts';

export interface Objects {
  readonly url: string;
  close(): void;
}

/**
 * Serves the files as S3 objects. Objects under `steady/` do not change. Objects under `changing/` have a new ETag for each
 * call, so none of their reads ends with 304.
 */
export const startObjects = async (): Promise<Objects> => {
  const files = new Map(SIZES.map((rows) => [nameOf(rows), Buffer.from(fileOf(rows))]));
  let version = 0;
  const server = createServer((request, response) => {
    const [, , kind = '', name = ''] = (request.url ?? '').split('?', 1)[0]?.split('/') ?? [];
    const file = files.get(name);
    version += 1;
    const etag = kind === 'steady' ? '"steady"' : `"${version}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else if (file) response.writeHead(200, { etag, 'content-length': file.length }).end(file);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
