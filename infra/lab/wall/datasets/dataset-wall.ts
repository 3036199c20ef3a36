import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadedDashboard, loadDashboard } from '../../../dashboard/definition/load-dashboard.ts';
import { PAGES } from '../start-host.ts';

export const SOURCES = ['sql', 'csv', 'athena', 'http', 'cloudwatch'] as const;
export type DatasetSource = (typeof SOURCES)[number];

export const isSource = (text: string): text is DatasetSource => SOURCES.some((source) => source === text);

export const DATASETS_MEANING =
  `${SOURCES.join(', ')}: compares components that each read one table of this source with components that select from ` +
  'one dataset, in place of the components of the dashboard';

/** Show names with values, in five families. */
const COMPONENTS = ['3D Pie Chart', 'Core Metrics', '3D Bar Chart 2', 'Alarm List 2', 'Mini Area Chart'];

export const TABLE = {
  header: ['region', 'amount'],
  rows: [
    ['North', '120'],
    ['South', '80'],
    ['East', '45.5'],
    ['West', '200'],
  ],
} as const;

const FILE = [TABLE.header, ...TABLE.rows].map((cells) => `${cells.join(',')}\n`).join('');

const componentOf = (index: number): string => COMPONENTS[index % COMPONENTS.length] ?? '';

/** Selects columns of the table. */
const columnsOf = (component: string, [name, value]: readonly [string, string]): string =>
  component === 'Mini Area Chart' ? `{ series: ${name}, value: ${value} }` : `{ name: ${name}, value: ${value} }`;

/** Components with queries of their own run different statements. */
const statementOf = (index: number): string => `select region, amount from sales where amount > ${index}`;

/** Returns the columns of a source with the names and the values. */
const namesOf = (source: DatasetSource): readonly [string, string] =>
  source === 'cloudwatch' ? ['label', 'value'] : ['region', 'amount'];

const selection = (source: DatasetSource, component: string): string => {
  const [name, value] = namesOf(source);
  return `columns: ${columnsOf(component, [name, `{ sum: ${value} }`])}`;
};

const SLOT = 'cache: 1m';

/** Writes the source of a dataset. Each index has a query of its own. */
const SOURCE_TEXTS: Readonly<Record<DatasetSource, (index: number) => string>> = {
  csv: () => 'csv: sales.csv',
  sql: (index) => `sql: '${statementOf(index)}'`,
  athena: (index) => `athena: '${statementOf(index)}'`,
  http: (index) => `http: { host: api, path: /sales/${index}, pages: { next: next, atMost: ${PAGES} }, rows: rows }`,
  cloudwatch: (index) =>
    `cloudwatch: { metrics: { open: { namespace: Wall, name: open${index}, stat: Sum }, closed: { namespace: Wall, name: closed${index}, stat: Sum } } }, window: { last: 1h }`,
};

const datasetText = (source: DatasetSource, name: string, index: number): string =>
  `  ${name}: { ${SOURCE_TEXTS[source](index)}, ${SLOT} }`;

/** Sources that endpoints may have without a dataset. */
const OF_ENDPOINTS: ReadonlySet<DatasetSource> = new Set(['csv', 'sql']);

const eachText = (source: DatasetSource, index: number): string => {
  const component = componentOf(index);
  if (source === 'csv') return `component: ${component}, csv: { file: sales.csv, ${selection(source, component)} }`;
  if (source === 'sql')
    return `component: ${component}, ${SOURCE_TEXTS.sql(index)}, columns: ${columnsOf(component, namesOf(source))}`;
  return `component: ${component}, dataset: sales-${index}, ${selection(source, component)}`;
};

const TOPS: Readonly<Partial<Record<DatasetSource, string>>> = {
  athena: 'athena: { database: shop, data: s3://lake/shop/ }',
  http: "hosts: { api: { url: 'http://127.0.0.1:1', plain: true } }",
  cloudwatch: 'region: us-east-1',
};

export const dashboardText = (source: DatasetSource, reads: 'each' | 'dataset', count: number): string => {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const each = OF_ENDPOINTS.has(source) ? [] : indexes.map((index) => datasetText(source, `sales-${index}`, index));
  const named = reads === 'dataset' ? [datasetText(source, 'sales', 0)] : each;
  const endpoints = indexes.map((index) => {
    const selected = `component: ${componentOf(index)}, dataset: sales, ${selection(source, componentOf(index))}`;
    return `  c${index}: { ${reads === 'dataset' ? selected : eachText(source, index)} }`;
  });
  return [
    'dashboard: wall',
    ...[TOPS[source] ?? []].flat(),
    ...(named.length > 0 ? ['datasets:', ...named] : []),
    'endpoints:',
    ...endpoints,
    '',
  ].join('\n');
};

export const loadDatasetWall = async (
  source: DatasetSource,
  reads: 'each' | 'dataset',
  count: number,
): Promise<LoadedDashboard> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-wall-'));
  try {
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data/sales.csv'), FILE);
    await writeFile(join(folder, 'dashboard.yml'), dashboardText(source, reads, count));
    const dashboard = await loadDashboard(folder);
    const [error] = dashboard.errors;
    if (error) throw new Error(`${error.message} (${error.hint})`);
    return dashboard;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const FILES = { 'wall/sales.csv': FILE };
