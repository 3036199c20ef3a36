import { type FunctionLine, type LogEvent, parseAccessLine, parseFunctionLine, parseLambdaLine } from './log-events.ts';
import type { EndpointUse, LogUse } from './log-use.ts';
import { createRequestTable, createTimeKeeper, free, type RequestTable } from './request-table.ts';

export type Counting = { -readonly [Name in keyof EndpointUse]: number };

export interface CountedDashboard {
  readonly name: string;
  /** A path is such as `/pie/orders`. */
  readonly endpoints: readonly { readonly slug: string; readonly path: string }[];
  readonly stage?: string | undefined;
  /** Milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Units that Athena bills for the bytes of one query. */
  readonly scanUnits: (bytes: number) => number;
}

/** Pairs of an address and an endpoint whose times are kept. Screens have few addresses. */
const MAX_ADDRESSES = 10_000;
const MINUTE_MS = 60_000;

const GAP_STEP_MS = 100;

/** Counts the gaps between times. The times may be in any order; this function sorts them in place. */
export const countGaps = (times: Float64Array): ReadonlyMap<number, number> => {
  const gaps = new Map<number, number>();
  const sorted = times.sort();
  for (let index = 1; index < sorted.length; index += 1) {
    const gap = (sorted[index] ?? 0) - (sorted[index - 1] ?? 0);
    const rounded = Math.round(gap / GAP_STEP_MS) * GAP_STEP_MS;
    gaps.set(rounded, (gaps.get(rounded) ?? 0) + 1);
  }
  return gaps;
};

const FIRST_TIMES = 64;
const GROWTH = 1.25;

/** Creates a list of times with 8 bytes for each time. A JavaScript array would leave copies of itself while it grows. */
const createTimes = () => {
  let times = new Float64Array(FIRST_TIMES);
  let calls = 0;
  return {
    add: (time: number): void => {
      if (calls === times.length) {
        const old = times;
        times = new Float64Array(Math.ceil(GROWTH * calls));
        times.set(old);
        free(old);
      }
      times[calls] = time;
      calls += 1;
    },
    result: () => ({ calls, gaps: countGaps(times.subarray(0, calls)) }),
  };
};

export const nothing = (): Counting => ({
  calls: 0,
  refused: 0,
  failed: 0,
  failedBytes: 0,
  sourceReads: 0,
  coldCalls: 0,
  bytes: 0,
  billedMs: 0,
  logBytes: 0,
  gatewayCalls: 0,
  gatewayBytes: 0,
});

/** Without a cache, a line has no state. */
export const READ_STATES: ReadonlySet<string | undefined> = new Set([undefined, 'fresh', 'revalidated']);

const countFunctionLine = (count: Counting, line: FunctionLine): void => {
  const { status = 200, hits = 1, bytes = 0, coldStarts = 0, cache } = line;
  count.calls += hits;
  count.bytes += bytes;
  if (typeof coldStarts === 'number') count.coldCalls += coldStarts;
  if (status < 400) count.sourceReads += READ_STATES.has(cache) ? 1 : 0;
  else {
    count.failedBytes += bytes;
    count[status < 500 ? 'refused' : 'failed'] += 1;
  }
};

export interface LineCounter {
  readonly count: (event: LogEvent) => void;
  readonly endFile: () => void;
  readonly result: () => LogUse;
}

