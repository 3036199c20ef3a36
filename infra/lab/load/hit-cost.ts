import { digestOf } from '../../../shared/token/digest.ts';
import { median } from '../statistics.ts';
import { createContext, type Handler } from './lambda-listener.ts';
import { createOnion } from './onion.ts';
import { loadHandler, TOKEN } from './wallfeed.ts';

const ROUNDS = 41;
const CALLS_PER_ROUND = 5_000;

type Event = Parameters<Handler>[0];

const [currentTime, timePeriod] = [1513137332798, 30];

const eventOf = (endpoint: string, more: Readonly<Record<string, string>> = {}): Event =>
  ({
    version: '2.0',
    routeKey: 'POST /pie/{endpoint}',
    rawPath: `/pie/${endpoint}`,
    rawQueryString: '',
    headers: { 'content-type': 'application/json', 'content-length': '46', host: 'localhost', accept: '*/*' },
    pathParameters: { endpoint },
    body: JSON.stringify({ currentTime, timePeriod, ...more }),
    isBase64Encoded: false,
  }) as unknown as Event;

/** Microseconds of CPU time of a call. */
export type HitCost = Readonly<Record<'onion' | 'hit' | 'hitWithToken', number>>;

const timeCalls = async (handler: Handler, event: Event): Promise<number> => {
  const start = process.cpuUsage();
  for (let call = 0; call < CALLS_PER_ROUND; call += 1) await handler(event, createContext());
  const { user, system } = process.cpuUsage(start);
  return (user + system) / CALLS_PER_ROUND;
};

/** Calls all handlers in turn, round by round, so that a disturbance affects all handlers. */
const measure = async (): Promise<HitCost> => {
  const handler = await loadHandler();
  const token = digestOf(String(timePeriod), String(currentTime), TOKEN.secret).toString('hex');
  const hit = eventOf('cached-20');
  const { body = '' } = await handler(hit, createContext());
  const subjects = [
    { name: 'onion', handler: createOnion(new Map([['/pie/cached-20', body]])), event: hit },
    { name: 'hit', handler, event: hit },
    { name: 'hitWithToken', handler, event: eventOf('token-20', { token }) },
  ] as const;
  const times = new Map(subjects.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, handler: call, event } of subjects) times.get(name)?.push(await timeCalls(call, event));
  }
  return Object.fromEntries(Array.from(times, ([name, rounds]) => [name, median(rounds)])) as HitCost;
};

if (process.send) {
  process.send(await measure());
  process.disconnect();
}
