import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileWhole } from '../../../infra/program/write-files.ts';

/** Must never reach the page. */
export const SECRET = 'a-secret-that-no-page-may-hold';

/**
 * `kept` is the only endpoint of its family, so that one environment handles all its requests. A second environment would
 * have no response to serve stale.
 */
const DASHBOARD = `dashboard: ops-room
token: ssm:/ops-room/token
endpoints:
  traffic-share: { component: 3D Pie Chart, csv: traffic.csv }
  payments: { component: Circular Proportion Chart, csv: payments.csv, options: { unit: 笔 } }
  flow: { component: 3D Sankey Diagram, nodes: { csv: steps.csv }, links: { csv: visits.csv } }
  gauge: { component: Dashboard Gauge, csv: gauge.csv }
  kept: { component: Funnel Chart, csv: kept.csv, stale: 10m }
  totals: { component: 3D Pie Chart, json: totals.json }
  nothing: { component: Colorful Progress Bar, csv: nothing.csv }
  status-page: { component: Frame, csv: page.csv }
  script: { component: Scripted Chart A, csv: rhythm.csv, script: queries/chart.js }
# a comment that stays
`;

export const pieWith = (direct: string): string =>
  `name,value,score,pv\nSearch,38.5,,\nDirect,${direct},,\nMail,17.8,,\n`;

export const funnelWith = (direct: string): string =>
  `name,value,color\nSearch,38.5,#1f77b4\nDirect,${direct},#2ca02c\nMail,17.8,#ff7f0e\n`;

/** Returns the file of the payments in GB18030: 方式,类型,数量, and a row of 微信,线上 with a value. */
export const paymentsWith = (value: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('b7bdcabd2cc0e0d0cd2ccafdc1bf0ad6a7b8b6b1a62ccfdfc9cf2c3132300acea2d0c52ccfdfc9cf2c', 'hex'),
    value,
    Buffer.from('\n'),
  ]);

export const visitsWith = (weight: string): string => `from,to,weight\nhome,cart,${weight}\ncart,order,9\n`;

/** Returns a JSON document of totals. `value` is in line 4. */
export const totalsWith = (value: string): string =>
  `{ "code": 200, "msg": "success",\n  "data": [\n    { "name": "Search", "value": 38.5 },\n    { "name": "Direct", "value": ${value} }\n  ] }\n`;

const FILES: Readonly<Record<string, string | Buffer>> = {
  'dashboard.yml': DASHBOARD,
  '.secrets.yml': `/ops-room/token: '${SECRET}'\n`,
  'data/traffic.csv': pieWith('24.2'),
  'data/payments.csv': paymentsWith(Buffer.from('80')),
  'data/steps.csv': 'id,name\nhome,Home\ncart,Cart\norder,Order\n',
  'data/visits.csv': visitsWith('20'),
  'data/gauge.csv': 'percent\n62\n',
  'data/kept.csv': funnelWith('24.2'),
  'data/totals.json': totalsWith('24.2'),
  'data/nothing.csv': 'name,unit,value,color\n',
  'data/page.csv': 'src\nhttps://status.example.com/shop\n',
  'data/rhythm.csv': 'hour,Shop,Market\n08:00,3,4\n09:00,5,6\n',
  'queries/chart.js':
    "var option = { dataset: { source: [] }, xAxis: { type: 'category' }, yAxis: {}, series: [{ type: 'bar' }, { type: 'bar' }] };\n",
};

type Contents = ReadonlyMap<string, Buffer>;

const readContents = async (folder: string): Promise<Contents> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)));
};

export interface TestFolder {
  readonly path: string;
  readonly write: (file: string, content: string | Buffer) => Promise<void>;
  readonly keep: () => Promise<() => Promise<void>>;
  readonly remove: () => Promise<void>;
}

export const createFolder = async (): Promise<TestFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'wallfeed-console-'));
  const write: TestFolder['write'] = (file, content) => writeFileWhole(join(path, file), content);
  const keep: TestFolder['keep'] = async () => {
    const kept = await readContents(path);
    return async () => {
      const now = await readContents(path);
      for (const [file, content] of kept) if (!now.get(file)?.equals(content)) await writeFileWhole(file, content);
      for (const file of now.keys()) if (!kept.has(file)) await rm(file);
    };
  };
  for (const [file, content] of Object.entries(FILES)) await write(file, content);
  return { path, write, keep, remove: () => rm(path, { recursive: true }) };
};
