import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { KeptAnswer } from '../cache/answer.ts';
import type { Memory } from '../cache/create-memory.ts';
import { isWithin, now, since } from '../cache/instant.ts';
import type { SharedAnswers } from '../cache/shared-answers.ts';
import { detachError } from '../errors/detach-error.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { type Endpoint, type Exchange, obtain, type Part, type Step } from '../handler/exchange.ts';
import { failureOf } from './answer-problem.ts';
import { endOfCalls } from './deadline-of.ts';
import { canBeSent, respond } from './send-body.ts';

export interface KeepOptions {
  readonly memory: Memory;
  readonly shared: SharedAnswers;
  /** Of the configuration. */
  readonly version: string;
}

type StepRequest = Parameters<Part>[0];
type Served = APIGatewayProxyStructuredResultV2 | undefined;

/** Why an answer is stale when another environment is making the next one. */
const REFRESHING = 'refreshing elsewhere';

/** Answers with what is kept; the steps that make an answer are then left out. */
const serve = (
  { context: { exchange }, event }: StepRequest,
  { answer, goodAt }: KeptAnswer,
  state: 'hit' | 'stale',
  reason?: string,
): APIGatewayProxyStructuredResultV2 => {
  exchange.answer = answer;
  exchange.origin = { state, age: since(goodAt), ...(reason !== undefined && { reason }) };
  return respond(answer, exchange.origin, event.headers['accept-encoding'] ?? '');
};

/** Whether the objects are all that an endpoint reads: its body then depends on nothing else. */
const areAll = ({ objects = {} }: Exchange, { document, tables }: Endpoint): boolean =>
  Object.keys(objects).length === (document ? 1 : Object.keys(tables).length);

const younger = (one: KeptAnswer | undefined, other: KeptAnswer | undefined): KeptAnswer | undefined => {
  if (!one || !other) return one ?? other;
  return since(one.goodAt) < since(other.goodAt) ? one : other;
};

/**
 * Around the steps that make an answer: keeps it as long as the endpoint's `cache` says and serves it meanwhile; remembers
 * what it was made from; and serves the last good one while the sources fail, as long as the endpoint's `stale` says.
 */
export const keepAnswers = ({ memory, shared, version }: KeepOptions): Step => {
  /** What all environments call an answer. */
  const nameOf = ({ slug }: Endpoint, timePeriod: number): string => `${slug}#${timePeriod}#${version}`;

  /** What all environments share may spare the sources a call, or name this one to make it. */
  const consult = async (request: StepRequest, ttl: number): Promise<Served> => {
    const { exchange } = request.context;
    const endpoint = obtain(request.context, 'endpoint');
    const { slug, stale = 0, deadline } = endpoint;
    const timePeriod = obtain(request.context, 'request').timePeriod.value;
    const terms = { ttl, stale, deadline, endsAt: endOfCalls(exchange, endpoint) };
    const turn = await shared.consult(nameOf(endpoint, timePeriod), terms);
    const { kept: found, isRefreshing, lease } = turn;
    if (lease) exchange.lease = lease;
    const kept = found && younger(memory.answer(slug, timePeriod), found);
    if (!kept) return undefined;
    memory.keepAnswer(slug, timePeriod, kept);
    if (isWithin(kept.goodAt, ttl)) return serve(request, kept, 'hit');
    if (!isRefreshing) return undefined;
    exchange.failure = { cause: REFRESHING };
    return serve(request, kept, 'stale', REFRESHING);
  };

  const keepAnswersBefore: Part = (request) => {
    const { context } = request;
    context.exchange.isAdmitted = true;
    const { slug, cache } = obtain(context, 'endpoint');
    const kept = cache && memory.answer(slug, obtain(context, 'request').timePeriod.value);
    if (kept && isWithin(kept.goodAt, cache.ttl)) return serve(request, kept, 'hit');
    const last = memory.reading(slug);
    if (last) context.exchange.last = last;
    return cache?.shared ? consult(request, cache.ttl) : undefined;
  };

  /** The reading that an answer which was found unchanged still stands for, or that it was made from. */
  const keepReading = (exchange: Exchange, endpoint: Endpoint, kept: KeptAnswer): void => {
    const { last, objects, origin } = exchange;
    if (origin?.state === 'revalidated' && last) memory.keepReading(endpoint.slug, { ...last, kept });
    else if (objects && Object.keys(objects).length > 0) {
      memory.keepReading(endpoint.slug, { objects, ...(areAll(exchange, endpoint) && { kept }) });
    }
  };

  const keepAnswersAfter: Step['after'] = ({ context }) => {
    const { exchange } = context;
    const endpoint = obtain(context, 'endpoint');
    const kept: KeptAnswer = { answer: obtain(context, 'answer'), goodAt: now() };
    keepReading(exchange, endpoint, kept);
    if (endpoint.cache || endpoint.stale) {
      memory.keepAnswer(endpoint.slug, obtain(context, 'request').timePeriod.value, kept);
    }
    return exchange.lease?.share(kept);
  };

  /** With more time, the same objects may do. */
  const isPassing = (error: unknown): boolean => error instanceof WallfeedError && error.code === 'SOURCE_TIMEOUT';

  /** What is wrong with what was read is wrong until it changes; what fails once there is an answer is the client's. */
  const keepFault = (exchange: Exchange, endpoint: Endpoint, error: unknown): void => {
    const { last, objects } = exchange;
    if (!objects || Object.keys(objects).length === 0 || isPassing(error)) return;
    if (!areAll(exchange, endpoint)) memory.keepReading(endpoint.slug, { objects });
    else if (error instanceof WallfeedError && !exchange.answer)
      memory.keepReading(endpoint.slug, { objects, fault: detachError(error), ...(last?.kept && { kept: last.kept }) });
  };

  /** The last good answer: for the same period, or for any where it was made from the same objects. */
  const lastGood = ({ last, request }: Exchange, { slug }: Endpoint): KeptAnswer | undefined =>
    younger(request && memory.answer(slug, request.timePeriod.value), last?.kept);

  /** What another environment has made meanwhile, where that was not waited for to the end. */
  const lastShared = (exchange: Exchange, endpoint: Endpoint): Promise<KeptAnswer | undefined> | undefined =>
    endpoint.cache?.shared && exchange.request && !exchange.lease
      ? shared.find(nameOf(endpoint, exchange.request.timePeriod.value), endOfCalls(exchange, endpoint))
      : undefined;

  const keepAnswersOnError: Step['onError'] = async (request) => {
    const { context, error } = request;
    const { exchange } = context;
    if (!exchange.isAdmitted) return;
    const endpoint = obtain(context, 'endpoint');
    await exchange.lease?.giveUp();
    keepFault(exchange, endpoint, error);
    const another = await lastShared(exchange, endpoint);
    const kept = younger(lastGood(exchange, endpoint), another);
    if (!kept || !canBeSent(kept.answer, request.event.headers['accept-encoding'] ?? '')) return;
    const { ttl = 0 } = endpoint.cache ?? {};
    if (kept === another && isWithin(kept.goodAt, ttl)) request.response = serve(request, kept, 'hit');
    else if (endpoint.stale && since(kept.goodAt) < ttl + endpoint.stale) {
      exchange.failure = failureOf(error);
      request.response = serve(request, kept, 'stale', exchange.failure.error);
    }
  };

  return { before: keepAnswersBefore, after: keepAnswersAfter, onError: keepAnswersOnError };
};
