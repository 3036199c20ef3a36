import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse/sync';
import Fastify, { type FastifyInstance } from 'fastify';
import { nameOf, SIZES } from './files.ts';
import { createLambdaListener, readBody } from './lambda-listener.ts';
import { createOnion } from './onion.ts';
import { foldArrays, foldObjects, type PeerBody, peerSchema } from './peer-body.ts';
import { loadHandler } from './wallfeed.ts';

const byArrays = (bytes: Buffer): PeerBody => foldArrays(parse(bytes, { from_line: 2 }));
const byObjects = (bytes: Buffer): PeerBody => foldObjects(parse(bytes, { columns: true }));

const createReader = () => {
  const client = new S3Client({});
  return async (key: string): Promise<Buffer> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: process.env.WALLFEED_BUCKET, Key: key }));
    return buffer(Body as Readable);
  };
};

/** From a file with a number of rows. */
type Make = (rows: number) => PeerBody | Promise<PeerBody>;

const createMakers = async (data: string): Promise<Readonly<Record<string, Make>>> => {
  const read = (rows: number): Promise<Buffer> => readFile(join(data, nameOf(rows)));
  const cached = new Map<number, PeerBody>();
  for (const rows of SIZES) cached.set(rows, byArrays(await read(rows)));
  const readObject = createReader();
  return {
    cached: (rows) => cached.get(rows) as PeerBody,
    uncached: async (rows) => byArrays(await read(rows)),
    columns: async (rows) => byObjects(await read(rows)),
    client: async (rows) => byArrays(await readObject(`changing/${nameOf(rows)}`)),
  };
};

/** Creates a typical Fastify server: Ajv for the request, csv-parse, fast-json-stringify for the body. */
const createFastifyPeer = async (data: string): Promise<FastifyInstance> => {
  const app = Fastify();
  for (const [name, make] of Object.entries(await createMakers(data))) {
    for (const rows of SIZES) app.post(`/pie/${name}-${rows}`, { schema: peerSchema }, async () => make(rows));
  }
  await app.ready();
  return app;
};

const TYPE = 'application/json; charset=utf-8';

/** Creates the simplest node:http server: it reads the request and sends the prepared body of its path. */
const createPrebuilt = (bodies: ReadonlyMap<string, string>): RequestListener => {
  const ready = new Map(Array.from(bodies, ([path, body]) => [path, Buffer.from(body)]));
  return (request, response) =>
    readBody(request, () => {
      const bytes = ready.get(request.url ?? '') ?? Buffer.alloc(0);
      response.writeHead(200, { 'content-type': TYPE, 'content-length': bytes.length }).end(bytes);
    });
};

const answers = {
  cpu: () => process.cpuUsage(),
  memory: () => {
    globalThis.gc?.();
    return process.memoryUsage();
  },
} as const;

export type Question = keyof typeof answers;
export type Reply<Asked extends Question> = ReturnType<(typeof answers)[Asked]>;

const bodyOf = async (data: string, rows: number): Promise<string> =>
  JSON.stringify(foldArrays(parse(await readFile(join(data, nameOf(rows))), { from_line: 2 })));

/** Returns the prepared bodies of all files, by the path of the request. */
const readyBodies = async (data: string): Promise<ReadonlyMap<string, string>> =>
  new Map(await Promise.all(SIZES.map(async (rows) => [`/pie/cached-${rows}`, await bodyOf(data, rows)] as const)));

/** Fastify gets node:http's requests directly, so it does not pay for creating events. */
export const subjects = {
  prebuilt: async (data) => createPrebuilt(await readyBodies(data)),
  onion: async (data) => createLambdaListener(createOnion(await readyBodies(data))),
  wallfeed: async () => createLambdaListener(await loadHandler()),
  fastify: async (data) => {
    const { routing } = await createFastifyPeer(data);
    return (request, response) => routing(request, response);
  },
} as const satisfies Readonly<Record<string, (data: string) => Promise<RequestListener>>>;

export type SubjectName = keyof typeof subjects;

if (process.send) {
  const [, , name = '', data = ''] = process.argv;
  const server = createServer(await subjects[name as SubjectName](data));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.on('message', (question: Question) => process.send?.(answers[question]()));
  process.on('disconnect', () => process.exit());
  process.send((server.address() as AddressInfo).port);
}
