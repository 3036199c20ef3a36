import { createDeadline, type Deadline } from '../aws/deadline.ts';
import { openConnection } from '../aws/https-agent.ts';
import type { ClientRequest } from '../aws/rehearsal.ts';
import type { ValidatorModules } from '../catalogue/accepts.ts';
import type { Shape } from '../catalogue/shape.ts';
import { type DashboardConfig, secretsOf, type TokenReference } from '../config/dashboard-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { partsOf } from '../config/sources.ts';
import { loadReader } from '../datasets/bind-source.ts';
import { collectYoungGarbage } from '../limits/collect-garbage.ts';
import { createHandler, type HandlerOptions } from '../middleware/create-handler.ts';
import type { ServedShapes } from '../pipeline/bind-endpoints.ts';
import { spanInZone } from '../tabular/time-zone.ts';
import { rehearseEndpoints } from './rehearse-endpoints.ts';
import { loadSamples, type Samples } from './samples.ts';

type Zoned = Pick<DashboardConfig, 'endpoints' | 'timezone'>;

const hasSelection = ({ endpoints }: Zoned): boolean =>
  Object.values(endpoints).some(({ tables }) =>
    Object.values(tables).some((source) =>
      partsOf(source).some((part) => 'selection' in part && part.selection !== undefined),
    ),
  );

/**
 * Finds the clock changes of the year, if an endpoint has a selection. The rehearsal reads no times, but selections do,
 * and the first use of a time zone loads ICU, which takes 10 ms at full CPU speed.
 */
const warmClock = (config: Zoned, time: number): void => {
  if (hasSelection(config)) spanInZone(time, config.timezone);
};

/** Limit in INIT for the rehearsal and for calls to services. */
const MAX_WAIT_MS = 1_000;
/** Limit of the warm-up. The first requests do the rest. */
const MAX_CONNECTIONS = 5;
const MAX_TOKENS = 10;

interface WarmUpOptions extends HandlerOptions {
  readonly config: DashboardConfig;
  /** Defaults to the samples next to the bundle. */
  readonly samples?: Samples;
}

const tokensOf = ({ endpoints }: DashboardConfig): readonly TokenReference[] => {
  const tokens = Object.values(endpoints).flatMap(secretsOf);
  const byName = new Map(tokens.filter(({ from }) => from === 'ssm').map((token) => [token.name, token]));
  return [...byName.values()].slice(0, MAX_TOKENS);
};

const createOpener = (signal: AbortSignal) => {
  const opening = new Map<string, Promise<void>>();
  const open = ({ protocol, hostname, port }: ClientRequest): void => {
    const name = `${hostname}:${port}`;
    if (protocol !== 'https:' || opening.has(name) || opening.size === MAX_CONNECTIONS) return;
    opening.set(name, openConnection(hostname, port, signal));
  };
  return { open, opened: () => Promise.all(opening.values()) };
};

const readTokens = async (tokens: readonly TokenReference[], deadline: Deadline): Promise<void> => {
  if (tokens.length === 0) return;
  const { readToken } = await import('../token/read-token.ts');
  await Promise.all(tokens.map((token) => readToken(token, () => deadline)));
};

const afterWait = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_WAIT_MS);
  return { promise, cancel: () => clearTimeout(timer) };
};

const prepare = async (options: WarmUpOptions): Promise<void> => {
  const deadline = createDeadline(performance.now() + MAX_WAIT_MS);
  const { open, opened } = createOpener(deadline.signal);
  const tokens = readTokens(tokensOf(options.config), deadline);
  const samples = options.samples ?? loadSamples();
  const kinds = Object.values(options.config.datasets ?? {}).map(({ source }) => source.source);
  await Promise.all([...new Set(kinds)].map(loadReader));
  await rehearseEndpoints({ ...options, samples, onRequest: open });
  warmClock(options.config, Date.now());
  await Promise.all([opened(), tokens]);
  // Without this call, V8 would collect the garbage of INIT during the first request, on little CPU.
  collectYoungGarbage();
};

/**
 * Runs in INIT at full CPU speed: loads and compiles the endpoints' code, reads tokens and opens connections. Calls no
 * database, writes nothing and never throws. Waits at most one second; the first requests do what is left.
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

/** Each shape and each schema is a module of its own. */
interface FamilyModules {
  readonly shapes: Readonly<Record<string, () => Promise<{ readonly shape: Shape }>>>;
  readonly validators: ValidatorModules;
}

const loadShapes = async (
  { shapes, validators }: FamilyModules,
  { endpoints }: DashboardConfig,
): Promise<ServedShapes> => {
  const used = new Set(Object.values(endpoints).map(({ shape }) => shape));
  const names = Object.keys(shapes).filter((name) => used.has(name));
  const loaded = await Promise.all(
    names.map(async (name) => ({ name, ...(await shapes[name]?.()), ...(await validators[name]?.()) })),
  );
  return {
    shapes: loaded.flatMap(({ shape }) => shape ?? []),
    validators: Object.fromEntries(loaded.flatMap(({ name, validate }) => (validate ? [[name, validate]] : []))),
  };
};

/**
 * Returns a function that creates the handler of a family, and its warm-up, which runs once before the first request.
 */
export const createFunction = (modules: FamilyModules) => async () => {
  const config = loadConfig();
  const options = { ...(await loadShapes(modules, config)), config };
  return { handler: createHandler(options), warmUp: () => warmUp(options) };
};
