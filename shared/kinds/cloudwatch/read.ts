import { collectResult } from '../../aws/collect-body.ts';
import type { Deadline } from '../../aws/deadline.ts';
import { createJsonCalls, targetHeaders } from '../../aws/json-service.ts';
import { isOverloaded, retryCall } from '../../aws/retry-call.ts';
import { noResponseCode, serviceFailure } from '../../aws/service-errors.ts';
import type { DatasetConfig } from '../../config/sources.ts';
import { type ErrorCode, WallfeedError } from '../../errors/wallfeed-error.ts';
import type { RequestWindow } from '../../sources/rds-data.ts';
import { utcText } from '../../tabular/civil-time.ts';
import { toColumnRows } from '../../tabular/column-rows.ts';
import { type Cell, MAX_ROWS, type Table, tooManyRows } from '../../tabular/table.ts';
import type { KindReader } from '../source-kind.ts';
import type { CloudWatchSource } from './source.ts';

const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** A page has up to 100 800 values, more than the rows of a dataset. */
const MAX_PAGES = 20;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

const call = createJsonCalls({
  name: 'monitoring',
  headersOf: targetHeaders('GraniteServiceVersion20100801', '1.0'),
  collect: collectResult(MAX_PAGE_BYTES),
  loadClient: async () => {
    throw Object.assign(new Error('no address of CloudWatch is known for this region'), { name: 'RegionUnknown' });
  },
});

/** The values may be only a part of the metric's. */
interface Result {
  readonly Id?: string;
  readonly Label?: string;
  readonly Timestamps?: readonly number[];
  readonly Values?: readonly number[];
  readonly StatusCode?: string;
}

interface Page {
  readonly MetricDataResults?: readonly Result[];
  readonly NextToken?: string;
}

const fail = (code: ErrorCode, message: string, hint: string, cause?: unknown): WallfeedError =>
  new WallfeedError(code, `CloudWatch gave no metrics: ${message}.`, [{ message, hint }], {
    cause,
    ...(code === 'SOURCE_THROTTLED' && { retryAfter: 1 }),
  });

const toError = (error: unknown, signal: AbortSignal): WallfeedError => {
  if (error instanceof WallfeedError) return error;
  const { name } = serviceFailure(error);
  if (name === 'TooLarge')
    return fail(
      'SOURCE_TOO_LARGE',
      'its answer is too large',
      'ask for fewer metrics, or for a longer `period`',
      error,
    );
  if (signal.aborted) return fail('SOURCE_TIMEOUT', 'it did not answer in time', 'ask for fewer metrics', error);
  if (isOverloaded(error)) return fail('SOURCE_THROTTLED', 'it refuses calls for now', 'lengthen `cache`', error);
  if (/Denied|Credentials|Token|Signature|Unauthorized|Unrecognized/.test(name))
    return fail('SOURCE_DENIED', 'the function may not read metrics', 'allow cloudwatch:GetMetricData', error);
  const code = noResponseCode(error);
  if (code) return fail(code, 'the connection to it failed', 'try again in a moment', error);
  return fail('SOURCE_REFUSED', 'it refused the query', 'check the metrics and the expressions', error);
};

/** Seconds, rounded to whole spans. */
const timesOf = ({ periodSeconds, hasNewest }: CloudWatchSource, { currentTime, timePeriod }: RequestWindow) => {
  const round = (ms: number): number => Math.floor(ms / SECOND_MS / periodSeconds) * periodSeconds;
  const end = hasNewest ? Math.floor(currentTime / SECOND_MS) : round(currentTime);
  const start = round(currentTime - timePeriod * MINUTE_MS);
  return { StartTime: Math.min(start, end - periodSeconds), EndTime: end };
};

/** Reads all pages of a query. A result that is partial on one page goes on on the next one. */
const readPages = async (source: CloudWatchSource, window: RequestWindow, deadline: Deadline) => {
  const input = { MetricDataQueries: source.queries, ScanBy: 'TimestampAscending', ...timesOf(source, window) };
  const results: Result[] = [];
  let NextToken: string | undefined;
  for (let page = 0; page === 0 || NextToken !== undefined; page += 1) {
    if (page === MAX_PAGES) throw tooManyRows();
    const next: object = { ...input, ...(NextToken !== undefined && { NextToken }) };
    const found = Object(
      await retryCall((signal) => call('GetMetricData', next, signal, source.region), deadline),
    ) as Page;
    results.push(...(found.MetricDataResults ?? []));
    NextToken = found.NextToken;
  }
  return results;
};

const checkResults = (results: readonly Result[]): void => {
  const last = new Map(results.map((result) => [`${result.Id} ${result.Label}`, result]));
  for (const { StatusCode } of last.values()) {
    if (StatusCode === 'Forbidden')
      throw fail(
        'SOURCE_DENIED',
        'the function may not read a metric',
        'check the account and the region of the metrics',
      );
    if (StatusCode === 'InternalError' || StatusCode === 'PartialData')
      throw fail('SOURCE_THROTTLED', 'it returned only a part of the values', 'try again in a moment');
  }
};

const HEADER = ['name', 'label', 'time', 'value'];

const toTable = (results: readonly Result[]): Table => {
  const rows = results.flatMap(({ Id = '', Label = '', Timestamps = [], Values = [] }) =>
    Timestamps.map((time, index): readonly Cell[] => [Id, Label, utcText(time * SECOND_MS), Values[index] ?? null]),
  );
  if (rows.length > MAX_ROWS) throw tooManyRows();
  return {
    header: HEADER,
    rows,
    origins: ['text', 'text', 'timestamp', 'number'],
    locate: (row, column) => ({ row: row + 1, column: column + 1, columnName: HEADER[column] }),
  };
};

const isEmulated = (): boolean =>
  process.env.WALLFEED_STAGE === 'local' && process.env.AWS_ENDPOINT_URL_CLOUDWATCH === undefined;

const bindLocal = (
  config: DatasetConfig,
  { local }: CloudWatchSource,
  timezone: string,
): ReturnType<KindReader['bindSource']> => {
  const file = { ...config, source: { source: 'csv', key: local } };
  return async (...read) => {
    const { bindSource: bindCsv } = await import('../csv/read.ts');
    try {
      return await bindCsv(file, timezone)(...read);
    } catch (error) {
      if (!(error instanceof WallfeedError) || error.code !== 'SOURCE_NOT_FOUND') throw error;
      const name = local.slice(local.indexOf('/') + 1);
      throw fail(
        'SOURCE_NOT_FOUND',
        `the local stack has no data/${name}`,
        `write data/${name} with the columns name,label,time,value, or start again with AWS credentials`,
        error,
      );
    }
  };
};

export const bindSource: KindReader['bindSource'] = (config, timezone) => {
  const source = config.source as CloudWatchSource;
  const local = bindLocal(config, source, timezone);
  return async (slot, known, limits) => {
    if (isEmulated()) return local(slot, known, limits);
    const { deadline, budget } = limits;
    try {
      const results = await readPages(source, slot.window, deadline);
      checkResults(results);
      budget.hold({ cells: results.reduce((sum, { Values = [] }) => sum + Values.length * HEADER.length, 0) });
      return { rows: toColumnRows(toTable(results)) };
    } catch (error) {
      throw toError(error, deadline.signal);
    }
  };
};
