import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadedDashboard, loadDashboard } from '../../../dashboard/definition/load-dashboard.ts';

export const SOURCES = ['sql', 'csv', 'athena'] as const;
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

const selection = (component: string): string => `columns: ${columnsOf(component, ['region', '{ sum: amount }'])}`;

const SLOT = 'cache: 1m';

/** The statement of a query depends on `index`. */
const datasetText = (source: DatasetSource, name: string, index: number): string =>
  source === 'csv'
    ? `  ${name}: { csv: sales.csv, ${SLOT} }`
    : `  ${name}: { ${source}: '${statementOf(index)}', ${SLOT} }`;

const eachText = (source: DatasetSource, index: number): string => {
  const component = componentOf(index);
  if (source === 'csv') return `component: ${component}, csv: { file: sales.csv, ${selection(component)} }`;
  if (source === 'athena') return `component: ${component}, dataset: sales-${index}, ${selection(component)}`;
  return `component: ${component}, sql: '${statementOf(index)}', columns: ${columnsOf(component, ['region', 'amount'])}`;
};

const dashboardText = (source: DatasetSource, reads: 'each' | 'dataset', count: number): string => {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const datasets =
    reads === 'dataset'
      ? [datasetText(source, 'sales', 0)]
      : indexes.map((index) => (source === 'athena' ? datasetText(source, `sales-${index}`, index) : ''));
  const named = datasets.filter((text) => text !== '');
  const endpoints = indexes.map((index) => {
    const selected = `component: ${componentOf(index)}, dataset: sales, ${selection(componentOf(index))}`;
    return `  c${index}: { ${reads === 'dataset' ? selected : eachText(source, index)} }`;
  });
  return [
    'dashboard: wall',
    ...(source === 'athena' ? ['athena: { database: shop, data: s3://lake/shop/ }'] : []),
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
