import { writeCount, writeMonth } from '../../../infra/cost/figures.ts';
import { listPairs, section, wrapText } from '../../../infra/cost/paragraph.ts';
import type { PriceList } from '../../../infra/cost/price-list.ts';
import { SECONDS } from '../../../infra/cost/quantity.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { describeOutcomes } from './describe-outcomes.ts';
import { formatOutcomes, type Result } from './format-outcomes.ts';
import { KEPT, type KeptOptions } from './list-variants.ts';
import { ASSUMED, TRAFFIC, WALL } from './settings.ts';
import type { Simulation } from './simulation.ts';

/** What was simulated, of which dashboard, and what came of it. */
export interface Report {
  readonly simulation: Simulation;
  readonly kept: KeptOptions;
  /** How many endpoints the dashboard file has. */
  readonly endpoints: number;
  readonly results: readonly Result[];
  readonly prices: PriceList;
}

export const METHOD: readonly string[] = [
  'The functions’ own code runs, one handler for each environment, request by request in simulated time; S3, the Data ' +
    'API and the table of the shared cache are stand-ins on this machine. Nothing was measured on AWS.',
  'Each component is fed the catalogue’s sample in place of its own data: how often sources are asked does not depend ' +
    'on what they hold. Files never change, tokens are not checked, all screens show the same period.',
  'An environment answers one call at a time; a call that finds none free starts one (cold). The one used last is ' +
    'taken first. --idle and --life take environments away, and what they kept in memory with them.',
  'A call takes --hit of its own time, and --read less --hit for each time that it waits for sources, --table for the ' +
    'shared cache, and --cold less --read to start. The database begins paused; while it resumes, statements are refused.',
  'A component is taken to show each answer until the next one comes, and to be blank after an error.',
];

export const LEFT_OUT: readonly string[] = [
  'Free tiers, discounts, tax, watching, storage, and the monthly price of the database’s secret: see npm run cost, ' +
    'whose price list and assumptions are used here, and which works out a whole month.',
  'Faults of sources other than the pause; the hours of a database that the dashboard names.',
];

const HOUR = 3600;
const MINUTE = 60;

/** `3 screens`. */
const lengthOf = ({ settings: { length } }: Simulation): string =>
  length % HOUR === 0
    ? pluralize(length / HOUR, 'hour', writeCount)
    : pluralize(Math.round(length / MINUTE), 'minute', writeCount);

const seconds = (value: number): string => SECONDS.write(value);

const headOf = ({ simulation, endpoints, prices }: Report): readonly string[] => {
  const { components, settings, assumptions, dashboard } = simulation;
  const { closed, open, pause, resume } = settings;
  const asking = components.filter(({ asksDatabase }) => asksDatabase).length;
  const turns = closed === 0 ? '' : `, on for ${seconds(open)} and off for ${seconds(closed)} in turns`;
  return [
    `What a wall does in ${lengthOf(simulation)}: the dashboard ${dashboard}, without a cache and with one`,
    `${pluralize(assumptions.screens, 'screen', writeCount)} showing ${components.length} of ${writeCount(endpoints)} components ` +
      `(${asking} of them with SQL), each asking every ${seconds(assumptions.refreshSeconds)}${turns}`,
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
    [`memory: ${assumptions.memoryMb}`, 'MB of each function, as dashboard.yml has it'],
  ]);

/** The whole report for a terminal. */
export const formatReport = (report: Report): string => {
  const { simulation, results, prices } = report;
  const { currency } = prices;
  return [
    ...headOf(report),
    '',
    ...formatOutcomes(results, { currency, time: lengthOf(simulation) }),
    ...section('In short', describeOutcomes(results, simulation, currency).map(wrapText)),
    ...section('How it is simulated', METHOD.map(wrapText)),
    ...section('Assumed, with the option that sets it', [listSettings(report)]),
    ...section('Left out', LEFT_OUT.map(wrapText)),
  ].join('\n');
};
