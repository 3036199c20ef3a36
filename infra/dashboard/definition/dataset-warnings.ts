import { stepsOf } from '../../../shared/calendar/earlier.ts';
import { secretsOf } from '../../../shared/config/dashboard-config.ts';
import { windowDependence } from '../../../shared/config/depends-on-window.ts';
import type { EarlierStep } from '../../../shared/config/selection.ts';
import { partsOf } from '../../../shared/config/sources.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type CheckedDataset, type CheckedDatasets, datasetNames } from '../datasets/check-datasets.ts';
import type { CheckedEndpoint } from '../endpoints/check-endpoint.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration, writeDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { KINDS } from '../registry/kinds.ts';

interface Use {
  readonly dataset: CheckedDataset;
  readonly endpoints: readonly CheckedEndpoint[];
}

type Warn = (use: Use, file: Fields) => readonly DefinitionProblem[];

const unused: Warn = ({ dataset: { name, loaded }, endpoints }) =>
  endpoints.length > 0 || !loaded
    ? []
    : [
        {
          path: ['datasets', name],
          part: 'key',
          message: say`no endpoint uses the dataset ${name}`,
          hint: `write \`dataset: ${name}\` at an endpoint, or remove it`,
          severity: 'warning',
        },
      ];

const isBilled = ({ loaded }: CheckedDataset): boolean => loaded?.config.isBilled ?? false;

/** Warns because a query may take longer than a request, and until it ends only older rows can be served. */
const noStale: Warn = ({ dataset }, file) => {
  const { [dataset.name]: definition } = asFields(file.datasets);
  const hasStale = 'stale' in asFields(definition) || 'stale' in file;
  if (!isBilled(dataset) || hasStale) return [];
  const message = 'without `stale`, the first response of each slot may be a timeout while the query runs';
  const hint =
    'add `stale: 1h`, for example: responses then have the rows of the previous slot until the new rows are there';
  return [{ path: ['datasets', dataset.name], part: 'key', message, hint, severity: 'warning' }];
};

/**
 * Warns of a `stale` that works only in functions that have read rows before. Leaves out billed queries, whose service
 * keeps the results for all functions.
 */
const staleOfOne: Warn = ({ dataset }, file) => {
  const { name, loaded } = dataset;
  const { [name]: definition } = asFields(file.datasets);
  if (!loaded || isBilled(dataset) || loaded.config.shared || !('stale' in asFields(definition))) return [];
  const message = '`stale` works only in a function that has read rows before, not in a new one';
  const hint = 'write `cache: { ttl: 1m, shared: true }`, with your own time: all functions then share the rows';
  return [{ path: ['datasets', name, 'stale'], part: 'key', message, hint, severity: 'warning' }];
};

/** Warns because each length is a separate query, and without a token anyone may ask for any length. */
const unbounded: Warn = ({ dataset, endpoints }) => {
  const { name, loaded } = dataset;
  if (!loaded || !isBilled(dataset) || loaded.config.window) return [];
  const table = { source: 'dataset', dataset: name, selection: {} } as const;
  const [open] = endpoints.filter(({ config }) => secretsOf(config).length === 0);
  if (!open || !windowDependence({ tables: { table }, datasets: { [name]: loaded.config } }).period) return [];
  const message = say`a request chooses the time that the query reads, each query costs money, and ${open.slug} has no token`;
  const hint = 'add `window: { last: 24h }`, or `{ atMost: 24h }` to limit it, or a `token`';
  return [{ path: ['datasets', name], part: 'key', message, hint, severity: 'warning' }];
};

const ttlOf = (cache: unknown): unknown => asFields(cache).ttl ?? cache;

