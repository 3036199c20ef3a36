import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { buildFunctions } from '../../build/bundling/build-functions.ts';
import { startRuntimeApi } from '../../local/runtime/runtime-api.ts';
import { spawnEnvironment } from '../../local/runtime/start-environment.ts';
import { coreShareOf, cpuTimeOf, openCpuShare } from '../cold/cpu-share.ts';
import { openMemoryLimit } from './memory-limit.ts';

/** Short, so that the limit also slows down requests of a few milliseconds. */
const CPU_PERIOD_US = 20_000;
const TIMEOUT_MS = 60_000;

export interface LimitedOptions {
  readonly family: string;
  readonly endpoints: Readonly<Record<string, EndpointConfig>>;
  readonly memoryMb: number;
  /** After the start of the function, limits it to the CPU share of its memory. */
  readonly isSlow?: boolean;
}

/** A response, or the end of the process. */
export interface Outcome {
  readonly status: number | 'killed';
  readonly error?: string;
  readonly msg?: string;
  readonly hint?: string;
  readonly cache?: string;
  readonly bytes: number;
  /** Elapsed time. If the processor share could not be limited, the CPU time divided by the share. */
  readonly ms: number;
  readonly peakMb: number;
  /** Memory that maps files, such as the runtime's own code. The kernel can free it when memory is short. */
  readonly fileMb: number;
  readonly steps?: unknown;
}

export interface LimitedFunction {
  /** Keyed as in S3; `result` has the next result of the Data API. */
  readonly objects: Map<string, Buffer>;
  ask(slug: string): Promise<Outcome>;
  stop(): Promise<void>;
}

/**
 * Starts a server that emulates S3 and the Data API for the function. Every read returns a new version of an object.
 */
const startSources = async (objects: ReadonlyMap<string, Buffer>) => {
  let version = 0;
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '');
    const content = request.method === 'POST' ? objects.get('result') : objects.get(path.split('/').slice(2).join('/'));
    version += 1;
    request.resume();
    if (!content) response.writeHead(404).end();
    else response.writeHead(200, { etag: `"${version}"`, 'content-length': content.length }).end(content);
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

const statusMbOf = (pid: number, name: 'VmHWM' | 'RssFile'): number => {
  try {
    const [, kb] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kb) / 1024;
  } catch {
    return Number.NaN;
  }
};

const eventOf = (family: string, slug: string) => ({
  version: '2.0',
  routeKey: `POST /${family}/{endpoint}`,
  rawPath: `/${family}/${slug}`,
  rawQueryString: '',
  pathParameters: { endpoint: slug },
  headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  body: '{"currentTime":1513137332798,"timePeriod":30}',
  isBase64Encoded: false,
});

const readResponse = (payload: Buffer) => {
  const { statusCode, headers = {}, body = '', isBase64Encoded } = JSON.parse(payload.toString());
  const text = isBase64Encoded ? gunzipSync(Buffer.from(body, 'base64')).toString() : body;
  const problem = statusCode === 200 ? {} : JSON.parse(text);
  return {
    status: statusCode as number,
    error: problem.error,
    msg: problem.msg,
    hint: problem.details?.[0]?.hint,
    cache: headers['x-wallfeed-cache'],
    steps: headers['server-timing'],
    bytes: text.length as number,
  };
};

/** Has the real runtime, and the memory and CPU share that Lambda gives it. */
export const startLimitedFunction = async (options: LimitedOptions): Promise<LimitedFunction> => {
  const { family, endpoints, memoryMb, isSlow = false } = options;
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-limits-'));
  const { folder: bundles } = await buildFunctions({ families: [family] });
  cpSync(join(bundles, family), folder, { recursive: true });
  const config: DashboardConfig = {
    dashboard: 'limits',
    family,
    version: '1',
    timezone: 'America/New_York',
    endpoints,
  };
  await writeFile(join(folder, 'dashboard.json'), JSON.stringify(config));
  const objects = new Map<string, Buffer>();
  const sources = await startSources(objects);
  const api = await startRuntimeApi();
  const child = spawnEnvironment({
    taskRoot: folder,
    handler: 'index.handler',
    runtimeApi: api.address,
    environment: {
      WALLFEED_BUCKET: 'bucket',
      WALLFEED_CLUSTER_ARN: 'arn:aws:rds:us-east-1:000000000000:cluster:limits',
      WALLFEED_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:limits',
      WALLFEED_DATABASE: 'limits',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'limits',
      AWS_SECRET_ACCESS_KEY: 'limits',
      AWS_ENDPOINT_URL: sources.url,
    },
    memory: memoryMb,
  });
  child.stdout?.resume();
  child.stderr?.resume();
  const pid = child.pid ?? 0;
  const memory = openMemoryLimit(memoryMb);
  memory?.add(pid);
  const share = isSlow ? await openCpuShare(CPU_PERIOD_US) : undefined;
  const msOf = (clockMs: number, cpuMs: number): number => (isSlow && !share ? cpuMs / coreShareOf(memoryMb) : clockMs);
  const exit = once(child, 'exit').then(() => 'killed' as const);
  const invoke = async (slug: string): Promise<Outcome> => {
    const start = performance.now();
    const cpuBefore = await cpuTimeOf(pid);
    const invoked = api.invoke({
      requestId: `limits-${start}`,
      event: JSON.stringify(eventOf(family, slug)),
      deadline: Date.now() + TIMEOUT_MS,
      functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:limits',
    });
    const result = await Promise.race([invoked, exit]);
    const cpuMs = result === 'killed' ? Number.NaN : (await cpuTimeOf(pid)) - cpuBefore;
    const used = {
      ms: msOf(performance.now() - start, cpuMs),
      peakMb: statusMbOf(pid, 'VmHWM'),
      fileMb: statusMbOf(pid, 'RssFile'),
    };
    if (result === 'killed') return { status: 'killed', bytes: 0, ...used };
    if ('error' in result) return { status: 500, error: result.error.message, bytes: 0, ...used };
    return { ...readResponse(result.payload), ...used };
  };
  await api.started;
  await invoke('none');
  await share?.limit(pid, memoryMb);
  return {
    objects,
    ask: invoke,
    stop: async () => {
      child.kill('SIGKILL');
      await exit;
      api.close();
      sources.close();
      await memory?.remove();
      await share?.remove();
      await rm(folder, { recursive: true });
    },
  };
};
