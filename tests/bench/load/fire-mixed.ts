import autocannon from 'autocannon';
import { digestOf } from '../../../shared/token/digest.ts';
import { SIZES } from './files.ts';

/** The load of a wall with many screens, in requests a second and connections. The machine could bear more. */
const REQUESTS_PER_SECOND = 300;
const CONNECTIONS = 8;
/** Number of time periods. It is larger than any cache. */
const PERIOD_COUNT = 100_000;

type Requests = NonNullable<autocannon.Options['requests']>;

const random = (below: number): number => Math.floor(Math.random() * below);

const bodyOf = (timePeriod: number, more: object = {}): string =>
  JSON.stringify({ currentTime: 1_513_137_332_798 + random(1e9), timePeriod, ...more });

const lockedBody = (): string => {
  const currentTime = 1_513_137_332_798 + random(1e9);
  const token = digestOf('30', String(currentTime), Math.random() < 0.5 ? 'secret' : 'another').toString('hex');
  return JSON.stringify({ currentTime, timePeriod: 30, token });
};

/** The requests for each endpoint: valid and invalid, small and large, with repeated and with new time periods. */
const REQUESTS: readonly { readonly path: string; readonly body: () => string }[] = [
  ...SIZES.flatMap((rows) => [
    { path: `cached-${rows}`, body: () => bodyOf(30) },
    { path: `short-${rows}`, body: () => bodyOf(30) },
    { path: `locked-${rows}`, body: lockedBody },
  ]),
  ...[20, 1_000].flatMap((rows) => [
    { path: `uncached-${rows}`, body: () => bodyOf(30) },
    { path: `cached-${rows}`, body: () => bodyOf(random(PERIOD_COUNT)) },
  ]),
  { path: 'cached-20', body: () => '{"currentTime":' },
  { path: 'absent', body: () => bodyOf(30) },
];

const requests: Requests = REQUESTS.map(({ path, body }) => ({
  method: 'POST',
  path: `/pie/${path}`,
  headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  setupRequest: (request) => ({ ...request, body: body() }),
}));

/** The number of responses by status. */
export interface Mixed {
  readonly good: number;
  readonly refused: number;
  /** Number of 5xx responses and of requests without a response. */
  readonly failed: number;
}

/** Sends all kinds of requests in turn for a number of seconds, and counts the responses. */
export const fireMixed = async (url: string, seconds: number): Promise<Mixed> => {
  const result = await autocannon({
    url,
    requests,
    connections: CONNECTIONS,
    overallRate: REQUESTS_PER_SECOND,
    duration: seconds,
  });
  return {
    good: result['2xx'],
    refused: result['4xx'],
    failed: result['5xx'] + result.errors + result.timeouts,
  };
};
