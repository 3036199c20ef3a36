import type { IncomingHttpHeaders } from 'node:http';
import type { LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import { formatCurl, signRequest } from '../../local/session/sign-request.ts';
import { askEndpoint } from '../ask/ask-endpoint.ts';
import type { ConsoleHost } from '../console-host.ts';
import { describeDashboard } from '../describe-dashboard.ts';
import type { AskRequest } from '../protocol.ts';
import { NO_CONTENT, type Reply, replyJson, replyProblem, replyText } from './reply.ts';

/** A request to the helper, with its body. */
export interface HelperRequest {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type Route = (request: HelperRequest, host: ConsoleHost) => Promise<Reply>;

/** Minutes; the longest that an endpoint accepts. */
const MAX_TIME_PERIOD = 5_256_000;

const readJson = ({ body }: HelperRequest): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
};

const findEndpoint = (host: ConsoleHost, slug: unknown): LoadedEndpoint | undefined =>
  host.dashboard().endpoints.find((endpoint) => endpoint.slug === slug);

const readAsk = (request: HelperRequest, host: ConsoleHost) => {
  const { endpoint: slug, timePeriod } = readJson(request) as Partial<AskRequest>;
  const endpoint = findEndpoint(host, slug);
  const isValid = typeof timePeriod === 'number' && timePeriod >= 0 && timePeriod <= MAX_TIME_PERIOD;
  return endpoint && isValid ? { endpoint, timePeriod } : undefined;
};

const UNKNOWN = replyProblem('The dashboard has no such endpoint, or the time window is not a number of minutes.', 404);

const ask: Route = async (request, host) => {
  const asked = readAsk(request, host);
  return asked ? replyJson(await askEndpoint(host, asked.endpoint, asked)) : UNKNOWN;
};

const createCurl: Route = async (request, host) => {
  const asked = readAsk(request, host);
  if (!asked) return UNKNOWN;
  const { endpoint, timePeriod } = asked;
  const time = { currentTime: Date.now(), timePeriod };
  const signed = signRequest(endpoint, await host.createReadSecret(), time) ?? time;
  return replyText(formatCurl(host.base + encodeURI(endpoint.path), signed));
};

const keepToken: Route = async (request, host) => {
  const { token } = readJson(request);
  if (!host.keepToken) return replyProblem('The console of npm start reads tokens from .secrets.yml.', 404);
  if (typeof token !== 'string' || token === '') return replyProblem('The token is empty.', 400);
  host.keepToken(token);
  return NO_CONTENT;
};

/** The routes of the helper by method and path. */
export const ROUTES: Readonly<Record<string, Route>> = {
  'GET /api/dashboard': async (_, host) => replyJson(await describeDashboard(host)),
  'POST /api/ask': ask,
  'POST /api/curl': createCurl,
  'POST /api/token': keepToken,
};
