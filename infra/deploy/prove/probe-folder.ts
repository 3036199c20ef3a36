import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const PROBE = { dashboard: 'prove', stage: 'proof', token: '/wallfeed/prove/token', database: 'wallfeed_prove' };

export const LAKE_FILES: Readonly<Record<string, string>> = {
  'a.csv': 'north,1\n',
  'b.csv': 'south,2\n',
  'c.csv': 'west,3\n',
};

export const LAKE_COLUMNS = [
  { Name: 'name', Type: 'string' },
  { Name: 'value', Type: 'bigint' },
];

const dashboardOf = (region: string, lake: string): string => `dashboard: ${PROBE.dashboard}
region: ${region}
hours: 'Mon-Fri 07:30-22:00'
athena: { database: ${PROBE.database}, data: '${lake}', scan: 10 MB }
datasets:
  lake: { athena: 'select name, value, 1 as score, 1 as pv from visits order by value' }
endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv, cache: 1m, token: 'ssm:${PROBE.token}' }
  orders: { component: Mini Pie Chart, sql: select n from orders, cache: 0s }
  lake: { component: 3D Pie Chart, dataset: lake }
  page: { component: Frame, csv: page.csv }
`;

export interface ProbeFolder {
  readonly folder: string;
  readonly secret: string;
}

/**
 * Writes the folder of the probe dashboard, with one endpoint for each kind of source, into the folder for temporary
 * files.
 */
export const writeProbeFolder = async (region: string, lake: string): Promise<ProbeFolder> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-prove-'));
  const secret = randomBytes(16).toString('hex');
  const files = {
    'dashboard.yml': dashboardOf(region, lake),
    '.secrets.yml': `${PROBE.token}: '${secret}'\n`,
    'data/pie.csv': 'name,value,score,pv\nnorth,1,,\nsouth,2,,\n',
    'data/page.csv': 'src\nhttps://example.com/\n',
    'data/orders.sql': 'create table orders (n int);\ninsert into orders values (1);\n',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return { folder, secret };
};
