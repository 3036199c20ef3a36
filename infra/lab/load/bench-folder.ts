import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOf, nameOf, SIZES, writeFiles } from './files.ts';
import { installFunction, TOKEN } from './wallfeed.ts';

interface Objects {
  readonly url: string;
  close(): void;
}

/**
 * Objects under `steady/` do not change. Objects under `changing/` have a new ETag for each call, so none of their
 * reads ends with 304.
 */
const startObjects = async (): Promise<Objects> => {
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

export interface BenchFolder {
  readonly folder: string;
  readonly data: string;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export const createBenchFolder = async (): Promise<BenchFolder> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-load-'));
  const data = join(folder, 'data');
  const taskRoot = join(folder, 'pie');
  await writeFiles(data);
  await installFunction(taskRoot);
  const objects = await startObjects();
  const environment = {
    LAMBDA_TASK_ROOT: taskRoot,
    WALLFEED_BUCKET: 'bench',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_S3: objects.url,
    [TOKEN.name]: TOKEN.secret,
  };
  const close = async (): Promise<void> => {
    objects.close();
    await rm(folder, { recursive: true });
  };
  return { folder, data, environment, close };
};
