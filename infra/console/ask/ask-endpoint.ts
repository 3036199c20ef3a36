import { errorMeanings } from '../../../shared/errors/error-meanings.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { ErrorCode } from '../../../shared/errors/wallfeed-error.ts';
import { type EmptyReason, readEmpty } from '../../../shared/tabular/empty-reason.ts';
import { loadValidators } from '../../build/bundling/validators.ts';
import {
  bodiesIn,
  type Exchange,
  FOREIGN_ORIGIN,
  formatCurl,
  keyOf,
  parseBody,
  readProblem,
  requestTo,
  send,
  signRequest,
  statusOf,
} from '../../client/send-request.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import { showPlaces } from '../files/show-places.ts';
import type { ConsoleHost } from '../protocol/console-host.ts';
import type { AskRequest, AskResult } from '../protocol/protocol.ts';
import { drawBody, loadScriptedChart } from './draw-body.ts';
import { findHiddenErrors, findReasons } from './find-hidden-errors.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const describeTime = (ms: number): string => {
  if (ms >= 2 * DAY_MS) return pluralize(Math.round(ms / DAY_MS), 'day');
  if (ms >= HOUR_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return ms >= MINUTE_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / 1000)} s`;
};

export const emptySentence = ({ step, read, newest }: EmptyReason, now: number): string => {
  if (step === 'source') return 'The source has no rows.';
  const kept = `\`${step}\` keeps 0 of ${pluralize(read, 'row')}`;
  if (newest === undefined) return `${kept}.`;
  return `${kept}. The newest is ${describeTime(Math.abs(now - newest))} ${newest > now ? 'after' : 'before'} now.`;
};

const MAX_SHOWN_CHARACTERS = 100_000;

/** The header Age counts whole seconds. */
const AGE_STEP_MS = 1000;

const WARNING_TEXT = /^110 wallfeed "Response is Stale: (.*)"$/;

type Outcome = Pick<AskResult, 'status' | 'drawing' | 'problem'>;

const failed = (sentence: string): Outcome => ({ status: 'failed', problem: { sentence, details: [], tables: [] } });

/** Says why a stale response was sent. The header Warning contains the error's code. */
const staleProblem = ({ headers }: Exchange): Pick<AskResult, 'problem'> => {
  const reason = WARNING_TEXT.exec(headers.warning ?? '')?.[1] ?? '';
  const known = Object.hasOwn(errorMeanings, reason) ? errorMeanings[reason as ErrorCode] : undefined;
  const sentence = known ? `The source fails: ${known}.` : `The source is not read: ${reason || 'no reason given'}.`;
  return { problem: { ...(known && { error: reason }), sentence, details: [], tables: [] } };
};

const emptyReasonIn = ({ headers }: Exchange) => readEmpty(headers['x-wallfeed-empty'] ?? '');

/** Draws the body in a response. A response without an envelope is the body itself. */
const drawOne = async ({ component, family, config }: LoadedEndpoint, response: unknown) => {
  const validate = (await loadValidators([family]))[family]?.[config.shape];
  const bodies = config.client?.envelope === undefined ? [] : bodiesIn(response);
  const body = bodies.find((one) => validate?.(one)) ?? response;
  return { body, drawn: await drawBody(component, body) };
};

const judge = async (endpoint: LoadedEndpoint, dashboard: LoadedDashboard, exchange: Exchange): Promise<Outcome> => {
  if (statusOf(exchange) !== 200) return { status: 'failed', problem: { ...readProblem(exchange), tables: [] } };
  const parsed = parseBody(exchange.text);
  if (!parsed) return failed('The response is not JSON.');
  const { body, drawn } = await drawOne(endpoint, parsed.body);
  if ('failure' in drawn) return failed(drawn.failure);
  const { picture, isEmpty } = drawn;
  const drawing = (await loadScriptedChart(endpoint, dashboard, body, picture)) ?? picture;
  if (exchange.headers['x-wallfeed-cache'] === 'stale') return { status: 'stale', drawing, ...staleProblem(exchange) };
  const reason = emptyReasonIn(exchange);
  const problem = reason && { sentence: emptySentence(reason, Date.now()), details: [], tables: [] };
  return { status: isEmpty ? 'empty' : 'drawn', drawing, ...(problem && { problem }) };
};

