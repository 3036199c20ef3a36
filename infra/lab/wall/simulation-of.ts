import { endpointsFile, writeFolder } from '../../../tests/support/folders/write-folder.ts';
import { OWN_PRICES, type PriceList, readPriceList } from '../../cost/price-list.ts';
import { loadDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { feedSamples } from './feed-samples.ts';
import { readSettings } from './settings.ts';
import type { Simulation } from './simulation.ts';

/** Two components of different families: one reads a file, the other queries the database. */
export const FILES = {
  'dashboard.yml': endpointsFile(
    '  traffic: { component: 3D Pie Chart, csv: traffic.csv }',
    '  orders: { component: Color Bar Chart, sql: select a }',
  ),
  'data/traffic.csv': 'name,value,score,pv\na,1,,\n',
};

/** The dashboard is `FILES` unless others are given. */
export const simulationOf = async (
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly simulation: Simulation; readonly prices: PriceList }> => {
  const dashboard = await loadDashboard(await writeFolder({ ...FILES, ...files }));
  if (dashboard.errors.length > 0) throw new Error(JSON.stringify(dashboard.errors));
  const values = Object.fromEntries(
    args.flatMap((arg, index) => (arg.startsWith('--') ? [[arg.slice(2), args[index + 1]]] : [])),
  );
  const { settings, assumptions } = readSettings(values);
  const { name, timezone, timeout, memory } = dashboard;
  const simulation = {
    dashboard: name,
    timezone,
    timeout,
    ...(await feedSamples(dashboard.endpoints)),
    settings,
    assumptions: {
      ...assumptions,
      memoryMb: memory,
      watch: 'basic' as const,
      accessLog: 'full' as const,
      log: 'full' as const,
      hasHours: false,
      zones: 0,
    },
  };
  return { simulation, prices: await readPriceList(OWN_PRICES) };
};
