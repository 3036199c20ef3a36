import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { Assumptions } from '../assumptions.ts';
import { countHiding, type Estimate, judgementsOf, withoutCaches, withoutSharing } from '../create-estimate.ts';
import { writeCount, writeDifference, writeHours, writeMoney } from '../figures.ts';
import { fileTimeOf, isKept } from '../file-time.ts';
import { secondsOf } from '../price-endpoint.ts';
import { addMoney, ifKnown, priceTime } from '../price-list.ts';
import { priceWatching } from '../price-watching.ts';
import { SECONDS } from '../quantity.ts';
import { callsOf } from '../traffic.ts';
import { describeDatasets, listWatching, sumCalls } from './format-cost-table.ts';
import { MODEL } from './model.ts';

const NOT_SHARED = 'Shared cache. No endpoint has one (cache: { ttl: 30s, shared: true }), so it costs nothing.';

const describeSharing = (estimate: Estimate): string => {
  const { sharedCache, endpoints, database, total } = estimate;
  if (sharedCache.endpoints === 0) return NOT_SHARED;
  const alone = withoutSharing(estimate);
  const [own, others] = [estimate, alone].map((one) => sumCalls(one.endpoints).sourceCalls);
  const more = writeDifference(addMoney([alone.total, -total]));
  const awake =
    alone.database.awakeHours > database.awakeHours
      ? `; the database would be awake for ${writeHours(alone.database.awakeHours)} hours instead of ${writeHours(database.awakeHours)}`
      : '';
  const effect =
    own === others
      ? 'If no cache were shared, there would be as many source calls'
      : `If no cache were shared, there would be ${writeCount(others ?? 0)} source calls instead of ${writeCount(own ?? 0)}`;
  return (
    `${MODEL.sharing} Here ${writeCount(sharedCache.reads)} reads and ${writeCount(sharedCache.writes)} writes a month, of ` +
    `${sharedCache.endpoints} of ${endpoints.length} endpoints, cost ${writeMoney(sharedCache.cost)}. ` +
    `${effect}, and the month would cost ${more}${awake}.`
  );
};

const WATCHES = ['full', 'basic', 'none'] as const;

const seconds = (value: number): string => SECONDS.write(value);

export const writeScreens = ({ screens }: Assumptions): string => pluralize(screens, 'screen', writeCount);

/** Describes the endpoints that have a refresh of their own; empty if there are none. */
const describeOwnRefresh = ({ wall }: Estimate): string => {
  const own = wall.filter(({ refreshSeconds }) => refreshSeconds !== undefined);
  const listed = own.map(({ endpoint, refreshSeconds = 0 }) => `${endpoint} every ${seconds(refreshSeconds)}`);
  return listed.length === 0 ? '' : ` Endpoints with \`refresh\` of their own: ${listed.join(', ')}.`;
};

const describeCalls = (estimate: Estimate): string => {
  const { assumptions } = estimate;
  const { hoursADay, daysAMonth, refreshSeconds } = assumptions;
  return (
    `Calls. ${writeScreens(assumptions)} x ${hoursADay} hours a day x ${daysAMonth} days a month, each screen refreshing ` +
    `every endpoint every ${seconds(refreshSeconds)}: ${writeCount(callsOf(assumptions))} calls a month of each endpoint.${describeOwnRefresh(estimate)}`
  );
};

const describeLives = ({ refreshSeconds, idleSeconds, lifeSeconds }: Assumptions): string =>
  refreshSeconds > idleSeconds
    ? `Lambda removes an environment when it has been idle for ${seconds(idleSeconds)} (--idle), so here every round of calls is cold.`
    : `Lambda replaces an environment after ${seconds(lifeSeconds)} (--life), however busy it is.`;

const computeOf = ({ endpoints, assumptions, prices }: Estimate, kind: 'cold' | 'warm'): string => {
  const time = endpoints.reduce((sum, endpoint) => sum + secondsOf(endpoint, assumptions)[kind], 0);
  return writeMoney(priceTime(time, assumptions, prices));
};

const describeStarts = (estimate: Estimate): string => {
  const { functions, endpoints, assumptions } = estimate;
  const { calls, coldCalls } = sumCalls(endpoints);
  const environments = functions.reduce((sum, one) => sum + one.environments, 0);
  return (
    `${MODEL.cold} ${describeLives(assumptions)} Functions: ${functions.length}; environments: ${environments}; ` +
    `cold calls a month: ${writeCount(coldCalls)}, which cost ${computeOf(estimate, 'cold')} for compute; ` +
    `warm calls: ${writeCount(calls - coldCalls)}, which cost ${computeOf(estimate, 'warm')}.`
  );
};

