import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { DashboardConfig } from '../../../shared/config/dashboard-config.ts';

export interface Loaded {
  /** Files of the function, named without their hash. */
  readonly files: readonly string[];
  /** Paths in the zip. */
  readonly paths: readonly string[];
  /** Modules of Node itself. */
  readonly builtins: readonly string[];
}

export interface BundleRun {
  readonly exported: readonly string[];
  readonly initMs: number;
  readonly init: Loaded;
  /** Loaded after the first request. Absent if none was sent. */
  readonly request?: Loaded;
  readonly response?: { readonly statusCode: number; readonly body: string; readonly headers: Record<string, string> };
  /** On stdout and stderr. */
  readonly lines: { readonly init: readonly string[]; readonly request: readonly string[] };
}

/** Begins this program's lines among the function's output. */
const MARK = '#bundle ';

/** Time passes more slowly in the process if its time limits do not count. */
const SLOWDOWN = 100;

/** Can only use the bundle and Node. */
const PROGRAM = `
import { readSync } from 'node:fs';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const [folder, slowdown, body] = process.argv.slice(2);
const { setTimeout } = globalThis;
const { timeout } = AbortSignal;
const now = performance.now.bind(performance);
globalThis.setTimeout = (call, milliseconds, ...rest) => setTimeout(call, milliseconds * slowdown, ...rest);
AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds * slowdown);
performance.now = () => now() / slowdown;
const loaded = () => ({ files: Object.keys(require.cache), builtins: [...process.moduleLoadList] });
const say = (name, value) => process.stdout.write('${MARK}' + JSON.stringify({ [name]: value }) + '\\n');
console.error = (line) => process.stdout.write(line + '\\n');
console.warn = console.error;
const start = now();
const bundle = await import(folder + '/index.mjs');
say('initMs', now() - start);
const init = loaded();
if (body) readSync(0, Buffer.alloc(1));
const response = body && await bundle.handler(JSON.parse(body), { functionName: 'f', getRemainingTimeInMillis: () => 5000 });
const request = loaded();
say('rest', { exported: Object.keys(bundle), init, ...(body && { request, response }) });
process.exit();
`;

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/-[A-Z0-9]{8}\./, '.');

const named = ({ files, builtins }: Pick<Loaded, 'files' | 'builtins'>): Loaded => ({
  files: files.map(nameOf).sort(),
  paths: files.map((file) => file.replace(/^.*\/wallfeed-function-[^/]+\//, '')).sort(),
  builtins,
});

const readRun = (out: string): BundleRun => {
  const lines = out.split('\n').filter((line) => line !== '');
  const isMark = (line: string): boolean => line.startsWith(MARK);
  const marks = lines.filter(isMark).map((line) => JSON.parse(line.slice(MARK.length)));
  const first = lines.findIndex(isMark);
  const { initMs, rest } = Object.assign({}, ...marks);
  return {
    ...rest,
    initMs,
    init: named(rest.init),
    ...(rest.request && { request: named(rest.request) }),
    lines: { init: lines.slice(0, first), request: lines.slice(first).filter((line) => !isMark(line)) },
  };
};

export interface BundleRunOptions {
  readonly bundle: string;
  readonly config: DashboardConfig;
  readonly environment: Readonly<Record<string, string>>;
  /** Absent to send no request. */
  readonly slug?: string;
  /**
   * By default, time limits are a hundred times as long, because a busy machine would exceed them, and the request
   * would do what is left of INIT.
   */
  readonly hasTimeLimits?: boolean;
  /** Called before the request is sent. */
  readonly onInit?: () => void;
}

/** Returns the environment of a function for which all AWS services have the same address. */
export const variablesFor = (url: string): Record<string, string> => ({
  WALLFEED_BUCKET: 'bucket',
  WALLFEED_CLUSTER_ARN: 'arn:aws:rds:us-east-1:000000000000:cluster:test',
  WALLFEED_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:test',
  WALLFEED_DATABASE: 'test',
  WALLFEED_CACHE_TABLE: 'responses',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_ENDPOINT_URL: url,
});

/** Matches no token. */
const TOKEN = '0'.repeat(32);

const eventFor = (slug: string) => ({
  version: '2.0',
  rawPath: `/x/${slug}`,
  rawQueryString: '',
  pathParameters: { endpoint: slug },
  requestContext: {},
  isBase64Encoded: false,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ currentTime: 1513137332798, timePeriod: 30, token: TOKEN }),
});

/**
 * Collects the output of the function's process. Once INIT has ended, calls `onInit` and lets the process send its
 * request.
 */
const readOutput = async (stdout: AsyncIterable<string>, stdin: Writable, onInit: () => void): Promise<string> => {
  let out = '';
  for await (const chunk of stdout) {
    const isWaiting = !out.includes(MARK);
    out += chunk;
    if (!isWaiting || !out.includes(MARK)) continue;
    onInit();
    stdin.end('\n');
  }
  return out;
};

/** Runs a copy of the bundle in an empty folder. Sends one request if an endpoint is named. */
export const runBundle = async ({
  bundle,
  config,
  environment,
  slug,
  hasTimeLimits = false,
  onInit = () => {},
}: BundleRunOptions): Promise<BundleRun> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-function-'));
  try {
    cpSync(bundle, folder, { recursive: true });
    await writeFile(join(folder, 'dashboard.json'), JSON.stringify(config));
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
    const slowdown = String(hasTimeLimits ? 1 : SLOWDOWN);
    const event = slug === undefined ? [] : [JSON.stringify(eventFor(slug))];
    const child = spawn(process.execPath, [join(folder, 'program.mjs'), folder, slowdown, ...event], {
      // The official clients read the settings of AWS in the home folder. A user without an account has none.
      env: { LAMBDA_TASK_ROOT: folder, HOME: folder, ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // Without a request, the process ends before it reads stdin, and writing to stdin fails.
    child.stdin.on('error', () => {});
    const stdout = child.stdout.setEncoding('utf8');
    const [out] = await Promise.all([readOutput(stdout, child.stdin, onInit), once(child, 'close')]);
    return readRun(out);
  } finally {
    await rm(folder, { recursive: true });
  }
};
