import autocannon from 'autocannon';

export interface Shots {
  readonly url: string;
  readonly clients: number;
  readonly seconds: number;
}

/** Latencies are in milliseconds. */
export interface Fired {
  readonly perSecond: number;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
}

export const REQUEST = JSON.stringify({ currentTime: 1513137332798, timePeriod: 30 });

/** As fast as the clients can. Each response must have status 200. */
export const fire = async ({ url, clients, seconds }: Shots): Promise<Fired> => {
  const headers = { 'content-type': 'application/json' };
  const result = await autocannon({
    url,
    method: 'POST',
    headers,
    body: REQUEST,
    connections: clients,
    duration: seconds,
  });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0 || result['2xx'] === 0) throw new Error(`${url}: ${bad} of ${result.requests.sent} requests failed`);
  const { latency } = result;
  return { perSecond: result['2xx'] / result.duration, requests: result['2xx'], p50: latency.p50, p99: latency.p99 };
};
