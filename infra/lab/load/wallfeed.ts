import { cpSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { buildFunctions } from '../../build/bundling/build-functions.ts';
import { nameOf, SIZES } from './files.ts';
import type { Handler } from './lambda-listener.ts';

const HOUR_MS = 3_600_000;
export const TOKEN = { name: 'WALLFEED_BENCH_TOKEN', secret: 'secret' };

const endpointOf = (key: string, more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  component: 'Pie Chart',
  shape: 'proportion-series',
  options: {},
  tokens: [],
  deadline: 8_000,
  tables: { table: { source: 'csv', key } },
  ...more,
});

const cache = { ttl: HOUR_MS, shared: false };
const token: Partial<EndpointConfig> = { cache, tokens: [{ from: 'env', name: TOKEN.name }] };

const endpointsOf = (rows: number): Readonly<Record<string, EndpointConfig>> => ({
  [`cached-${rows}`]: endpointOf(`steady/${nameOf(rows)}`, { cache }),
  [`token-${rows}`]: endpointOf(`steady/${nameOf(rows)}`, token),
  [`uncached-${rows}`]: endpointOf(`changing/${nameOf(rows)}`),
  [`unchanged-${rows}`]: endpointOf(`steady/${nameOf(rows)}`),
});

const config: DashboardConfig = {
  dashboard: 'bench',
  family: 'pie',
  version: 'bench',
  timezone: 'UTC',
  endpoints: Object.assign({}, ...SIZES.map(endpointsOf)),
};

export const installFunction = async (
  taskRoot: string,
  dashboard: DashboardConfig = config,
  family = 'pie',
): Promise<void> => {
  const built = await buildFunctions({ families: [family] });
  cpSync(join(built.folder, family), taskRoot, { recursive: true });
  await writeFile(join(taskRoot, 'dashboard.json'), JSON.stringify(dashboard));
};

/** Loads a function's handler as the runtime would. `LAMBDA_TASK_ROOT` names its folder. */
export const loadHandler = async (): Promise<Handler> => {
  const taskRoot = process.env.LAMBDA_TASK_ROOT ?? '';
  const { open } = createRequire(join(taskRoot, 'main.js'))('./main.js');
  return (await open()).handler;
};
