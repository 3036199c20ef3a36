import { DescribeDBClustersCommand, RDSClient } from '@aws-sdk/client-rds';
import { digestOf } from '../../../shared/token/digest.ts';
import { type Exchange, sendRequest } from '../../client/send-request.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { ApplyOptions } from '../apply-template.ts';
import { callOperation, clientOf } from '../aws/call-service.ts';
import { pause } from '../aws/interruption.ts';
import { listResources, type StackAddress } from '../aws/stacks.ts';
import type { StackDiff } from '../stack-diff.ts';

export interface ProbeRun {
  readonly dashboard: LoadedDashboard;
  readonly address: StackAddress;
  readonly base: string;
  readonly secret: string;
  /** Time between two looks at a state that changes slowly. */
  readonly pauseMs: number;
  /** Returns which endpoints do not work. */
  readonly verify: () => Promise<string | undefined>;
  readonly compare: (comparesActual: boolean) => Promise<StackDiff>;
  /** With another memory of its functions, or as a repair. */
  readonly deploy: (change: { readonly memory?: number } & Pick<ApplyOptions, 'isRepair'>) => Promise<void>;
  readonly goBack: () => Promise<void>;
}

export interface Seen {
  readonly holds: boolean;
  readonly seen: string;
  /** Milliseconds. */
  readonly times?: Readonly<Record<string, number>>;
}

export interface Question {
  readonly question: string;
  readonly ask: (run: ProbeRun) => Promise<Seen>;
}

const TIME_PERIOD = 30;

const request = (run: ProbeRun, path: string, secret?: string): Promise<Exchange> => {
  const currentTime = Date.now();
  const token = secret && digestOf(String(TIME_PERIOD), String(currentTime), secret).toString('hex');
  return sendRequest(run.base + path, JSON.stringify({ currentTime, timePeriod: TIME_PERIOD, token }));
};

const hundredths = (ms: number): number => Math.round(ms * 100) / 100;

const changesNothing = async (run: ProbeRun, comparesActual: boolean): Promise<Seen> => {
  const { changes } = await run.compare(comparesActual);
  const seen = changes.map(({ action, logicalId, properties }) => `${action} ${logicalId} ${properties.join(' ')}`);
  return { holds: changes.length === 0, seen: seen.join(', ') || 'no changes' };
};

const idOf = async (run: ProbeRun, type: string): Promise<string> =>
  (await listResources(run.address)).find((one) => one.type === type)?.id ?? '';

const athena = <Output>(run: ProbeRun, name: string, input: object): Promise<Output> =>
  callOperation<Output>('athena', run.address.region, name, input);

const queriesOf = async (run: ProbeRun): Promise<number> => {
  const input = { WorkGroup: run.address.name };
  const { QueryExecutionIds = [] } = await athena<{ QueryExecutionIds?: string[] }>(run, 'ListQueryExecutions', input);
  return QueryExecutionIds.length;
};

/** Returns how many requests failed at the server. */
const underLoad = async (run: ProbeRun, work: Promise<void>): Promise<string> => {
  let sent = 0;
  let failed = 0;
  let isOver = false;
  const ending = work.finally(() => {
    isOver = true;
  });
  do {
    const { httpStatus } = await request(run, '/pie/share', run.secret);
    sent += 1;
    failed += Number(httpStatus === 0 || httpStatus >= 500);
    await pause(Math.min(run.pauseMs, 500));
  } while (!isOver);
  await ending;
  return `${failed} of ${sent} requests failed`;
};

const MAX_LOOKS = 40;
const DATABASE_METRIC = { Namespace: 'AWS/RDS', MetricName: 'ServerlessDatabaseCapacity', Period: 60 };
const WINDOW_MS = 3 * 60_000;

const untilPaused = async (run: ProbeRun, cluster: string): Promise<boolean> => {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const input = {
      ...DATABASE_METRIC,
      Dimensions: [{ Name: 'DBClusterIdentifier', Value: cluster }],
      Statistics: ['Maximum'],
      StartTime: (Date.now() - WINDOW_MS) / 1000,
      EndTime: Date.now() / 1000,
    };
    const { Datapoints = [] } = await callOperation<{ Datapoints?: { Maximum: number }[] }>(
      'monitoring',
      run.address.region,
      'GetMetricStatistics',
      input,
    );
    if (Datapoints.length > 0 && Datapoints.every(({ Maximum }) => Maximum === 0)) return true;
    await pause(run.pauseMs);
  }
  return false;
};

const resume = async (run: ProbeRun): Promise<Seen> => {
  if (!(await untilPaused(run, await idOf(run, 'AWS::RDS::DBCluster'))))
    return { holds: false, seen: 'the database did not pause' };
  const startedAt = performance.now();
  const first = await request(run, '/pie/orders');
  let answer = first;
  for (let look = 0; look < MAX_LOOKS && answer.httpStatus !== 200; look += 1) {
    await pause(Math.min(run.pauseMs, 1_000));
    answer = await request(run, '/pie/orders');
  }
  const resumed = hundredths(performance.now() - startedAt);
  const seen = `the first request had the status ${first.httpStatus}, the last one ${answer.httpStatus}`;
  return { holds: answer.httpStatus === 200, seen, times: { resume: resumed } };
};

interface LogEvents {
  readonly events?: readonly { readonly message: string }[];
}

