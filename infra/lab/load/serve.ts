import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { createFastifyPeer } from './fastify-peer.ts';
import { nameOf, SIZES } from './files.ts';
import { createLambdaListener } from './lambda-listener.ts';
import { createOnion } from './onion.ts';
import { foldArrays } from './peer-body.ts';
import { createPrebuilt } from './prebuilt.ts';
import { loadHandler } from './wallfeed.ts';

/** Replies to the requests of the parent process. */
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

/** The servers behind the emulator. Fastify gets node:http's requests directly, so it does not pay for creating events. */
export const subjects = {
  prebuilt: async (data) => createPrebuilt(await readyBodies(data)),
  onion: async (data) => createLambdaListener(createOnion(await readyBodies(data))),
  wallfeed: async () => createLambdaListener(loadHandler()),
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
