import { pluralize } from '../../../shared/errors/pluralize.ts';
import { writeCount, writeMonth } from '../../cost/figures.ts';
import type { PriceList } from '../../cost/price-list.ts';
import { SECONDS } from '../../cost/quantity.ts';
import { listPairs, section, wrapText } from '../../cost/report/paragraph.ts';
import { describeOutcomes } from './describe-outcomes.ts';
import { formatOutcomes, type Result } from './format-outcomes.ts';
import { KEPT, type KeptOptions } from './list-variants.ts';
import { ASSUMED, TRAFFIC, WALL } from './settings.ts';
import type { Simulation } from './simulation.ts';

interface Report {
  readonly simulation: Simulation;
  readonly kept: KeptOptions;
  readonly endpoints: number;
  readonly results: readonly Result[];
  readonly prices: PriceList;
}

export const METHOD: readonly string[] = [
  'The functions’ own code runs in simulated time, with one handler for each environment. S3, the Data API and the ' +
    'table of the shared cache are emulators on this machine. Nothing was measured on AWS.',
  'Each component gets the catalogue’s sample instead of its own data, because the number of source calls does not ' +
    'depend on the data. Files never change, tokens are not checked, and all screens show the same period.',
  'An environment handles one call at a time. A call without a free environment starts a new one (cold). The most ' +
    'recently used one is chosen first. --idle and --life end environments, and their caches in memory with them.',
  'A call takes --hit for its own work, --read less --hit for each wait for sources, --table for the shared cache, and ' +
    '--cold less --read to start. The database begins paused, and refuses statements while it resumes.',
  'A component shows each response until the next one, and is blank after an error.',
];

export const LEFT_OUT: readonly string[] = [
  'Free tiers, discounts, tax, monitoring, storage, and the monthly price of the database’s secret. npm run cost ' +
    'estimates a whole month, with the same price list and assumptions.',
  'Failures of sources, except the pause of the database.',
  'The hours of a database that the dashboard names.',
];

const HOUR_SECONDS = 3600;
const MINUTE_SECONDS = 60;

const lengthOf = ({ settings: { length } }: Simulation): string =>
  length % HOUR_SECONDS === 0
    ? pluralize(length / HOUR_SECONDS, 'hour', writeCount)
    : pluralize(Math.round(length / MINUTE_SECONDS), 'minute', writeCount);

const seconds = (value: number): string => SECONDS.write(value);

const headOf = ({ simulation, endpoints, prices }: Report): readonly string[] => {
  const { components, settings, assumptions, dashboard } = simulation;
  const { closed, open, pause, resume } = settings;
  const asking = components.filter(({ asksDatabase }) => asksDatabase).length;
  const turns = closed === 0 ? '' : `, on for ${seconds(open)} and off for ${seconds(closed)} in turns`;
  return [
    `A simulated wall for ${lengthOf(simulation)}: the dashboard ${dashboard}, without a cache and with one`,
    `${pluralize(assumptions.screens, 'screen', writeCount)} showing ${components.length} of ${writeCount(endpoints)} components ` +
      `(${asking} of them with SQL), each sending a request every ${seconds(assumptions.refreshSeconds)}${turns}`,
    `A database that pauses after ${seconds(pause)} without a call and takes ${seconds(resume)} to resume; ` +
      `prices of ${prices.place}, ${prices.region}, ${writeMonth(prices.asOf)}`,
  ];
};

const listSettings = ({ simulation: { settings, assumptions }, kept }: Report): string =>
  listPairs([
    [`--cache ${kept.cache}`, KEPT.cache],
    [`--stale ${kept.stale}`, KEPT.stale],
    ...WALL.map(
      ({ name, option, quantity, meaning }) => [`--${option} ${quantity.write(settings[name])}`, meaning] as const,
    ),
    ...[...TRAFFIC, ...ASSUMED].map(
      ({ name, option, quantity, meaning }) => [`--${option} ${quantity.write(assumptions[name])}`, meaning] as const,
    ),
    [`memory: ${assumptions.memoryMb}`, 'MB of each function, from dashboard.yml'],
  ]);

export const formatReport = (report: Report): string => {
  const { simulation, results, prices } = report;
  const { currency } = prices;
  return [
    ...headOf(report),
    '',
    ...formatOutcomes(results, { currency, time: lengthOf(simulation) }),
    ...section(
      'In short',
      describeOutcomes(results, simulation, currency).map((text) => wrapText(text)),
    ),
    ...section(
      'How it is simulated',
      METHOD.map((text) => wrapText(text)),
    ),
    ...section('Assumptions, with the option that sets each', [listSettings(report)]),
    ...section(
      'Left out',
      LEFT_OUT.map((text) => wrapText(text)),
    ),
  ].join('\n');
};

/** Settings are in seconds, outcomes in milliseconds, money in the currency of the price list. */
export const formatJson = ({ simulation, endpoints, results, prices }: Report): string => {
  const { dashboard, settings, assumptions, components } = simulation;
  const { currency, region, asOf } = prices;
  const { hoursADay: _, daysAMonth: __, environments: ___, ...assumed } = assumptions;
  return JSON.stringify(
    {
      dashboard,
      currency,
      region,
      pricesAsOf: asOf,
      settings,
      assumptions: assumed,
      wall: { endpoints, components: components.map(({ config: { component }, ...one }) => ({ ...one, component })) },
      variants: results.map(({ outcome, bill }) => ({ ...outcome, bill })),
    },
    null,
    2,
  );
};