const agesOf = ({ headers }: Exchange): Pick<AskResult, 'cache' | 'ageMs' | 'dataAt'> => ({
  ...(headers['x-wallfeed-cache'] !== undefined && { cache: headers['x-wallfeed-cache'] }),
  ...(headers.age !== undefined && { ageMs: Number(headers.age) * 1000 }),
  ...(headers['last-modified'] !== undefined && { dataAt: Date.parse(headers['last-modified']) }),
});

const HIDDEN = 'The file has changed since this response was made, and has an error.';

/** Does nothing for a deployed dashboard, whose data is not in this folder. */
const withHidden = async (
  outcome: Outcome,
  { mode, dashboard }: ConsoleHost,
  slug: string,
  madeAt: number,
): Promise<Outcome> => {
  const details = mode === 'local' ? await findHiddenErrors(dashboard(), slug, madeAt) : [];
  if (details.length === 0) return outcome;
  const { problem = { sentence: HIDDEN, tables: [] } } = outcome;
  return { ...outcome, problem: { ...problem, details } };
};

const withTables = async (outcome: Outcome, { dashboard }: ConsoleHost, slug: string): Promise<Outcome> => {
  const { problem } = outcome;
  if (!problem || problem.details.length === 0) return outcome;
  return { ...outcome, problem: { ...problem, ...(await showPlaces(dashboard(), slug, problem.details)) } };
};

const toSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('?') ? '' : '.'}`;

/**
 * Says why a response is empty in the words of `check`. Does nothing for a deployed dashboard, whose data is elsewhere.
 */
const withReasons = async (
  outcome: Outcome,
  { mode, dashboard }: ConsoleHost,
  slug: string,
  { step }: EmptyReason,
): Promise<Outcome> => {
  const { problem } = outcome;
  const found = mode === 'local' && problem ? await findReasons(dashboard(), slug, step) : [];
  if (!problem || found.length === 0) return outcome;
  const sentence = found.map(({ message }) => toSentence(message)).join(' ');
  const details = [...new Set(found.flatMap(({ hint }) => hint ?? []))].map((message) => ({ message }));
  return { ...outcome, problem: { ...problem, sentence, details } };
};

const explain = async (host: ConsoleHost, slug: string, outcome: Outcome, madeAt: number | undefined) => {
  const isCached = outcome.status !== 'failed' && madeAt !== undefined;
  return withTables(isCached ? await withHidden(outcome, host, slug, madeAt) : outcome, host, slug);
};

const isFromCache = ({ cache }: Pick<AskResult, 'cache'>): boolean => cache === 'hit' || cache === 'stale';

/** Returns undefined if every page may read the response, empty if no page may. */
const limitOf = ({ headers, httpStatus }: Exchange, { origins }: LoadedDashboard): Pick<AskResult, 'limitedTo'> => {
  if (httpStatus === 0 || headers['access-control-allow-origin'] === '*') return {};
  return { limitedTo: origins.includes('*') ? '' : origins.join(', ') };
};

export const askEndpoint = async (
  host: ConsoleHost,
  endpoint: LoadedEndpoint,
  { timePeriod, parameters }: Omit<AskRequest, 'endpoint'>,
): Promise<AskResult> => {
  const currentTime = Date.now();
  const time = { currentTime, timePeriod };
  const readSecret = await host.createReadSecret();
  const signed = { ...(signRequest(endpoint, readSecret, time) ?? time), ...parameters };
  const request = requestTo(endpoint, host.base, signed);
  const exchange = await send(
    requestTo(endpoint, host.base, signed, keyOf(endpoint.config, readSecret)),
    FOREIGN_ORIGIN,
  );
  const judged = await judge(endpoint, host.dashboard(), exchange);
  const reason = emptyReasonIn(exchange);
  const outcome = reason && judged.status !== 'stale' ? await withReasons(judged, host, endpoint.slug, reason) : judged;
  const { ms, headers, text } = exchange;
  const ages = agesOf(exchange);
  const madeAt = isFromCache(ages) ? currentTime - (ages.ageMs ?? 0) - AGE_STEP_MS : undefined;
  return {
    endpoint: endpoint.slug,
    ...(await explain(host, endpoint.slug, outcome, madeAt)),
    httpStatus: statusOf(exchange),
    ms: Math.round(ms),
    askedAt: currentTime,
    request: request.body ?? request.url,
    curl: formatCurl(requestTo(endpoint, host.shown ?? host.base, signed)),
    headers,
    body: text.slice(0, MAX_SHOWN_CHARACTERS),
    bytes: Buffer.byteLength(text),
    ...ages,
    ...limitOf(exchange, host.dashboard()),
  };
};
