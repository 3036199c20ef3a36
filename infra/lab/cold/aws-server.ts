import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const fileOf = (name: string): string => fileURLToPath(new URL(`./certificates/${name}`, import.meta.url));

/** For NODE_EXTRA_CA_CERTS. */
export const CERTIFICATE = fileOf('server.pem');

/** Only the parts of S3, the Data API, DynamoDB and the parameter store that the benchmark needs, over TLS. */
export interface AwsServer {
  readonly url: string;
  close(): void;
}

const rowsOf = (count: number, shift: number): readonly (readonly [string, number])[] =>
  Array.from({ length: count }, (_, row) => [`Item ${row}`, ((row * 7 + shift) % 1000) / 10]);

const csvOf = (rows: readonly (readonly [string, number])[]): string =>
  `name,value,score,pv\n${rows.map(([name, value]) => `${name},${value},,`).join('\n')}\n`;

const GROUPS = 10;

const seriesOf = (rows: readonly (readonly [string, number])[]): string =>
  `group,name,value\n${rows.map(([name, value], row) => `Group ${row % GROUPS},${name},${value}`).join('\n')}\n`;

const SHARE = rowsOf(6, 0);
const COLUMNS = [
  ['name', 'text'],
  ['value', 'float8'],
  ['score', 'float8'],
  ['pv', 'float8'],
].map(([name, typeName]) => ({ name, label: name, typeName }));
const RESULT = {
  columnMetadata: COLUMNS,
  records: SHARE.map(([name, value]) => [
    { stringValue: name },
    { doubleValue: value },
    { isNull: true },
    { isNull: true },
  ]),
};
const DOCUMENT = {
  code: 200,
  msg: 'success',
  data: SHARE.map(([name, value]) => ({ name, value })),
};

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the content of an object. An object named `changing-<rows>.csv` has other content at each read. */
const objectAt = (path: string, reads: number): string => {
  const [, rows] = /changing-(\d+)\.csv$/.exec(path) ?? [];
  if (rows) return seriesOf(rowsOf(Number(rows), reads));
  return path.endsWith('.json') ? JSON.stringify(DOCUMENT) : csvOf(SHARE);
};

const replyToGet = ({ url = '', headers }: IncomingMessage, reads: number): Reply => {
  const body = objectAt(url.split('?')[0] ?? '', reads);
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  return headers['if-none-match'] === etag
    ? { status: 304, headers: { etag }, body: '' }
    : { status: 200, headers: { etag, 'content-type': 'text/csv' }, body };
};

const createOperations = () => {
  const items = new Map<string, unknown>();
  return {
    GetParameter: () => ({ Parameter: { Value: 'secret' } }),
    GetItem: ({ Key }: { Key: { key: { S: string } } }) => ({ Item: items.get(Key.key.S) }),
    PutItem: ({ Item }: { Item: { key: { S: string } } }) => {
      items.set(Item.key.S, Item);
      return {};
    },
    DeleteItem: () => ({}),
  } as Readonly<Record<string, (body: never) => unknown>>;
};

/** @param latencyMs delay before each reply. */
export const startAwsServer = async (latencyMs: number): Promise<AwsServer> => {
  const operations = createOperations();
  let reads = 0;
  const replyTo = async (request: IncomingMessage): Promise<Reply> => {
    if (request.method === 'GET') return replyToGet(request, ++reads);
    const [, name = ''] = String(request.headers['x-amz-target'] ?? '').split('.');
    const sent = JSON.parse(await text(request));
    const result = operations[name]?.(sent as never) ?? RESULT;
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(result) };
  };
  const [key, cert] = await Promise.all([readFile(fileOf('server.key')), readFile(CERTIFICATE)]);
  const server = createServer({ key, cert, keepAliveTimeout: 60_000 }, async (request, response) => {
    const { status, headers, body } = await replyTo(request);
    await sleep(latencyMs);
    response.writeHead(status, status === 304 ? headers : { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
