import { type LogHooks, logRequests } from '../../../shared/middleware/log-requests.ts';
import { createRandom } from '../wall/random.ts';

export interface SimulatedEndpoint {
  readonly slug: string;
  readonly family: string;
  /** An environment keeps a response; 0 without a cache. */
  readonly cacheSeconds: number;
  readonly bodyBytes: number;
}

export interface SimulatedWall {
  readonly dashboard: string;
  readonly endpoints: readonly SimulatedEndpoint[];
  readonly screens: number;
  readonly refreshSeconds: number;
  readonly hoursADay: number;
  readonly days: number;
  /** Lambda then replaces an environment. */
  readonly lifeSeconds: number;
  /** Requests for unknown addresses. */
  readonly strangers: number;
  /** `own` if each screen has its own IP address, `shared` if all screens have one address. */
  readonly addresses?: 'own' | 'shared';
  readonly log?: 'summary';
}

const START = Date.UTC(2026, 9, 1);
const OPENS_HOURS = 8;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const COLD_MS = 190;
const READ_MS = 24;
const HIT_MS = 2;

const hex = (value: number, digits: number): string => Math.floor(value).toString(16).padStart(digits, '0');

/** Returns an identifier in the form of Lambda's. */
const idOf = (random: () => number): string =>
  `${hex(random() * 2 ** 32, 8)}-${hex(random() * 2 ** 16, 4)}-4000-8000-${hex(random() * 2 ** 32, 12)}`;

interface Environment {
  readonly startedAt: number;
  readonly hooks: LogHooks;
  readonly expiries: Map<string, number>;
  lines: string[];
}

const startEnvironment = ({ dashboard, log }: SimulatedWall, now: number): Environment => {
  const lines: string[] = [];
  const write = (line: string): unknown => lines.push(line);
  const hooks = logRequests({ dashboard, stage: 'prod', watch: 'basic', ...(log && { log }) }, write);
  return { startedAt: now, hooks, expiries: new Map(), lines };
};

const writeRequest = (
  { hooks }: Environment,
  endpoint: SimulatedEndpoint,
  dashboard: string,
  { id, state, ms }: { readonly id: string; readonly state: string | undefined; readonly ms: number },
): void => {
  const body = { rows: 20, bytes: endpoint.bodyBytes };
  const context = {
    awsRequestId: id,
    functionName: `${dashboard}-prod-${endpoint.family}`,
    endpoint: { slug: endpoint.slug, component: '3D Pie Chart' },
    ...(state === undefined ? {} : { served: { status: { state, age: 0 }, body } }),
  };
  const request = { context, response: { statusCode: 200, body: 'x'.repeat(state ? 0 : endpoint.bodyBytes) } } as never;
  hooks.requestStart(request);
  const { timing } = context as unknown as { timing: { startedAt: number; durations: object } };
  timing.startedAt = performance.now() - ms;
  Object.assign(timing.durations, { parse: 0.2, cache: 0.2, send: 0.2 });
  hooks.requestEnd(request);
};

interface Ask {
  readonly at: number;
  readonly screen: number;
  readonly endpoint: SimulatedEndpoint;
}

const asksOf = (wall: SimulatedWall, day: number, phases: readonly number[]): readonly Ask[] => {
  const { endpoints, refreshSeconds, hoursADay } = wall;
  const opens = START + day * DAY_MS + OPENS_HOURS * HOUR_MS;
  const rounds = Math.ceil((hoursADay * 3600) / refreshSeconds);
  return phases
    .flatMap((phase, screen) =>
      Array.from({ length: rounds }, (_, round) =>
        endpoints.map((endpoint) => ({ at: opens + round * refreshSeconds * 1000 + phase, screen, endpoint })),
      ).flat(),
    )
    .toSorted((a, b) => a.at - b.at);
};

const accessLine = (id: string, ip: string, route: string, path: string, status: number, bytes: number): string =>
  `{"id":"${id}","ip":"${ip}","route":"${route}","path":"${path}", "status":"${status}","ms":"12","bytes":"${bytes}", "error":"-","integrationError":"-"}`;

/**
 * Each line comes after its time, as CloudWatch exports them. The lines of functions come from the functions' own code.
 */
export function* simulateLog(wall: SimulatedWall, seed = 7): Generator<string> {
  const random = createRandom(seed);
  const { dashboard, screens, refreshSeconds, lifeSeconds, days, strangers, addresses = 'own' } = wall;
  const environments = new Map<string, Environment>();
  const phases = Array.from({ length: screens }, () => Math.floor(random() * refreshSeconds * 1000));
  for (let day = 0; day < days; day += 1) {
    environments.clear();
    for (const { at, screen, endpoint } of asksOf(wall, day, phases)) {
      const { family, slug, cacheSeconds } = endpoint;
      const time = new Date(at).toISOString();
      const old = environments.get(family);
      const isCold = !old || at - old.startedAt >= lifeSeconds * 1000;
      const environment = isCold ? startEnvironment(wall, at) : old;
      environments.set(family, environment);
      const isHit = (environment.expiries.get(slug) ?? 0) > at;
      if (!isHit) environment.expiries.set(slug, at + cacheSeconds * 1000);
      const cached = isHit ? 'hit' : 'fresh';
      const state = cacheSeconds === 0 ? undefined : cached;
      const ms = isCold ? COLD_MS : isHit ? HIT_MS : READ_MS;
      const id = idOf(random);
      writeRequest(environment, endpoint, dashboard, { id, state, ms: ms - 0.5 });
      const isQuiet = wall.log === 'summary';
      if (!isQuiet) yield `${time} START RequestId: ${id} Version: 12`;
      for (const line of environment.lines.splice(0))
        yield `${time} ${line.replace(/"Timestamp":\d+/, `"Timestamp":${at}`).trimEnd()}`;
      if (!isQuiet) {
        const times = `Duration: ${ms - 0.5} ms\tBilled Duration: ${ms} ms\tMemory Size: 256 MB\tMax Memory Used: 98 MB\t`;
        yield `${time} END RequestId: ${id}`;
        yield `${time} REPORT RequestId: ${id}\t${times}`;
      }
      const ip = addresses === 'own' ? `10.0.0.${screen + 1}` : '10.0.0.1';
      const path = `/${family}/${slug}`;
      const requestId = idOf(random).slice(0, 13);
      yield `${time} ${accessLine(requestId, ip, `POST /${family}/{endpoint}`, path, 200, endpoint.bodyBytes)}`;
    }
    for (let index = 0; index < strangers / days; index += 1) {
      const ip = `192.0.2.${Math.floor(random() * 250)}`;
      const at = START + day * DAY_MS + (OPENS_HOURS + random() * wall.hoursADay) * HOUR_MS;
      const time = new Date(at).toISOString();
      yield `${time} ${accessLine(idOf(random).slice(0, 13), ip, '-', '/.env', 404, 23)}`;
    }
  }
}
