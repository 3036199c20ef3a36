import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Listening, listen } from '../listen.ts';
import {
  type Account,
  AwsFault,
  type CostInput,
  type Fault,
  type MetricsInput,
  type QueryInput,
  readCosts,
  readMetrics,
  refuse,
  runQuery,
} from './account.ts';
import { MalformedQuery } from './insights.ts';

export interface Usage extends Listening {
  readonly urls: Readonly<Record<string, string>>;
  readonly calls: string[];
  hold(account: Partial<Account>): void;
  /** Each call fails with the next fault. With `always`, the last fault repeats. */
  fail(operation: string, faults: readonly Fault[], always?: 'always'): void;
  /** Queries that cover more than `longerThanMs` end in a state such as Timeout. */
  endQueries(status: string, longerThanMs?: number): void;
}

const EMPTY: Account = { groups: [], events: [], metrics: [], costs: [], activeTags: [] };
const SERVICES: Readonly<Record<string, readonly [service: string, region: RegExp]>> = {
  Logs_20140328: ['logs', /./],
  GraniteServiceVersion20100801: ['monitoring', /./],
  AWSInsightsIndexService: ['ce', /^us-east-1$/],
};

/** Refuses a call that is signed for another service, or sent to a region without the service. */
const checkScope = ({ headers }: IncomingMessage, target: string): void => {
  const [, region = '', signed = ''] =
    /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const [service, regions] = SERVICES[target] ?? refuse('UnknownOperationException', target);
  if (signed === service && regions.test(region)) return;
  refuse('InvalidSignatureException', `Credential should be scoped to correct service: '${service}'.`);
};

export const startUsage = async (): Promise<Usage> => {
  let account = EMPTY;
  let ending = { status: 'Complete', longerThanMs: 0 };
  const calls: string[] = [];
  const faults = new Map<string, { list: readonly Fault[]; always: boolean }>();
  const queries = new Map<string, { waiting: string[]; status: string; results: readonly object[][] }>();

  const start = (input: QueryInput): object => {
    const results = runQuery(account, input);
    const isLong = (input.endTime - input.startTime) * 1000 > ending.longerThanMs;
    const queryId = randomUUID();
    // The first query waits and runs. Later ones have ended at the first look, as short ones do, to save tests the time.
    const waiting = queries.size === 0 ? ['Scheduled', 'Running'] : [];
    queries.set(queryId, { waiting, status: isLong ? ending.status : 'Complete', results });
    return { queryId };
  };
  const results = ({ queryId }: { readonly queryId: string }): object => {
    const query = queries.get(queryId) ?? refuse('ResourceNotFoundException', `Query ${queryId} does not exist`);
    const status = query.waiting.shift() ?? query.status;
    return { status, results: status === 'Complete' ? query.results : [], statistics: { bytesScanned: 0 } };
  };
  const operations: Readonly<Record<string, (input: never) => object>> = {
    StartQuery: start,
    GetQueryResults: results,
    GetMetricData: (input: MetricsInput) => readMetrics(account, input),
    GetCostAndUsage: (input: CostInput) => readCosts(account, input),
  };
  const answer = (name: string, body: string): object => {
    const { list: [fault, ...rest] = [], always = false } = faults.get(name) ?? {};
    if (fault) {
      faults.set(name, { list: always && rest.length === 0 ? [fault] : rest, always });
      throw new AwsFault(fault);
    }
    return (operations[name] ?? refuse('UnknownOperationException', name))(JSON.parse(body) as never);
  };

  const server = createServer(async (request, response) => {
    const [target = '', name = ''] = String(request.headers['x-amz-target']).split('.');
    const body = await text(request);
    calls.push(name);
    try {
      checkScope(request, target);
      const result = JSON.stringify(answer(name, body));
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(result);
    } catch (error) {
      const isMalformed = error instanceof MalformedQuery;
      const { name: type, message, status = 400 } = error as AwsFault;
      const __type = isMalformed ? 'MalformedQueryException' : type;
      const result = JSON.stringify({ __type, message });
      response.writeHead(isMalformed ? 400 : status, { 'content-type': 'application/x-amz-json-1.1' }).end(result);
    }
  });
  const listening = await listen(server);
  const { url } = listening;
  return {
    ...listening,
    urls: { CLOUDWATCH_LOGS: url, CLOUDWATCH: url, COST_EXPLORER: url },
    calls,
    hold: (own) => {
      account = { ...EMPTY, ...own };
      ending = { status: 'Complete', longerThanMs: 0 };
      faults.clear();
      queries.clear();
      calls.length = 0;
    },
    fail: (operation, list, always) => faults.set(operation, { list, always: always !== undefined }),
    endQueries: (status, longerThanMs = 0) => {
      ending = { status, longerThanMs };
    },
  };
};
