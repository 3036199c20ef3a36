import { resolve } from 'node:path';
import { chooseEndpoints } from '../../tests/bench/wall/choose-endpoints.ts';
import { feedSamples } from '../../tests/bench/wall/feed-samples.ts';
import { formatJson } from '../../tests/bench/wall/format-json.ts';
import { formatReport, LEFT_OUT, METHOD, type Report } from '../../tests/bench/wall/format-report.ts';
import { KEPT, KEPT_DEFAULTS, type KeptOptions, listVariants } from '../../tests/bench/wall/list-variants.ts';
import { priceOutcome } from '../../tests/bench/wall/price-outcome.ts';
import { runVariants } from '../../tests/bench/wall/run-variants.ts';
import { ASSUMED, readSettings, TRAFFIC, WALL } from '../../tests/bench/wall/settings.ts';
import type { WallComponent } from '../../tests/bench/wall/simulation.ts';
import { loadValidators } from '../build/validators.ts';
import { section, wrapText } from './cost/paragraph.ts';
import { OWN_PRICES, readPriceList } from './cost/price-list.ts';
import { DEMO, here, resolveDashboardFolder } from './dashboard/dashboard-folder.ts';
import { loadDashboard } from './dashboard/load-dashboard.ts';
import { reportFaults } from './dashboard/report-faults.ts';
import type { Command, CommandOption } from './read-options.ts';
import { type CommandValues, fail, runCommand } from './run-command.ts';

const FORMATS: Readonly<Record<string, (report: Report) => string>> = { table: formatReport, json: formatJson };

const optionsOf = (
  settings: readonly Pick<(typeof WALL)[number], 'option' | 'quantity' | 'fallback' | 'meaning'>[],
): Readonly<Record<string, CommandOption>> =>
  Object.fromEntries(
    settings.map(({ option, quantity, fallback, meaning }) => [
      option,
      { type: 'string', value: quantity.kind, meaning, default: fallback },
    ]),
  );

const COMMAND: Command = {
  name: 'npm run bench:wall',
  purpose:
    'Lets a wall run for some hours in simulated time, without a cache and with one: what it asks, shows and costs. ' +
    'Needs no network and no account.',
  options: {
    dashboard: { type: 'string', value: 'folder', meaning: `the dashboard folder; ${DEMO} by default` },
    ...optionsOf(WALL.slice(0, 1)),
    ...optionsOf(TRAFFIC),
    ...optionsOf(WALL.slice(1)),
    cache: { type: 'string', value: 'durations', meaning: KEPT.cache, default: KEPT_DEFAULTS.cache },
    stale: { type: 'string', value: 'duration', meaning: KEPT.stale, default: KEPT_DEFAULTS.stale },
    format: { type: 'string', value: 'format', meaning: Object.keys(FORMATS).join(', '), default: 'table' },
    prices: { type: 'string', value: 'file', meaning: 'a price list in place of that of npm run cost' },
    ...optionsOf(ASSUMED),
  },
  notes: ['How it is simulated', ...METHOD.map(wrapText), ...section('Left out', LEFT_OUT.map(wrapText))],
};

/** What the options say, or what is wrong with them. */
const readValues = (values: CommandValues) => {
  const format = FORMATS[String(values.format)];
  if (!format) return fail(`--format is one of ${Object.keys(FORMATS).join(', ')}, not ${values.format}`, 2);
  try {
    return { format, ...readSettings(values) };
  } catch (error) {
    return fail((error as Error).message, 2);
  }
};

const readVariants = (kept: KeptOptions, components: readonly WallComponent[]) => {
  try {
    return listVariants(kept, components);
  } catch (error) {
    return fail((error as Error).message, 2);
  }
};

const progress = (line: string): void => {
  if (process.stderr.isTTY) console.error(line);
};

await runCommand(COMMAND, async (values) => {
  const read = readValues(values);
  if ('failure' in read) return read;
  const prices = await readPriceList(typeof values.prices === 'string' ? resolve(here, values.prices) : OWN_PRICES);
  const { path, nameOf } = resolveDashboardFolder(values.dashboard);
  const dashboard = await loadDashboard(path);
  if (dashboard.faults.length > 0) return fail(reportFaults(dashboard, nameOf));

  const { settings } = read;
  const fed = await feedSamples(chooseEndpoints(dashboard.endpoints, settings.components));
  const assumptions = { ...read.assumptions, memoryMb: dashboard.memory, watch: dashboard.watch };
  const { name, timezone, timeout } = dashboard;
  const simulation = { dashboard: name, timezone, timeout, ...fed, settings, assumptions };
  const kept = { cache: String(values.cache), stale: String(values.stale) };
  const variants = readVariants(kept, fed.components);
  if ('failure' in variants) return variants;

  await loadValidators([...new Set(fed.components.map(({ family }) => family))]);
  progress(`Simulating ${variants.length} variants; the one without a cache takes longest.`);
  const outcomes = await runVariants(simulation, variants, ({ name: done }) => progress(`  ${done}: done`));
  const results = outcomes.map((outcome) => ({ outcome, bill: priceOutcome(outcome, simulation, prices) }));
  console.log(read.format({ simulation, kept, endpoints: dashboard.endpoints.length, results, prices }));
  return undefined;
});