/** Warns because the endpoint would create the same response from the same rows again. */
const shortCaches: Warn = ({ dataset: { name, loaded }, endpoints }, file) =>
  endpoints.flatMap(({ slug }): readonly DefinitionProblem[] => {
    const { cache } = asFields(asFields(file.endpoints)[slug]);
    const ttl = parseDuration(ttlOf(cache));
    const slot = loaded?.config.ttl ?? 0;
    if (ttl === undefined || ttl >= slot) return [];
    const message = say`\`cache\` is shorter than a slot of ${name}, whose rows stay the same for ${writeDuration(slot)}`;
    const hint = 'leave `cache` out: the endpoint then caches for as long as its dataset';
    return [{ path: ['endpoints', slug, 'cache'], message, hint, severity: 'warning' }];
  });

const DAY_MS = 24 * 60 * 60_000;
/** Months and years are rounded up. */
const SPAN_MS = { today: DAY_MS, day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS, year: 366 * DAY_MS } as const;

const lengthOf = (length: number | keyof typeof SPAN_MS): number =>
  typeof length === 'number' ? length : SPAN_MS[length];

const narrowWindows: Warn = ({ dataset: { name, loaded }, endpoints }) => {
  const { window } = loaded?.config ?? {};
  const longest = window?.last ?? window?.atMost;
  if (longest === undefined) return [];
  const isBeyond = (step: EarlierStep): boolean => lengthOf(step) >= lengthOf(longest);
  return endpoints.flatMap(({ slug, config }) =>
    Object.entries(config.tables).flatMap(([table, source]) =>
      partsOf(source).flatMap((part) => {
        if (part.source !== 'dataset' || part.dataset !== name) return [];
        const below = ['endpoints', slug, ...(table === 'table' ? [] : [table]), 'columns'];
        return (part.selection.columns ?? [])
          .filter((column) => stepsOf({ columns: [column] }).some(isBeyond))
          .map(
            (column): DefinitionProblem => ({
              path: [...below, column.name],
              part: 'key',
              message: say`the window of the dataset ${name} holds no rows of the earlier window`,
              hint: `give the dataset a longer \`window\`, such as \`window: { last: ${writeDuration(2 * lengthOf(longest))} }\``,
              severity: 'warning',
            }),
          );
      }),
    ),
  );
};

const WARNINGS: readonly Warn[] = [unused, noStale, staleOfOne, unbounded, shortCaches, narrowWindows];

/** Warns of keys such as `athena` at the top of a file without datasets of Athena. */
const idleSettings = (datasets: CheckedDatasets, file: Fields): readonly DefinitionProblem[] =>
  KINDS.filter(
    ({ name, keys }) =>
      keys.top &&
      file[name] !== undefined &&
      !Object.keys(datasets).some((dataset) => Object.hasOwn(asFields(asFields(file.datasets)[dataset]), name)),
  ).map(({ name, price, docs }) => ({
    path: [name],
    part: 'key',
    message: say`no dataset is a query through ${price.title}`,
    hint: `add \`datasets: { sales: { ${name}: ${docs.example} } }\`, or remove \`${name}\``,
    severity: 'warning',
  }));

const idleHosts = (file: Fields): readonly DefinitionProblem[] => {
  const sources = Object.values(asFields(file.datasets)).flatMap((dataset) => Object.values(asFields(dataset)));
  const used = new Set(sources.map((source) => asFields(source).host));
  return Object.keys(asFields(file.hosts))
    .filter((name) => !used.has(name))
    .map((name) => ({
      path: ['hosts', name],
      part: 'key',
      message: `no dataset calls the host ${name}`,
      hint: 'remove it, or name it as `host` of a dataset',
      severity: 'note',
    }));
};

/** @param file the value of dashboard.yml. */
export const datasetWarnings = (
  file: Fields,
  datasets: CheckedDatasets,
  endpoints: readonly CheckedEndpoint[],
): readonly DefinitionProblem[] => [
  ...Object.values(datasets).flatMap((dataset) => {
    const users = endpoints.filter((endpoint) => datasetNames(endpoint.config).includes(dataset.name));
    return WARNINGS.flatMap((warn) => warn({ dataset, endpoints: users }, file));
  }),
  ...idleSettings(datasets, file),
  ...idleHosts(file),
];
