import { resolve } from 'node:path';
import { loadValidators } from '../build/bundling/validators.ts';
import { defineCommand, formatOption, settingOptions } from '../command-line/define-command.ts';
import { OWN_PRICES, readPriceList } from '../cost/price-list.ts';
import { assumeDashboard } from '../cost/read-assumptions.ts';
import { section, wrapText } from '../cost/report/paragraph.ts';
import { loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import { reportDiagnostics } from '../dashboard/folder/diagnostic.ts';
import { DEMO, invocationFolder, resolveDashboardFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { refreshDemo } from '../dashboards/demo/exports/refresh-demo.ts';
import { compareDatasets } from '../lab/wall/datasets/compare-datasets.ts';
import { DATASETS_MEANING, isSource, SOURCES } from '../lab/wall/datasets/dataset-wall.ts';
import { chooseEndpoints, feedSamples } from '../lab/wall/feed-samples.ts';
import { formatJson, formatReport, LEFT_OUT, METHOD } from '../lab/wall/format-simulation.ts';
import { KEPT, KEPT_DEFAULTS, type KeptOptions, listVariants } from '../lab/wall/list-variants.ts';
import { priceOutcome } from '../lab/wall/price-outcome.ts';
import { runVariants } from '../lab/wall/run-variants.ts';
import { ASSUMED, readSettings, TRAFFIC, WALL } from '../lab/wall/settings.ts';
import type { WallComponent } from '../lab/wall/simulation.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';

const FORMATS = { table: formatReport, json: formatJson };

const readValues = (values: Parameters<typeof readSettings>[0]) => {
  try {
    return readSettings(values);
  } catch (error) {
    return fail((error as Error).message, EXIT_USAGE);
  }
};

const readVariants = (kept: KeptOptions, components: readonly WallComponent[]) => {
  try {
    return listVariants(kept, components);
  } catch (error) {
    return fail((error as Error).message, EXIT_USAGE);
  }
};

const progress = (line: string): void => {
  if (process.stderr.isTTY) console.error(line);
};

export const command = defineCommand({
  options: {
    dashboard: { value: 'folder', meaning: 'the dashboard folder; that of the demo by default' },
    ...settingOptions(WALL.slice(0, 1)),
    ...settingOptions(TRAFFIC),
    ...settingOptions(WALL.slice(1)),
    cache: { value: 'durations', meaning: KEPT.cache, default: KEPT_DEFAULTS.cache },
    stale: { value: 'duration', meaning: KEPT.stale, default: KEPT_DEFAULTS.stale },
    datasets: { value: 'source', meaning: DATASETS_MEANING },
    format: formatOption(FORMATS, 'table'),
    prices: { value: 'file', meaning: 'a price list that replaces the one of npm run cost' },
    ...settingOptions(ASSUMED),
  },
  notes: [
    'How it is simulated',
    ...METHOD.map((text) => wrapText(text)),
    ...section(
      'Left out',
      LEFT_OUT.map((text) => wrapText(text)),
    ),
  ],
  run: async (values) => {
    const read = readValues(values);
    if ('failure' in read) return read;
    if (values.datasets !== undefined && !isSource(values.datasets))
      return fail(`--datasets must be one of ${SOURCES.join(', ')}, not '${values.datasets}'`, EXIT_USAGE);
    const prices = await readPriceList(
      values.prices === undefined ? OWN_PRICES : resolve(invocationFolder(), values.prices),
    );
    if (values.datasets !== undefined) {
      const { datasets: source, format } = values;
      console.log(await compareDatasets({ source, read, kept: values, prices, format, progress }));
      return undefined;
    }
    const { path, nameOf } = resolveDashboardFolder(values.dashboard ?? DEMO);
    await refreshDemo(path);
    const dashboard = await loadDashboard(path);
    if (dashboard.errors.length > 0) return { failure: reportDiagnostics(dashboard, nameOf), exitCode: 1 };

    const { settings } = read;
    const fed = await feedSamples(chooseEndpoints(dashboard.endpoints, settings.components));
    const assumptions = { ...assumeDashboard(dashboard), ...read.assumptions };
    const { name, timezone, timeout } = dashboard;
    const simulation = { dashboard: name, timezone, timeout, ...fed, settings, assumptions };
    const kept = { cache: values.cache, stale: values.stale };
    const variants = readVariants(kept, fed.components);
    if ('failure' in variants) return variants;

    await loadValidators([...new Set(fed.components.map(({ family }) => family))]);
    progress(`Simulating ${variants.length} variants; the one without a cache takes longest.`);
    const runs = variants.map((variant) => ({ simulation, variant }));
    const outcomes = await runVariants(runs, ({ name: done }) => progress(`  ${done}: done`));
    const results = outcomes.map((outcome) => ({ outcome, bill: priceOutcome(outcome, simulation, prices) }));
    console.log(FORMATS[values.format]({ simulation, kept, endpoints: dashboard.endpoints.length, results, prices }));
    return undefined;
  },
});
