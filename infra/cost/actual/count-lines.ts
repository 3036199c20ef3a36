import { type FunctionLine, type LogEvent, parseAccessLine, parseFunctionLine, parseLambdaLine } from './log-events.ts';
import type { EndpointUse, LogUse } from './log-use.ts';
import { createRequestTable, createTimeKeeper, free, type RequestTable } from './request-table.ts';

/** The counts of an endpoint while its lines are read. */
export type Counting = { -readonly [Name in keyof EndpointUse]: number };

/** The dashboard whose lines are counted. */
export interface CountedDashboard {
  readonly name: string;
  /** Names and paths of its endpoints: `/pie/orders`. */
  readonly endpoints: readonly { readonly slug: string; readonly path: string }[];
  /** The stage whose lines are counted; all stages by default. */
  readonly stage?: string | undefined;
  /** The start and the end of the time in which lines count. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Returns the units that Athena bills for the bytes of one query. */
  readonly scanUnits: (bytes: number) => number;
}

/** Maximum number of pairs of an address and an endpoint whose times are kept. Screens have few addresses. */
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

/** Cache states with which a log line counts as a read of the sources. Without a cache, a line has no state. */
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

/** Counts the lines of a log, one after the other. */
export interface LineCounter {
  readonly count: (event: LogEvent) => void;
  /** Forgets the time of the last line, before the first line of another file. */
  readonly endFile: () => void;
  readonly result: () => LogUse;
}

/** Creates a function that finds the endpoint of a line of the gateway by its path. */
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

/**
 * Creates a counter of log lines. It keeps a few bytes of each request, so that a second copy of a line is skipped.
 * @param bytes the size of the log, if it is known.
 */
export const createLineCounter = (dashboard: CountedDashboard, bytes = 0): LineCounter => {
  const { name, endpoints, stage: wanted, from: earliest = 0, until = Number.POSITIVE_INFINITY } = dashboard;
  const counts = [...endpoints, 'strangers', 'warm-ups'].map(nothing);
  const strangers = endpoints.length;
  const indexes = new Map(endpoints.map(({ slug }, index) => [slug, index]));
  const find = createFind(endpoints);
  const table = createRequestTable(bytes / MIN_BYTES_PER_ID);
  const time = createTimeKeeper(table, counts);
  const minutes = new Set<number>();
  const times = new Map<string, ReturnType<typeof createTimes>>();
  const stages = new Set<string>();
  const foreign = new Map<string, number>();
  const skipped = { copies: 0, outside: 0, others: 0 };
  const scanned = new Map<string, number>();
  const span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  let lambdaBytes = 0;
  let lines = 0;
  let lastTime: number | undefined;

  /** True if a line is inside the chosen time. A line without a time has the time of the line before it. */
  const isInside = (at: number | undefined): boolean => {
    lastTime = at ?? lastTime;
    if (lastTime === undefined) return true;
    if (lastTime < earliest || lastTime >= until) {
      skipped.outside += 1;
      return false;
    }
    return true;
  };
  const isFirst = (id: string, kind: Parameters<RequestTable['note']>[1]): boolean => {
    const isNew = table.note(id, kind);
    if (!isNew) skipped.copies += 1;
    return isNew;
  };
  const extend = (at: number | undefined): void => {
    if (at === undefined) return;
    span.from = Math.min(span.from, at);
    span.to = Math.max(span.to, at);
  };

  const countFunction = (message: string, at: number | undefined): boolean => {
    const { line, written = at } = parseFunctionLine(message);
    const { requestId, stage = '', duration = 0, status = 200 } = line ?? {};
    if (!line || line.dashboard === undefined || requestId === undefined) return false;
    if (line.dashboard !== name || (wanted !== undefined && stage !== wanted)) {
      const other = line.dashboard === name ? `${name}, stage ${stage}` : line.dashboard;
      foreign.set(other, (foreign.get(other) ?? 0) + 1);
      return true;
    }
    if (!isInside(written) || !isFirst(requestId, 'function')) return true;
    stages.add(stage);
    const index = line.warmUps ? strangers + 1 : (indexes.get(line.endpoint ?? '') ?? strangers);
    const count = counts[index] as Counting;
    count.logBytes += Buffer.byteLength(message) + 1;
    countFunctionLine(count, line);
    time.addDuration(index + 1, [duration].flat());
    for (const [index, id] of (line.executions ?? []).entries()) scanned.set(id, line.scanned?.[index] ?? 0);
    if (written !== undefined && !line.warmUps) {
      extend(written);
      const isRefused = status >= 400 && status < 500;
      if (index < strangers && !isRefused) minutes.add(Math.floor(written / MINUTE_MS));
    }
    return true;
  };

  const countAccess = (message: string, at: number | undefined): boolean => {
    const { id, ip, route, path, status, bytes } = parseAccessLine(message);
    if (id === undefined || route === undefined || path === undefined) return false;
    if (!isInside(at) || !isFirst(id, 'gateway')) return true;
    const found = route === '-' || route === '' || route.startsWith('OPTIONS ') ? -1 : find(path);
    const index = found < 0 ? strangers : found;
    const count = counts[index] as Counting;
    count.gatewayCalls += 1;
    count.gatewayBytes += Number(bytes) || 0;
    count.logBytes += Buffer.byteLength(message) + 1;
    const isRefused = status?.startsWith('4') === true;
    if (index === strangers || isRefused || at === undefined || ip === undefined) return true;
    const key = `${index} ${ip}`;
    if (!times.has(key) && times.size < MAX_ADDRESSES) times.set(key, createTimes());
    times.get(key)?.add(at);
    return true;
  };

  const countLambda = (message: string, at: number | undefined): boolean => {
    const line = parseLambdaLine(message);
    if (!line) return false;
    if (!isInside(at) || !isFirst(line.id, line.kind)) return true;
    lambdaBytes += Buffer.byteLength(message) + 1;
    if (line.kind === 'REPORT') time.addReport(line.billedMs);
    return true;
  };

  const countAny = (message: string, at: number | undefined): boolean => {
    if (message.startsWith('{"id":')) return countAccess(message, at);
    if (message.startsWith('{')) return countFunction(message, at);
    return countLambda(message, at);
  };

  return {
    count: ({ time: at, message }) => {
      lines += 1;
      if (!countAny(message, at)) skipped.others += 1;
    },
    endFile: () => {
      lastTime = undefined;
    },
    result: () => {
      const { reported, matched } = time;
      const isShared = foreign.size > 0;
      const isOwn = reported.calls === 0 ? 0 : matched.calls / reported.calls;
      return {
        endpoints: new Map(endpoints.map(({ slug }, index) => [slug, counts[index] as EndpointUse])),
        strangers: counts[strangers] as EndpointUse,
        warmUps: counts[strangers + 1] as EndpointUse,
        unfinished: {
          calls: isShared ? 0 : reported.calls - matched.calls,
          billedMs: isShared ? 0 : reported.ms - matched.ms,
        },
        lambdaBytes: isShared ? lambdaBytes * isOwn : lambdaBytes,
        scans: {
          queries: scanned.size,
          units: [...scanned.values()].reduce((sum, bytes) => sum + dashboard.scanUnits(bytes), 0),
        },
        minutes: [...minutes].toSorted((a, b) => a - b),
        rhythms: Array.from(times, ([key, list]) => {
          const [index = '', address = ''] = key.split(' ');
          return { endpoint: endpoints[Number(index)]?.slug ?? '', address, ...list.result() };
        }),
        ...span,
        stages: [...stages],
        foreign,
        skipped,
        lines,
      };
    },
  };
};
