import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse/sync';
import Fastify, { type FastifyInstance } from 'fastify';
import { nameOf, SIZES } from './files.ts';
import { foldArrays, foldObjects, type PeerBody, peerSchema } from './peer-body.ts';

const byArrays = (bytes: Buffer): PeerBody => foldArrays(parse(bytes, { from_line: 2 }));
const byObjects = (bytes: Buffer): PeerBody => foldObjects(parse(bytes, { columns: true }));

const createReader = () => {
  const client = new S3Client({});
  return async (key: string): Promise<Buffer> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: process.env.WALLFEED_BUCKET, Key: key }));
    return buffer(Body as Readable);
  };
};

/** Creates a body from a file with a number of rows, as the peer does it. */
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
export const createFastifyPeer = async (data: string): Promise<FastifyInstance> => {
  const app = Fastify();
  for (const [name, make] of Object.entries(await createMakers(data))) {
    for (const rows of SIZES) app.post(`/pie/${name}-${rows}`, { schema: peerSchema }, async () => make(rows));
  }
  await app.ready();
  return app;
};
