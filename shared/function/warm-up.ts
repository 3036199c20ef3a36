import { createDeadline } from '../aws/deadline.ts';
import { openConnection } from '../aws/https-agent.ts';
import type { ClientRequest } from '../aws/rehearsal.ts';
import type { DashboardConfig, TokenReference } from '../config/dashboard-config.ts';
import type { HandlerOptions } from '../handler/create-handler.ts';
import { readToken } from '../token/read-token.ts';
import { rehearseEndpoints } from './rehearse-endpoints.ts';
import { loadSamples, type Samples } from './samples.ts';

/** INIT waits no longer than this for what is outside of the function. */
const MAX_WAIT_MS = 1_000;
/** More hosts or tokens than these are left to the requests that need them. */
const MAX_CONNECTIONS = 5;
const MAX_TOKENS = 10;

export interface WarmUpOptions extends HandlerOptions {
  readonly config: DashboardConfig;
  /** Left out: those beside the bundle. */
  readonly samples?: Samples;
}

/** The tokens that SSM keeps, each once. */
const tokensOf = ({ endpoints }: DashboardConfig): readonly TokenReference[] => {
  const tokens = Object.values(endpoints).flatMap((endpoint) => endpoint.tokens);
  const byName = new Map(tokens.filter(({ from }) => from === 'ssm').map((token) => [token.name, token]));
  return [...byName.values()].slice(0, MAX_TOKENS);
};

/** Opens connections to the hosts of requests, one a host. */
const createOpener = (signal: AbortSignal) => {
  const opening = new Map<string, Promise<void>>();
  const open = ({ protocol, hostname, port }: ClientRequest): void => {
    const name = `${hostname}:${port}`;
    if (protocol !== 'https:' || opening.has(name) || opening.size === MAX_CONNECTIONS) return;
    opening.set(name, openConnection(hostname, port, signal));
  };
  return { open, opened: () => Promise.all(opening.values()) };
};

const afterWait = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_WAIT_MS);
  return { promise, cancel: () => clearTimeout(timer) };
};

const prepare = async (options: WarmUpOptions): Promise<void> => {
  const deadline = createDeadline(performance.now() + MAX_WAIT_MS);
  const { open, opened } = createOpener(deadline.signal);
  const tokens = tokensOf(options.config).map((token) => readToken(token, () => deadline));
  const samples = options.samples ?? loadSamples();
  await rehearseEndpoints({ ...options, samples, onRequest: open });
  await Promise.all([opened(), ...tokens]);
};

/**
 * Does in INIT, which runs at full speed, what would slow down the first request: loads and compiles the code that the
 * endpoints need, reads tokens, and opens connections. Calls no database, writes nothing and never throws; whatever does not
 * succeed in a second is left to the requests.
 */
export const warmUp = async (options: WarmUpOptions): Promise<void> => {
  const wait = afterWait();
  try {
    await Promise.race([prepare(options), wait.promise]);
  } catch (error) {
    console.error(JSON.stringify({ warmUp: 'failed', cause: Object(error).stack }));
  } finally {
    wait.cancel();
  }
};
