import type { PriceList } from '../../../cost/price-list.ts';
import { SCAN, SECONDS } from '../../../cost/quantity.ts';
import { assumeDashboard } from '../../../cost/read-assumptions.ts';
import { wrapText } from '../../../cost/report/paragraph.ts';
import { formatOutcomes } from '../format-outcomes.ts';
import { type KeptOptions, listVariants } from '../list-variants.ts';
import { priceOutcome } from '../price-outcome.ts';
import { runVariants } from '../run-variants.ts';
import type { readSettings } from '../settings.ts';
import type { Run, Simulation } from '../simulation.ts';
import { type DatasetSource, FILES, loadDatasetWall, TABLE } from './dataset-wall.ts';

/** Each query through Athena in these walls. */
const SCANNED_BYTES = 10_000_000;

const READS = ['each', 'dataset'] as const;

/** Lists the statements of components and datasets. All of them return the same table. */
const resultsOf = ({ components, datasets = {} }: Pick<Simulation, 'components' | 'datasets'>) => {
  const sources = [
    ...components.flatMap(({ config }) => Object.values(config.tables)),
    ...Object.values(datasets).map(({ source }) => source),
  ];
  return Object.fromEntries(sources.flatMap((source) => ('statement' in source ? [[source.statement, TABLE]] : [])));
};

const simulationOf = async (
  source: DatasetSource,
  reads: (typeof READS)[number],
  { settings, assumptions }: ReturnType<typeof readSettings>,
): Promise<Simulation> => {
  const dashboard = await loadDatasetWall(source, reads, settings.components);
  const components = dashboard.endpoints.map(({ slug, family, path, config: { cache: _, stale: __, ...config } }) => ({
    endpoint: slug,
    family,
    path,
    asksDatabase: source === 'sql',
    config,
  }));
  const datasets = Object.fromEntries(Object.entries(dashboard.datasets).map(([name, { config }]) => [name, config]));
  const read = { components, ...(Object.keys(datasets).length > 0 && { datasets }) };
  const { name, timezone, timeout } = dashboard;
  return {
    dashboard: name,
    timezone,
    timeout,
    ...read,
    objects: FILES,
    results: resultsOf(read),
    scannedBytes: SCANNED_BYTES,
    answer: TABLE,
    settings,
    assumptions: { ...assumeDashboard(dashboard), ...assumptions },
  };
};

export interface Comparison {
  readonly source: DatasetSource;
  readonly read: ReturnType<typeof readSettings>;
  readonly kept: KeptOptions;
  readonly prices: PriceList;
  readonly format: 'table' | 'json';
  readonly progress: (line: string) => void;
}

/** Leaves out the variant without a cache, in which datasets save nothing. */
const listRuns = async ({ source, read, kept }: Comparison): Promise<readonly Run[]> => {
  const [each, dataset] = await Promise.all(
    READS.map(async (reads) => {
      const simulation = await simulationOf(source, reads, read);
      const variants = listVariants(kept, simulation.components).filter((variant) => variant.kept !== 'not');
      return variants.map((variant) => ({ simulation, variant: { ...variant, reads } }));
    }),
  );
  return (each ?? []).flatMap((one, index) => [one, dataset?.[index] ?? one]);
};

const headOf = ({ source, read: { settings, assumptions } }: Comparison): string =>
  `${settings.components} components over ${source}, each with a table of its own, and selecting from one dataset; ` +
  `${assumptions.screens} screens asking every ${SECONDS.write(assumptions.refreshSeconds)}` +
  (source === 'athena' ? `; a query scans ${SCAN.write(SCANNED_BYTES)}` : '');

/** Returns the report. */
export const compareDatasets = async (comparison: Comparison): Promise<string> => {
  const { source, read, prices, format, progress } = comparison;
  const runs = await listRuns(comparison);
  const outcomes = await runVariants(runs, ({ reads, name }) => progress(`  ${reads}, ${name}: done`));
  const sideBySide = runs.flatMap(({ simulation }, index) => {
    const outcome = outcomes[index];
    return outcome ? [{ outcome, bill: priceOutcome(outcome, simulation, prices) }] : [];
  });
  if (format === 'json') {
    const variants = sideBySide.map(({ outcome, bill }) => ({ ...outcome, bill }));
    return JSON.stringify({ source, scannedBytes: SCANNED_BYTES, variants }, null, 2);
  }
  const options = { currency: prices.currency, time: SECONDS.write(read.settings.length) };
  return [wrapText(headOf(comparison), ''), '', ...formatOutcomes(sideBySide, options)].join('\n');
};