export const createFind = (endpoints: CountedDashboard['endpoints']): ((path: string) => number) => {
  const slots = new Map(endpoints.map(({ path }, index) => [path, index]));
  const frames = endpoints.filter(({ path }) => /^\/(?:frame|script)\//.test(path));
  return (path) => {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const found = slots.get(plain);
    if (found !== undefined) return found;
    const frame = frames.find((one) => plain.startsWith(`${one.path}/`));
    return frame ? (slots.get(frame.path) ?? -1) : -1;
  };
};

/** Minimum number of bytes of log lines for each id. The five lines of a request have two ids. */
const MIN_BYTES_PER_ID = 600;

/** Skips lines outside of the chosen time, and second copies of a line. */
const createSieve = (table: RequestTable, { from = 0, until = Number.POSITIVE_INFINITY }: CountedDashboard) => {
  const skipped = { copies: 0, outside: 0, others: 0 };
  let lastTime: number | undefined;
  /** True if a line is inside the chosen time. A line without a time has the time of the line before it. */
  const isInside = (at: number | undefined): boolean => {
    lastTime = at ?? lastTime;
    const inside = lastTime === undefined || (lastTime >= from && lastTime < until);
    if (!inside) skipped.outside += 1;
    return inside;
  };
  const isFirst = (id: string, kind: Parameters<RequestTable['note']>[1]): boolean => {
    const isNew = table.note(id, kind);
    if (!isNew) skipped.copies += 1;
    return isNew;
  };
  return {
    skipped,
    takes: (at: number | undefined, id: string, kind: Parameters<RequestTable['note']>[1]): boolean =>
      isInside(at) && isFirst(id, kind),
    endFile: (): void => {
      lastTime = undefined;
    },
  };
};

type Sieve = ReturnType<typeof createSieve>;

/** The counts of the endpoints in their order, then of requests to no endpoint, then of warm-ups. */
type Counts = readonly Counting[];

/** Creates a counter of the lines that functions write. Its `add` returns false for any other line. */
const createFunctionCounter = (
  { name, endpoints, stage: wanted, scanUnits }: CountedDashboard,
  sieve: Sieve,
  counts: Counts,
  addDuration: (index: number, durations: readonly number[]) => void,
) => {
  const strangers = endpoints.length;
  const indexes = new Map(endpoints.map(({ slug }, index) => [slug, index]));
  const minutes = new Set<number>();
  const stages = new Set<string>();
  const foreign = new Map<string, number>();
  const scanned = new Map<string, number>();
  const span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

  const addTime = (written: number, isAnswer: boolean): void => {
    span.from = Math.min(span.from, written);
    span.to = Math.max(span.to, written);
    if (isAnswer) minutes.add(Math.floor(written / MINUTE_MS));
  };
  const add = (message: string, at: number | undefined): boolean => {
    const { line, written = at } = parseFunctionLine(message);
    const { requestId, stage = '', duration = 0, status = 200 } = line ?? {};
    if (!line || line.dashboard === undefined || requestId === undefined) return false;
    if (line.dashboard !== name || (wanted !== undefined && stage !== wanted)) {
      const other = line.dashboard === name ? `${name}, stage ${stage}` : line.dashboard;
      foreign.set(other, (foreign.get(other) ?? 0) + 1);
      return true;
    }
    if (!sieve.takes(written, requestId, 'function')) return true;
    stages.add(stage);
    const index = line.warmUps ? strangers + 1 : (indexes.get(line.endpoint ?? '') ?? strangers);
    const count = counts[index] as Counting;
    count.logBytes += Buffer.byteLength(message) + 1;
    countFunctionLine(count, line);
    addDuration(index + 1, [duration].flat());
    for (const [at, id] of (line.executions ?? []).entries()) scanned.set(id, line.scanned?.[at] ?? 0);
    const isRefused = status >= 400 && status < 500;
    if (written !== undefined && !line.warmUps) addTime(written, index < strangers && !isRefused);
    return true;
  };
  const result = () => ({
    ...span,
    minutes: [...minutes].toSorted((a, b) => a - b),
    stages: [...stages],
    foreign,
    scans: {
      queries: scanned.size,
      units: [...scanned.values()].reduce((sum, bytes) => sum + scanUnits(bytes), 0),
    },
  });
  return { add, result };
};

/** Creates a counter of the lines that the gateway writes. Its `add` returns false for any other line. */
const createAccessCounter = ({ endpoints }: CountedDashboard, sieve: Sieve, counts: Counts) => {
  const strangers = endpoints.length;
  const find = createFind(endpoints);
  const times = new Map<string, ReturnType<typeof createTimes>>();

  const addTime = (key: string, at: number): void => {
    if (!times.has(key) && times.size < MAX_ADDRESSES) times.set(key, createTimes());
    times.get(key)?.add(at);
  };
  const add = (message: string, at: number | undefined): boolean => {
    const { id, ip, route, path, status, bytes } = parseAccessLine(message);
    if (id === undefined || route === undefined || path === undefined) return false;
    if (!sieve.takes(at, id, 'gateway')) return true;
    const found = route === '-' || route === '' || route.startsWith('OPTIONS ') ? -1 : find(path);
    const index = found < 0 ? strangers : found;
    const count = counts[index] as Counting;
    count.gatewayCalls += 1;
    count.gatewayBytes += Number(bytes) || 0;
    count.logBytes += Buffer.byteLength(message) + 1;
    const isRefused = status?.startsWith('4') === true;
    if (index !== strangers && !isRefused && at !== undefined && ip !== undefined) addTime(`${index} ${ip}`, at);
    return true;
  };
  const rhythms = () =>
    Array.from(times, ([key, list]) => {
      const [index = '', address = ''] = key.split(' ');
      return { endpoint: endpoints[Number(index)]?.slug ?? '', address, ...list.result() };
    });
  return { add, rhythms };
};

/**
 * Keeps a few bytes of each request, so that a second copy of a line is skipped.
 * @param bytes the size of the log, if it is known.
 */
export const createLineCounter = (dashboard: CountedDashboard, bytes = 0): LineCounter => {
  const { endpoints } = dashboard;
  const counts = [...endpoints, 'strangers', 'warm-ups'].map(nothing);
  const table = createRequestTable(bytes / MIN_BYTES_PER_ID);
  const time = createTimeKeeper(table, counts);
  const sieve = createSieve(table, dashboard);
  const functions = createFunctionCounter(dashboard, sieve, counts, time.addDuration);
  const accesses = createAccessCounter(dashboard, sieve, counts);
  let lambdaBytes = 0;
  let lines = 0;

  const addLambda = (message: string, at: number | undefined): boolean => {
    const line = parseLambdaLine(message);
    if (!line) return false;
    if (!sieve.takes(at, line.id, line.kind)) return true;
    lambdaBytes += Buffer.byteLength(message) + 1;
    if (line.kind === 'REPORT') time.addReport(line.billedMs);
    return true;
  };
  const addAny = (message: string, at: number | undefined): boolean => {
    if (message.startsWith('{"id":')) return accesses.add(message, at);
    return message.startsWith('{') ? functions.add(message, at) : addLambda(message, at);
  };

  return {
    count: ({ time: at, message }) => {
      lines += 1;
      if (!addAny(message, at)) sieve.skipped.others += 1;
    },
    endFile: sieve.endFile,
    result: () => {
      const { reported, matched } = time;
      const ours = functions.result();
      const isShared = ours.foreign.size > 0;
      const isOwn = reported.calls === 0 ? 0 : matched.calls / reported.calls;
      return {
        ...ours,
        endpoints: new Map(endpoints.map(({ slug }, index) => [slug, counts[index] as EndpointUse])),
        strangers: counts[endpoints.length] as EndpointUse,
        warmUps: counts[endpoints.length + 1] as EndpointUse,
        unfinished: {
          calls: isShared ? 0 : reported.calls - matched.calls,
          billedMs: isShared ? 0 : reported.ms - matched.ms,
        },
        lambdaBytes: isShared ? lambdaBytes * isOwn : lambdaBytes,
        rhythms: accesses.rhythms(),
        skipped: sieve.skipped,
        lines,
      };
    },
  };
};
