import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFiles } from './files.ts';
import type { HitCost } from './hit-cost.ts';
import { type Load, type Measured, measureFront, type Trial } from './measure-front.ts';
import { type SubjectName, subjects } from './serve.ts';
import { startObjects } from './start-objects.ts';
import { type Server, startServer } from './start-server.ts';
import { installFunction, TOKEN } from './subjects/wallfeed.ts';

const CACHED: Omit<Load, 'clients'> = { seconds: 2, rounds: 3 };
const UNCACHED: Load = { clients: 4, seconds: 3, rounds: 3 };
const CLIENTS = [1, 16, 64] as const;

const addresses: Readonly<Record<SubjectName, string>> = {
  prebuilt: '/pie/cached-20',
  onion: '/pie/cached-20',
  wallfeed: '/pie/cached-20',
  fastify: '/pie/cached-20',
};

const verdict = (value: number, limit: number, isFloor: boolean): string => {
  const holds = isFloor ? value >= limit : value <= limit;
  return `${value.toFixed(2)}, held against ${isFloor ? 'at least' : 'at most'} ${limit}: ${holds ? 'holds' : 'does not hold'}`;
};

const line = (name: string, { perSecond, p50, p99, cpu }: Measured): string =>
  [
    name.padEnd(10),
    `${Math.round(perSecond)}/s`.padStart(9),
    `p50 ${p50} ms`.padStart(12),
    `p99 ${p99} ms`.padStart(12),
    `${(cpu * 1000).toFixed(1)} µs CPU`.padStart(16),
  ].join('');

type Servers = Readonly<Record<SubjectName, Server>>;

const compareCached = async (servers: Servers): Promise<void> => {
  for (const clients of CLIENTS) {
    const trials = Object.entries(servers).map(([name, server]): Trial => {
      return { name: name as SubjectName, server, path: addresses[name as SubjectName] };
    });
    const found = await measureFront(trials, { ...CACHED, clients });
    console.log(`\nCached, ${clients} clients`);
    for (const [name, measured] of Object.entries(found)) console.log(line(name, measured));
    const { wallfeed, fastify, prebuilt } = found;
    if (!wallfeed || !fastify || !prebuilt) throw new Error('a subject was not measured');
    console.log(`wallfeed to fastify: ${verdict(wallfeed.perSecond / fastify.perSecond, 1.25, true)}`);
    console.log(`wallfeed to prebuilt: ${verdict(wallfeed.perSecond / prebuilt.perSecond, 0.7, true)}`);
  }
};

/** The peer reads its file from the disk; we ask S3 over HTTP with AWS's client, as does the peer under `client`. */
const compareUncached = async ({ wallfeed, fastify }: Servers): Promise<void> => {
  for (const rows of [1_000, 10_000]) {
    for (const peer of ['uncached', 'columns', 'client']) {
      const trials: readonly Trial[] = [
        { name: 'wallfeed', server: wallfeed, path: `/pie/uncached-${rows}` },
        { name: 'fastify', server: fastify, path: `/pie/${peer}-${rows}` },
      ];
      const found = await measureFront(trials, UNCACHED);
      if (!found.wallfeed || !found.fastify) throw new Error('a subject was not measured');
      console.log(`\n${rows} rows of CSV that is another each time; the peer: ${peer}`);
      for (const [name, measured] of Object.entries(found)) console.log(line(name, measured));
      console.log(`CPU of wallfeed to the peer's: ${verdict(found.wallfeed.cpu / found.fastify.cpu, 1, false)}`);
    }
  }
};

const measureHits = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  const script = fileURLToPath(new URL('./hit-cost.ts', import.meta.url));
  const child = fork(script, {
    env: { ...process.env, ...environment },
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [cost] = (await once(child, 'message')) as [HitCost];
  const { onion, hit, hitWithToken } = cost;
  console.log(
    `\nA call in process, in microseconds of CPU: middy's onion ${onion.toFixed(2)}, a hit ${hit.toFixed(2)}`,
  );
  console.log(`a hit above the onion: ${verdict(hit - onion, 5, false)}`);
  console.log(`with a token: ${verdict(hitWithToken - onion, 5, false)}`);
};

/** Loads Wallfeed's own bundle and its peers behind one and the same node:http front, and prints how they compare. */
export const benchLoad = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-load-'));
  const objects = await startObjects();
  const data = join(folder, 'data');
  const environment = {
    LAMBDA_TASK_ROOT: join(folder, 'pie'),
    WALLFEED_BUCKET: 'bench',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_S3: objects.url,
    [TOKEN.name]: TOKEN.secret,
  };
  const servers: Partial<Record<SubjectName, Server>> = {};
  try {
    await writeFiles(data);
    await installFunction(environment.LAMBDA_TASK_ROOT);
    await measureHits(environment);
    for (const name of Object.keys(subjects) as SubjectName[])
      servers[name] = await startServer({ name, data, environment });
    await compareCached(servers as Servers);
    await compareUncached(servers as Servers);
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.close()));
    objects.close();
    await rm(folder, { recursive: true });
  }
};
