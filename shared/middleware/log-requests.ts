import type { Request } from '@middy/core';
import type { DashboardConfig } from '../config/dashboard-config.ts';
import {
  beginningOf,
  createHitSummary,
  createNaming,
  hitOf,
  hitsOf,
  numbersOf,
  timesOf,
  warmUpLine,
  wordsOf,
} from './log-line.ts';
import type { AnyContext, HttpResponse } from './request-context.ts';
import { createTiming, requestTimes } from './timing.ts';

/** Middy's own type, without the fields that Wallfeed's middlewares add. */
type LoggedRequest = Pick<Request<unknown, HttpResponse>, 'context' | 'response'>;

/** Middy calls them before and after all middlewares, even if one of them ends the request. */
export interface LogHooks {
  readonly requestStart: (request: LoggedRequest) => void;
  readonly requestEnd: (request: LoggedRequest) => void;
}

export interface LoggedDashboard extends Pick<DashboardConfig, 'dashboard' | 'watch' | 'log'> {
  readonly endpoints?: DashboardConfig['endpoints'];
  /** Defaults to the stage that the stack gives to its functions. */
  readonly stage?: string;
}

/** The line includes its line break. */
export type Log = (line: string) => void;

export const writeToStdout: Log = (line) => {
  process.stdout.write(line);
};

/**
 * Logs one line for each request and sets the header Server-Timing. CloudWatch also reads the line as metrics (embedded
 * metric format). The line of a warm-up has no metrics. Lines contain names, sizes and durations, but no data. With
 * `log: summary`, the hits of an endpoint share a line for a minute.
 */
export const logRequests = (
  {
    dashboard,
    stage = process.env.WALLFEED_STAGE ?? 'local',
    watch = 'basic',
    endpoints = {},
    log: style,
  }: LoggedDashboard,
  log: Log = writeToStdout,
): LogHooks => {
  const hidesErrors = Object.values(endpoints).some(({ client }) => client?.errorsAsOk);
  const beginning = beginningOf(watch, hidesErrors);
  const naming = createNaming();
  /** The first request of an environment includes its start. */
  let isCold = true;
  let names: string | undefined;
  const summary =
    style === 'summary'
      ? createHitSummary((hits) =>
          log(`${beginning}${hits.since}},${names},${naming(hits.endpoint)}${hitsOf(hits)}}\n`),
        )
      : undefined;
  return {
    requestStart: ({ context }) => {
      const timing = createTiming(requestTimes(context, performance.now()));
      Object.assign(context, { timing, rowsRead: 0 });
    },
    requestEnd: ({ context: ended, response }) => {
      if (!response) return;
      const context = ended as AnyContext;
      const { timing, endpoint, warmUp } = context;
      names ??= JSON.stringify({ dashboard, stage, function: context.functionName }).slice(1, -1);
      summary?.writeOld();
      if (warmUp) {
        log(`${warmUpLine(context, names, isCold)}\n`);
        isCold = false;
        return;
      }
      const { steps, header } = timesOf(timing.durations);
      response.headers ??= {};
      response.headers['server-timing'] = header;
      const hit = summary && endpoint && hitOf(context, response, isCold);
      if (hit) {
        summary.add(endpoint, hit);
        return;
      }
      const numbers = numbersOf(context, response, isCold);
      const words = naming(endpoint) + wordsOf(context);
      log(`${beginning}${Date.now()}},${names},${numbers},"steps":${steps},${words}}\n`);
      isCold = false;
    },
  };
};