/** Asked in this order. Those at the end change the stack. */
export const QUESTIONS: readonly Question[] = [
  {
    question: 'Do all endpoints work?',
    ask: async (run) => {
      const failure = await run.verify();
      return { holds: failure === undefined, seen: failure ?? 'every endpoint works' };
    },
  },
  { question: 'Does nothing change the second time?', ask: (run) => changesNothing(run, false) },
  {
    question: 'Does CloudFormation find no drift in a stack that only deployments have changed?',
    ask: (run) => changesNothing(run, true),
  },
  {
    question: 'Are requests without a digest refused, and those with one answered?',
    ask: async (run) => {
      const [without, first] = [await request(run, '/pie/share'), await request(run, '/pie/share', run.secret)];
      const warm = await request(run, '/pie/share', run.secret);
      return {
        holds: without.httpStatus === 401 && first.httpStatus === 200,
        seen: `${without.httpStatus} without, ${first.httpStatus} with a digest`,
        times: { first: hundredths(first.ms), warm: hundredths(warm.ms) },
      };
    },
  },
  {
    question: 'Does the HTTP API pass `Age` through?',
    ask: async (run) => {
      await request(run, '/pie/share', run.secret);
      const { headers } = await request(run, '/pie/share', run.secret);
      return { holds: headers.age !== undefined, seen: `Age: ${headers.age}` };
    },
  },
  {
    question: 'Does a frame’s address work with a slash at its end?',
    ask: async (run) => {
      const { httpStatus } = await request(run, '/frame/page/');
      return { holds: httpStatus === 200, seen: `status ${httpStatus}` };
    },
  },
  {
    question: 'May functions query the lake?',
    ask: async (run) => {
      const { httpStatus, ms, text } = await request(run, '/pie/lake');
      const seen = httpStatus === 200 ? 'status 200' : `status ${httpStatus}: ${text.slice(0, 200)}`;
      return { holds: httpStatus === 200, seen, times: { athena: hundredths(ms) } };
    },
  },
  {
    question: 'Do environments share a query?',
    ask: async (run) => {
      const before = await queriesOf(run);
      await Promise.all(['/pie/lake', '/pie/lake', '/pie/lake'].map((path) => request(run, path)));
      const more = (await queriesOf(run)) - before;
      return { holds: more <= 1, seen: `${more} more queries for three requests` };
    },
  },
  {
    question: 'Does Athena manage the results?',
    ask: async (run) => {
      const { WorkGroup } = await athena<{ WorkGroup: { Configuration: Readonly<Record<string, unknown>> } }>(
        run,
        'GetWorkGroup',
        { WorkGroup: run.address.name },
      );
      const { Enabled = false } = Object(WorkGroup.Configuration.ManagedQueryResultsConfiguration) as {
        Enabled?: boolean;
      };
      return { holds: Enabled, seen: `ManagedQueryResultsConfiguration.Enabled: ${Enabled}` };
    },
  },
  {
    question: 'Is the database protected?',
    ask: async (run) => {
      const DBClusterIdentifier = await idOf(run, 'AWS::RDS::DBCluster');
      const client = clientOf(RDSClient, { region: run.address.region });
      const { DBClusters: [found] = [] } = await client.send(new DescribeDBClustersCommand({ DBClusterIdentifier }));
      return { holds: found?.DeletionProtection === true, seen: `DeletionProtection: ${found?.DeletionProtection}` };
    },
  },
  {
    question: 'How long is INIT?',
    ask: async (run) => {
      const name = await idOf(run, 'AWS::Lambda::Function');
      const input = { logGroupName: `/aws/lambda/${name}`, filterPattern: '"Init Duration"' };
      const { events = [] } = await callOperation<LogEvents>('logs', run.address.region, 'FilterLogEvents', input);
      const times = events.flatMap(({ message }) => /Init Duration: ([\d.]+) ms/.exec(message)?.[1] ?? []).map(Number);
      const seen = times.length > 0 ? `${times.length} times: ${times.join(', ')} ms` : 'no line of the log has it';
      return { holds: times.length > 0, seen, ...(times.length > 0 && { times: { init: Math.max(...times) } }) };
    },
  },
  {
    question: 'Does the database pause, and resume for a request?',
    ask: resume,
  },
  {
    question: 'Is a resource that was deleted by hand made again?',
    ask: async (run) => {
      const AlarmNames = [await idOf(run, 'AWS::CloudWatch::Alarm')];
      await callOperation('monitoring', run.address.region, 'DeleteAlarms', { AlarmNames });
      const found = await run.compare(true);
      await run.deploy({ isRepair: true });
      const { holds, seen } = await changesNothing(run, true);
      return { holds: holds && found.changes.length > 0, seen: `${found.changes.length} found, then ${seen}` };
    },
  },
  {
    question: 'Does the alias switch without errors?',
    ask: async (run) => {
      const seen = await underLoad(run, run.deploy({ memory: 512 }));
      return { holds: seen.startsWith('0 of'), seen };
    },
  },
  {
    question: 'Does the way back work?',
    ask: async (run) => {
      await run.goBack();
      return changesNothing(run, false);
    },
  },
];

export const NOT_ASKED: Readonly<Record<string, string>> = {
  'Does `rawPath` keep a custom domain’s mapping?': 'the probe has no domain',
  'Do Budgets count by the tags, or want `user:` before the key?': 'the tags must be active for a day',
  'Is throttling counted for each route or for the stage?': 'it takes a flood of requests',
  'Does a rollback leave a snapshot of a new, empty database?': 'it takes a deployment that fails',
};
