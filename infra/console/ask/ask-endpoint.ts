import type { LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import { signRequest } from '../../local/session/sign-request.ts';
import type { ConsoleHost } from '../console-host.ts';
import type { AskRequest, AskResult } from '../protocol.ts';
import { drawBody } from './draw-body.ts';
import { readProblem } from './read-problem.ts';
import { type Exchange, sendRequest } from './send-request.ts';

/** The page shows the beginning of a longer body. */
const MAX_SHOWN_CHARACTERS = 100_000;

const WARNING_TEXT = /^110 wallfeed "Response is Stale: (.*)"$/;

type Outcome = Pick<AskResult, 'status' | 'drawing' | 'problem'>;

const failed = (sentence: string): Outcome => ({ status: 'failed', problem: { sentence, details: [], tables: [] } });

const parseBody = (text: string): { readonly body: unknown } | undefined => {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

const staleProblem = ({ headers }: Exchange): Pick<AskResult, 'problem'> => {
  const reason = WARNING_TEXT.exec(headers.warning ?? '')?.[1] ?? 'the source cannot be read';
  return { problem: { sentence: reason, details: [], tables: [] } };
};

const judge = async (component: string, exchange: Exchange): Promise<Outcome> => {
  if (exchange.httpStatus !== 200) return { status: 'failed', problem: { ...readProblem(exchange), tables: [] } };
  const parsed = parseBody(exchange.text);
  if (!parsed) return failed('The response is not JSON.');
  const drawn = await drawBody(component, parsed.body);
  if ('failure' in drawn) return failed(drawn.failure);
  const { picture: drawing, isEmpty } = drawn;
  if (exchange.headers['x-wallfeed-cache'] === 'stale') return { status: 'stale', drawing, ...staleProblem(exchange) };
  return { status: isEmpty ? 'empty' : 'drawn', drawing };
};

const cacheOf = ({ headers }: Exchange): Pick<AskResult, 'cache' | 'ageMs'> => ({
  ...(headers['x-wallfeed-cache'] !== undefined && { cache: headers['x-wallfeed-cache'] }),
  ...(headers.age !== undefined && { ageMs: Number(headers.age) * 1000 }),
});

/** Names the origins whose pages may read the response, unless all may. */
const limitOf = ({ headers, httpStatus }: Exchange, { origins }: { readonly origins: readonly string[] }) =>
  httpStatus === 0 || headers['access-control-allow-origin'] === '*' ? {} : { limitedTo: origins.join(', ') };

/** Asks an endpoint as a component does, and makes the picture of its response. */
export const askEndpoint = async (
  host: ConsoleHost,
  endpoint: LoadedEndpoint,
  { timePeriod }: Pick<AskRequest, 'timePeriod'>,
): Promise<AskResult> => {
  const currentTime = Date.now();
  const time = { currentTime, timePeriod };
  const request = JSON.stringify(signRequest(endpoint, await host.createReadSecret(), time) ?? time);
  const exchange = await sendRequest(host.base + encodeURI(endpoint.path), request);
  const { httpStatus, ms, headers, text } = exchange;
  return {
    endpoint: endpoint.slug,
    ...(await judge(endpoint.component, exchange)),
    httpStatus,
    ms: Math.round(ms),
    askedAt: currentTime,
    request,
    headers,
    body: text.slice(0, MAX_SHOWN_CHARACTERS),
    bytes: Buffer.byteLength(text),
    ...cacheOf(exchange),
    ...limitOf(exchange, host.dashboard()),
  };
};
