import { checkOptions } from '../../../../shared/catalogue/option.ts';
import type { EndpointConfig } from '../../../../shared/config/dashboard-config.ts';
import type { Selection } from '../../../../shared/config/selection.ts';
import type { TableSource } from '../../../../shared/config/sources.ts';
import { type Settings, tablesOf } from '../../../../shared/pipeline/bind-endpoints.ts';
import type { TableDefinition } from '../../../../shared/tabular/define-table.ts';
import { type ShapeFolder, shapeFolders } from '../../tables/shape-folders.ts';
import { canaries } from './canaries.ts';

export type SourceKind = 'csv' | 'json' | 'rows' | 'sql';

export interface PlannedEndpoint {
  readonly family: string;
  readonly slug: string;
  readonly folder: ShapeFolder;
  readonly kind: SourceKind;
  readonly config: EndpointConfig;
  /** The endpoint has the options of the sample, so that it accepts every table that is valid for the shape. */
  readonly isUsual: boolean;
}

const HOUR_MS = 3_600_000;
const DEADLINE_MS = 8_000;
const MAX_SETTINGS = 4;

const keyOf = (file: string): string => `${canaries.folder}/${file}`;

const tableSources: Readonly<Record<Exclude<SourceKind, 'json'>, (table: string) => TableSource>> = {
  rows: () => ({ source: 'jsonRows', key: keyOf('document.json'), rows: '', selection: {} }),
  csv: (table) => ({ source: 'csv', key: keyOf(`${table}.csv`) }),
  sql: (table) => ({
    source: 'sql',
    statement: `select * from ${canaries.statement}${table} where at between :from and :to`,
    parameters: ['from', 'to', 'currentTime', 'timePeriod'],
  }),
};

const documentSource: Pick<EndpointConfig, 'tables' | 'document'> = {
  tables: {},
  document: { source: 'json', key: keyOf('document.json') },
};

const sourcesOf = (names: readonly string[], kind: SourceKind): Pick<EndpointConfig, 'tables' | 'document'> =>
  kind === 'json'
    ? documentSource
    : { tables: Object.fromEntries(names.map((name) => [name, tableSources[kind](name)])) };

/** Returns the valid options of rejects require other columns or fields than the options of the sample. */
const otherOptions = ({ shape, rejects, options }: ShapeFolder): readonly Settings['options'][] => {
  const texts = rejects.flatMap((reject) => (reject.options ? [JSON.stringify(reject.options)] : []));
  return [...new Set(texts)]
    .filter((text) => text !== JSON.stringify(options))
    .map((text) => JSON.parse(text) as Settings['options'])
    .filter((candidate) => checkOptions(shape.options, candidate).length === 0)
    .slice(0, MAX_SETTINGS);
};

const settingsOf = (folder: ShapeFolder): readonly (Settings & { readonly isUsual: boolean })[] => [
  ...Array.from(folder.bodies.keys(), (reading) => ({
    options: folder.options,
    ...(reading && { reading }),
    isUsual: true,
  })),
  ...otherOptions(folder).map((options) => ({ options, isUsual: false })),
];

const TOKENS = [
  { from: 'ssm', name: '/canary/next' },
  { from: 'ssm', name: '/canary/token' },
] as const;

/** By the last word of the slug. */
const EXTRAS: Readonly<Record<string, Partial<EndpointConfig>>> = {
  locked: { tokens: TOKENS },
  dated: { tokens: TOKENS, maxSkew: 300_000 },
  lost: { tokens: [{ from: 'ssm', name: '/canary/absent' }] },
  kept: { cache: { ttl: HOUR_MS, shared: false }, stale: HOUR_MS },
};

const FORMATS = { delimiter: ';', decimal: ',' } as const;

const formatted = (config: EndpointConfig): EndpointConfig => ({
  ...config,
  tables: Object.fromEntries(
    Object.entries(config.tables).map(([name, source]) => [name, { ...source, ...FORMATS } as TableSource]),
  ),
});

/**
 * Selects the columns of a fixed table by position, which gives the same rows as reading the table without a selection.
 */
const selectedOf = (definition: TableDefinition | undefined): Selection =>
  definition?.kind === 'fixed'
    ? {
        columns: Object.keys(definition.columns).map((name, index) => ({
          name,
          source: { from: 'cell', of: index + 1 },
        })),
      }
    : {};

const selected = (folder: ShapeFolder, config: EndpointConfig): EndpointConfig => {
  const definitions = tablesOf(folder.shape, config);
  return {
    ...config,
    tables: Object.fromEntries(
      Object.entries(config.tables).map(([name, source]) => [
        name,
        { ...source, selection: selectedOf(definitions[name]) } as TableSource,
      ]),
    ),
  };
};

const fromRows = (folder: ShapeFolder, config: EndpointConfig): EndpointConfig => {
  const { columns = [], ...selection } = selectedOf(tablesOf(folder.shape, config).table);
  const named = columns.map(({ name }, index) => ({ name, source: { from: 'cell' as const, of: String(index + 1) } }));
  const table = { source: 'jsonRows', key: keyOf('document.json'), rows: '' } as const;
  return { ...config, tables: { table: { ...table, selection: { ...selection, columns: named } } } };
};

const planShape = (folder: ShapeFolder): readonly PlannedEndpoint[] => {
  const tableNames = Object.keys(folder.tables);
  const needed = tableNames.filter((name) => !folder.shape.optionalTables.includes(name));
  const base = {
    component: folder.shape.components[0] ?? '',
    shape: folder.shape.name,
    tokens: [],
    deadline: DEADLINE_MS,
  };
  const plan = (suffix: string, kind: SourceKind, config: Partial<EndpointConfig>, isUsual: boolean) => ({
    family: folder.family,
    slug: `${folder.name}-${suffix}`,
    folder,
    kind,
    isUsual,
    config: { ...base, options: folder.options, ...sourcesOf(tableNames, kind), ...config },
  });
  const kinds = settingsOf(folder).flatMap(({ isUsual, ...settings }, index) =>
    (['csv', 'json', 'sql'] as const).map((kind) => plan(`${kind}-${index}`, kind, settings, isUsual)),
  );
  const extras = Object.entries(EXTRAS).map(([word, extra]) => plan(word, 'csv', extra, true));
  const requiredTables =
    needed.length === tableNames.length
      ? []
      : (['csv', 'sql'] as const).map((kind) => plan(`${kind}-few`, kind, sourcesOf(needed, kind), true));
  const usual = plan('formatted', 'csv', {}, false);
  const whole = plan('selected', 'csv', {}, true);
  const rows = needed.join() === 'table' ? [plan('rows', 'rows', sourcesOf(needed, 'rows'), false)] : [];
  return [
    ...kinds,
    ...requiredTables,
    ...extras,
    { ...usual, config: formatted(usual.config) },
    { ...whole, config: selected(folder, whole.config) },
    ...rows.map((one) => ({ ...one, config: fromRows(folder, one.config) })),
  ];
};

/**
 * Plans endpoints for every shape of the catalogue: each source, reading and set of options, with each kind of token
 * and cache.
 */
export const planEndpoints = (): readonly PlannedEndpoint[] => shapeFolders.flatMap(planShape);
