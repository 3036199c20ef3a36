import type { LoadedDashboard, LoadedEndpoint } from '../../../infra/dashboard/definition/load-dashboard.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';

const CONFIG: EndpointConfig = {
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tables: { table: { source: 'csv', key: 'ops-room/a.csv' } },
  tokens: [],
  deadline: 8000,
};

export const endpoint = (family: string, slug: string, config: Partial<EndpointConfig> = {}): LoadedEndpoint => ({
  slug,
  family,
  component: '3D Pie Chart',
  path: config.path ?? `/${family}/${slug}`,
  source: 'csv a.csv',
  config: { ...CONFIG, ...config },
});

export const dashboard = (
  endpoints: readonly LoadedEndpoint[],
  more: Partial<LoadedDashboard> = {},
): LoadedDashboard => ({
  folder: '/nowhere',
  name: 'ops-room',
  timezone: 'Asia/Shanghai',
  origins: ['https://wall.example.com'],
  memory: 512,
  timeout: 7000,
  throttle: { rate: 5, burst: 9 },
  watch: 'basic',
  accessLog: 'full',
  log: 'full',
  endpoints,
  datasets: {},
  checkedDatasets: {},
  checked: [],
  errors: [],
  warnings: [],
  notes: [],
  written: {
    value: {},
    keysAt: () => [],
    toDiagnostic: () => ({ file: '', line: 1, column: 1, message: '', severity: 'error' }),
  },
  localOnly: [],
  blockedBy: [],
  replaced: [],
  ...more,
});

/** Without `database`, the endpoint uses the stack’s own database. */
export const sql = (database?: { cluster: string; secret: string; name: string }): Partial<EndpointConfig> => ({
  tables: { table: { source: 'sql', statement: 'select 1', parameters: [], ...(database ? { database } : {}) } },
});
