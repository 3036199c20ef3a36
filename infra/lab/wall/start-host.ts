import { setTimeout as sleep } from 'node:timers/promises';
import { startApi } from '../../../tests/support/http/start-api.ts';
import type { Simulation } from './simulation.ts';

/** Number of calls that a host got, and of metrics that CloudWatch was asked for. */
export interface HostCalls {
  readonly calls: number;
  readonly metrics: number;
}

/** Number of pages of an answer. */
export const PAGES = 2;

const SECOND_MS = 1000;

/** Starts a host that answers with a table on two pages, and that also is CloudWatch. */
export const startHost = async ({ answer: { header, rows } = { header: [], rows: [] }, assumptions }: Simulation) => {
  const records = rows.map((cells) => Object.fromEntries(header.map((name, column) => [name, cells[column]])));
  let calls = 0;
  let metrics = 0;
  let isSlow = false;
  const answerMetrics = (body: string): object => {
    const { MetricDataQueries: queries } = JSON.parse(body);
    metrics += queries.length;
    const values = { Timestamps: [Math.floor(Date.now() / SECOND_MS)], Values: [1], StatusCode: 'Complete' };
    return { MetricDataResults: queries.map(({ Id }: { readonly Id: string }) => ({ Id, Label: Id, ...values })) };
  };
  const answerPage = ({ pathname, searchParams }: URL): object => {
    calls += 1;
    const page = Number(searchParams.get('page') ?? 1);
    const size = Math.ceil(records.length / PAGES);
    const next = page < PAGES ? { next: `${pathname}?page=${page + 1}` } : {};
    return { rows: records.slice((page - 1) * size, page * size), ...next };
  };
  const api = await startApi(async ({ method, url, body }) => {
    const isCloudWatch = method === 'POST';
    if (isSlow) await sleep(isCloudWatch ? assumptions.readMs - assumptions.hitMs : assumptions.httpMs);
    return { json: isCloudWatch ? answerMetrics(body) : answerPage(url) };
  });
  return {
    url: api.url,
    calls: (): HostCalls => ({ calls, metrics }),
    slowDown: () => {
      isSlow = true;
    },
    close: api.close,
  };
};
