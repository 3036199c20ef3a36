import type { LoadedDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import type { LakeDataset } from '../../../infra/dashboard/kinds/athena/resources.ts';
import type { LoadedDataset } from '../../../infra/dashboard/kinds/source-kind.ts';
import type { AthenaSource } from '../../../shared/kinds/athena/athena-query.ts';
import type { ParquetSource } from '../../../shared/kinds/parquet/partitions.ts';
import { endpoint } from './dashboard.ts';

export const lakeDataset = (
  source: Partial<AthenaSource> = {},
  { shared = false, ...more }: Partial<Omit<LakeDataset, 'config'>> & { readonly shared?: boolean } = {},
): LakeDataset => ({
  config: {
    source: { source: 'athena', statement: 'select 1', parameters: [], database: 'shop', ...source },
    ttl: 600_000,
    shared,
    isBilled: true,
  },
  scan: 1_000_000_000,
  ...more,
});

export const selectedFrom = (dataset: string) => ({
  tables: { table: { source: 'dataset', dataset, selection: {} } } as const,
});

const DAY_MS = 86_400_000;

const parquetDataset = (source: Omit<ParquetSource, 'source'>): LoadedDataset => ({
  config: { source: { source: 'parquet', ...source }, ttl: 600_000, shared: false },
});

export const lakeDashboard: Partial<LoadedDashboard> = {
  datasets: {
    sales: lakeDataset({}, { data: ['s3://lake/shop/'], scan: 2_000_000_000, shared: true }),
    governed: lakeDataset({ database: 'finance' }),
    theirs: lakeDataset(
      { workgroup: 'walls', catalog: 'warehouse' },
      { data: ['s3://lake/shop/', 's3://lake/stock/'], results: 's3://results/walls/', scan: 9_000_000_000 },
    ),
    unused: lakeDataset({ database: 'hr' }, { data: ['s3://hr/'], scan: 50_000_000_000 }),
    stock: { config: { source: { source: 'sql', statement: 'select 1', parameters: [] }, ttl: 60_000, shared: false } },
    orders: { config: { source: { source: 'csv', key: 'one/orders.csv' }, ttl: 60_000, shared: false } },
    nights: parquetDataset({
      key: 'one/nights/day={date}/*.parquet',
      selection: { window: { of: 'at', last: 7 * DAY_MS } },
    }),
    exports: parquetDataset({ bucket: 'exports', key: 'a/sales.parquet' }),
  },
  endpoints: [
    endpoint('pie', 'by-region', { ...selectedFrom('sales'), cache: { ttl: 600_000, shared: true } }),
    endpoint('pie', 'by-channel', selectedFrom('sales')),
    endpoint('bar', 'by-hour', selectedFrom('sales')),
    endpoint('bar', 'profit', selectedFrom('governed')),
    endpoint('line', 'stock', selectedFrom('theirs')),
    endpoint('map', 'levels', selectedFrom('stock')),
    endpoint('map', 'orders', selectedFrom('orders')),
    endpoint('radar', 'nights', selectedFrom('nights')),
    endpoint('radar', 'exports', selectedFrom('exports')),
  ],
};
