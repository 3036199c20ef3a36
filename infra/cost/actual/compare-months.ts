import { addMoney, type PriceList } from '../price-list.ts';
import type { EndpointTraffic } from '../traffic.ts';
import { addRequests, addUnfinished, type Bill, partsOf, toBill } from './bill.ts';
import { type Comparison, type MeteredParts, meteredSteps, secondsOf, type Used } from './compare-use.ts';
import type { Cause } from './describe-causes.ts';
import { describeMonths } from './describe-months.ts';
import { explained } from './put-in-measured.ts';

interface Counted {
  readonly traffic: EndpointTraffic;
  readonly refused: number;
  readonly billedMs: number;
}

interface Mixed extends MeteredParts, Pick<Used, 'rest' | 'strangers' | 'use'> {
  readonly endpoints: readonly Counted[];
}

const mixedOf = ({ traffic, uses, rest, strangers, use, ofRows }: Used): Mixed => ({
  rest,
  strangers,
  use,
  ofRows,
  table: use.metered?.table,
  capacityHours: use.metered?.capacityHours,
  endpoints: traffic.flatMap((one) => {
    const { refused = 0, billedMs = 0 } = uses.get(one.endpoint) ?? {};
    return one.calls > 0 ? [{ traffic: one, refused, billedMs }] : [];
  }),
});

const billOf = (mixed: Mixed, { assumptions }: Used, prices: PriceList): Bill => {
  const { endpoints, rest, strangers, use } = mixed;
  const priced = { assumptions, prices };
  const own = endpoints.map(({ traffic }) => traffic);
  const asked = addRequests(partsOf(own, priced, rest, secondsOf(endpoints)), strangers, priced);
  const metered = meteredSteps(asked, mixed, prices).at(-1)?.[1] ?? asked;
  return toBill(addUnfinished(metered, priced, use));
};

const scale = ({ traffic, refused, billedMs }: Counted, by: number): Counted => ({
  traffic: {
    ...traffic,
    calls: traffic.calls * by,
    coldCalls: traffic.coldCalls * by,
    misses: traffic.misses * by,
    sourceReads: traffic.sourceReads * by,
    refreshes: traffic.refreshes * by,
    refusals: traffic.refusals * by,
  },
  refused: refused * by,
  billedMs: billedMs * by,
});

type Change = (now: Counted, later: Counted) => Counted;

const withTraffic =
  (...names: readonly (keyof EndpointTraffic)[]): Change =>
  (now, later) => ({
    ...now,
    traffic: { ...now.traffic, ...Object.fromEntries(names.map((name) => [name, later.traffic[name]])) },
  });

const ratio = (later: number, earlier: number): number => (earlier > 0 ? later / earlier : 1);

const askedOf = ({ traffic, refused }: Counted): number => traffic.calls - refused;

/** Takes over only the part of the difference in time that the starts of environments explain. */
const startAsOften =
  ({ assumptions: { coldMs, readMs } }: Used): Change =>
  (now, later) => {
    const reason = (later.traffic.coldCalls - now.traffic.coldCalls) * (coldMs - readMs);
    const billedMs = now.billedMs + explained(later.billedMs - now.billedMs, reason);
    return { ...withTraffic('coldCalls')(now, later), billedMs };
  };

const changeEach = (mixed: Mixed, later: Mixed, change: Change): Mixed => ({
  ...mixed,
  endpoints: mixed.endpoints.map((one) => {
    const other = later.endpoints.find(({ traffic }) => traffic.endpoint === one.traffic.endpoint);
    return other ? change(one, other) : one;
  }),
});

/** Leaves out endpoints that are no longer asked, and adds those that are new. */
const withEndpoints = (mixed: Mixed, later: Mixed): Mixed => {
  const before = new Map(mixed.endpoints.map((one) => [one.traffic.endpoint, one]));
  return { ...mixed, endpoints: later.endpoints.map((one) => before.get(one.traffic.endpoint) ?? one) };
};

type Step = readonly [Cause['cause'], (mixed: Mixed) => Mixed];

/** Multiplies the endpoints that both months have; the new ones already have the counts of the later month. */
const listSteps = (before: Used, after: Used): readonly Step[] => {
  const [first, later] = [mixedOf(before), mixedOf(after)];
  const isOld = new Set(first.endpoints.map(({ traffic }) => traffic.endpoint));
  const each = (change: Change) => (mixed: Mixed) => changeEach(mixed, later, change);
  const scaleBy = (by: number) => each((now) => (isOld.has(now.traffic.endpoint) ? scale(now, by) : now));
  const requests = each((now, other) => (askedOf(now) > 0 ? scale(now, askedOf(other) / askedOf(now)) : other));
  const [screensBefore, screens] = [before.measured.screens, after.measured.screens];
  const knowsScreens = screensBefore !== undefined && screens !== undefined;
  return [
    ['endpoints', (mixed) => withEndpoints(mixed, later)],
    ['days', scaleBy(ratio(after.period.days, before.period.days))],
    ['hours', scaleBy(ratio(after.period.hours, before.period.hours))],
    ...(knowsScreens
      ? ([
          ['screens', scaleBy(ratio(screens, screensBefore))],
          ['refresh', requests],
        ] as const)
      : ([['requests', requests]] as const)),
    ['failures', each((now, other) => ({ ...withTraffic('calls')(now, other), refused: other.refused }))],
    [
      'sources',
      (mixed) => ({
        ...changeEach(mixed, later, withTraffic('misses', 'sourceReads', 'refreshes', 'refusals')),
        rest: { ...mixed.rest, datasets: later.rest.datasets },
      }),
    ],
    ['coldStarts', each(startAsOften(after))],
    ['durations', each((now, { billedMs }) => ({ ...now, billedMs }))],
    ['bodies', each(withTraffic('bodyBytes'))],
    ['logs', each(withTraffic('logBytes'))],
    ['strangers', (mixed) => ({ ...mixed, strangers: later.strangers })],
    ['sharedCache', (mixed) => ({ ...mixed, table: later.table, ofRows: later.ofRows })],
    ['database', (mixed) => ({ ...mixed, rest: later.rest, capacityHours: later.capacityHours })],
    ['other', () => later],
  ];
};

/**
 * Says why a month costs more or less than another one. Both are priced alike. Replaces the inputs of one month by
 * those of the other, one after the other, so that the amounts of the causes are together the difference.
 */
export const compareMonths = (before: Comparison, after: Comparison): Comparison => {
  const { prices, used } = after;
  let mixed = mixedOf(before.used);
  let { total } = before.actual;
  const amounts = listSteps(before.used, used).map(([cause, take]) => {
    mixed = take(mixed);
    const next = cause === 'other' ? after.actual.total : billOf(mixed, used, prices).total;
    const amount = addMoney([next, -total]);
    total = next;
    return { cause, amount };
  });
  const earlier = new Map(before.components.map((one) => [one.endpoint, one.actual]));
  return {
    ...after,
    forecast: before.actual,
    difference: addMoney([after.actual.total, -before.actual.total]),
    causes: describeMonths(amounts, before.used, used),
    components: after.components.map((one) => ({ ...one, forecast: earlier.get(one.endpoint) ?? one.forecast })),
    assumed: [...new Set([...before.assumed, ...after.assumed])],
    fit: {},
  };
};