const describeCaches = (estimate: Estimate): string => {
  const bare = withoutCaches(estimate);
  const { sourceCalls } = sumCalls(estimate.endpoints);
  const without = sumCalls(bare.endpoints).sourceCalls;
  const more = writeDifference(addMoney([bare.total, -estimate.total]));
  const effect =
    sourceCalls === without
      ? 'here caches save no source calls'
      : `without any cache ${writeCount(without)}, and the month would cost ${more}`;
  return `${MODEL.cache} Source calls a month: ${writeCount(sourceCalls)}; ${effect}.`;
};

const NO_DATABASE = 'Database. No endpoint queries a database of the stack’s own, so it costs nothing.';

const describeDatabase = (estimate: Estimate): string => {
  const { database, assumptions } = estimate;
  const { isOwn, awakeHours, openHours, capacity, secrets } = database;
  if (!isOwn) return NO_DATABASE;
  const bare = withoutCaches(estimate).database;
  const pauses =
    awakeHours < openHours
      ? `Here the database pauses for ${writeHours(openHours - awakeHours)} of the ${writeHours(openHours)} hours in which screens could keep it awake`
      : 'Here queries come more often while screens are on, so the database does not pause then';
  const effect =
    bare.awakeHours > awakeHours
      ? ` Without any cache, it would be awake for ${writeHours(bare.awakeHours)} hours.`
      : '';
  return (
    `${MODEL.database} ${pauses}: ${writeHours(awakeHours)} hours x ${assumptions.acu} ACU cost ${writeMoney(capacity)}, ` +
    `and the secrets with its passwords cost ${writeMoney(secrets)}.${effect}`
  );
};

const describeWatching = ({ wall, functions, datasets, watching, prices, assumptions }: Estimate): string => {
  const hasWorkgroup = datasets.some(({ asksOwnWorkgroup }) => asksOwnWorkgroup);
  const costs = WATCHES.flatMap((watch) => {
    const priced = ifKnown(() =>
      priceWatching(
        watch,
        functions.length,
        prices,
        hasWorkgroup,
        countHiding(wall),
        assumptions.promises,
        judgementsOf(assumptions),
      ),
    );
    return priced ? [`${watch} ${writeMoney(priced.total)}`] : [];
  });
  return `${MODEL.watching} Here it is ${watching.watch}: ${listWatching(watching)}. Monthly cost by watch: ${costs.join(', ')}.`;
};

const describeFiles = ({ wall, assumptions }: Estimate): readonly string[] => {
  const slow = wall
    .map((endpoint) => ({ endpoint, ms: Math.round(fileTimeOf(endpoint, assumptions).warm) }))
    .filter(({ ms }) => ms > 0);
  if (slow.length === 0) return [];
  const listed = slow.map(({ endpoint: { endpoint, files }, ms }) => {
    const isFetched = files.some((file) => file.isWindowed && !isKept(file, assumptions));
    return `${endpoint} ${ms} ms${isFetched ? ', fetched each time' : ''}`;
  });
  return [`${MODEL.files} Time that files add to each call that reads them: ${listed.join('; ')}.`];
};

const describeParameters = ({ wall }: Estimate): readonly string[] => {
  const listed = wall.flatMap(({ endpoint, combinations }) =>
    combinations === undefined ? [] : [`${endpoint} ${writeCount(combinations)}`],
  );
  return listed.length === 0 ? [] : [`${MODEL.parameters} Combinations here: ${listed.join(', ')}.`];
};

const describeHosts = ({ datasets }: Estimate): readonly string[] =>
  datasets.some(({ calls, metrics }) => calls ?? metrics) ? [MODEL.hosts] : [];

export const describeModel = (estimate: Estimate): readonly string[] => [
  describeCalls(estimate),
  describeStarts(estimate),
  describeCaches(estimate),
  ...describeParameters(estimate),
  ...describeFiles(estimate),
  ...describeDatasets(estimate),
  ...describeHosts(estimate),
  describeSharing(estimate),
  describeDatabase(estimate),
  describeWatching(estimate),
];
