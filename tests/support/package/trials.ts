import { TOPICS } from '../../../infra/help/print-topic.ts';
import { OFFICE_FILES } from './office-files.ts';

export interface Trial {
  readonly args: readonly string[];
  readonly code: 0 | 1 | 2;
  readonly says: RegExp;
}

const WALL = ['--dashboard', 'my wall'] as const;
const DEV = [...WALL, '--stage', 'dev'] as const;
const BASE = ['--base', 'https://wall.example.com'] as const;
const NO_CREDENTIALS = /^There are no AWS credentials in the environment: set .+\n$/;
const NEEDS_CLONE = /^\S+ needs the sources of Wallfeed: clone its repository, and run npm run \S+ there\n$/;

const works = (says: RegExp, ...args: readonly string[]): Trial => ({ args, code: 0, says });
const fails = (code: 1 | 2, says: RegExp, ...args: readonly string[]): Trial => ({ args, code, says });

const ASSUMPTIONS =
  '--refresh 10s --screens 3 --hours 9.5x22 --read 20ms --hit 1ms --cold 300ms --table 10ms --query 30ms --http 200ms --scan 2 ' +
  '--pages 2 --found 3 --fetch 2 --body 2KB --log 1KB --result 2KB --environments 2 --life 2h --idle 5m --acu 1 --scanned 10MB --slot 10m --combinations 3';

/** The command lines end by themselves. A later one may need the files of an earlier one. */
export const TRIALS: readonly Trial[] = [
  works(/^Usage: wallfeed <command> \[options\][\s\S]+\n {2}init [\s\S]+Topics/, 'help'),
  ...TOPICS.keys().map((topic) => works(/^#+ /m, 'help', topic)),
  works(/^## Totals/, 'help', 'selections', 'totals'),
  fails(2, /^There is no help for 'nonsense'/, 'help', 'nonsense'),
  works(/^Made my wall, and check found no errors:[\s\S]+ {2}cd 'my wall'\n {2}wallfeed start\n/, 'init', 'my wall'),
  works(
    /^Made bars, .+\n {2}bar-chart: Bar Chart from data\/bar-chart\.csv\n/,
    'init',
    'bars',
    '--component',
    'Bar Chart',
  ),
  works(/^my-wall is valid/, 'check', ...WALL),
  works(/^my-wall 有效/, 'check', ...WALL, '--lang', 'zh'),
  fails(2, /^--lang must be one of en, zh; found fr/, 'urls', '--lang', 'fr'),
  works(/^\{\s+"diagnostics"/, 'check', ...WALL, '--format', 'json'),
  works(/^\s*$/, 'check', ...WALL, '--format', 'github'),
  works(/components 'Summary Bar Chart'\n$/, 'components', 'pie'),
  works(/^\[\s+\{\s+"component"/, 'components', 'pie', '--format', 'json'),
  works(/Total a month/, 'cost', ...WALL, '--details', '--year', ...ASSUMPTIONS.split(' ')),
  works(/^my-wall costs [\d.]+ CNY a month/, 'cost', ...WALL, '--currency', 'CNY', '--rate', '7.1', '--enforce-budget'),
  fails(1, /has no line of a request to the dashboard my-wall, stage dev/, 'cost', ...DEV, '--actual', 'my wall/data'),
  fails(1, NO_CREDENTIALS, 'cost', ...DEV, '--actual', '--bill'),
  fails(2, /^--month must be a month such as 2026-10/, 'cost', ...DEV, '--actual', 'my wall', '--month', 'May'),
  fails(2, /^--against compares two months/, 'cost', ...DEV, '--actual', 'my wall', '--against', '2026-10'),
  works(/^\{\s+"currency"/, 'cost', ...WALL, '--format', 'json'),
  works(/\nwrote bill\.html\n$/, 'cost', 'my wall', 'my wall', '--by', 'department', '--report', 'bill.html'),
  fails(1, /^--report: orders\.csv exists, and no report made it: /, 'cost', ...WALL, '--report', 'orders.csv'),
  fails(1, /^the price list .+nowhere\.json cannot be read: /, 'cost', ...WALL, '--prices', 'nowhere.json'),
  fails(1, NO_CREDENTIALS, 'tables', 'shop.orders', '--catalog', 'own', '--region', 'eu-west-1', '--format', 'json'),
  fails(1, NO_CREDENTIALS, 'tables', 'shop.orders', ...WALL, '--write', '--region', 'eu-west-1'),
  fails(2, /^there is no dataset nonsense: /, 'query', 'nonsense', ...DEV, '--workgroup', 'walls', '--print'),
  fails(2, /^there is no dataset nonsense: /, 'query', 'nonsense', ...WALL, '--local', '--format', 'json'),
  works(/eu-central-1\/index\.json/, 'prices', '--region', 'eu-central-1'),
  works(/^A price list is a JSON file/, 'prices', '--form'),
  fails(
    1,
    /is no price list file of AWS/,
    'prices',
    ...['--region', 'eu-central-1', '--from', 'my wall/data', '--out', 'eu.json', '--set', 'query=0.38'],
  ),
  works(/^\{\s+"folder": "packed"/, 'package', ...DEV, '--also', 'prod', '--out', 'packed', '--format', 'json'),
  fails(1, /orders\.csv\/packed cannot be written: /m, 'package', ...DEV, '--out', 'orders.csv/packed'),
  fails(1, NO_CREDENTIALS, 'diff', ...DEV, '--format', 'json'),
  fails(1, NO_CREDENTIALS, 'diff', ...DEV, '--check', '--drift'),
  fails(1, NO_CREDENTIALS, 'prove', '--region', 'eu-west-1', '--out', 'proof.json', '--yes'),
  fails(1, NO_CREDENTIALS, 'prove', '--region', 'eu-west-1', '--remove'),
  fails(1, NO_CREDENTIALS, 'protect', ...DEV),
  fails(1, NO_CREDENTIALS, 'protect', '--package', 'packed', '--stage', 'prod'),
  fails(1, NO_CREDENTIALS, 'deploy', ...DEV, '--yes', '--no-verify', '--repair', '--allow-gone', '--new-stack'),
  fails(1, NO_CREDENTIALS, 'deploy', '--package', 'packed', '--stage', 'dev'),
  fails(1, /^--seed: no endpoint has SQL/, 'deploy', ...DEV, '--seed'),
  fails(1, NO_CREDENTIALS, 'deploy', ...DEV, '--previous'),
  fails(1, NO_CREDENTIALS, 'deploy', ...DEV, '--snapshot', 'none'),
  fails(1, NO_CREDENTIALS, 'upload', ...DEV, '--prune'),
  fails(1, NO_CREDENTIALS, 'upload', ...DEV, '--bucket', 'a-bucket'),
  fails(1, NO_CREDENTIALS, 'urls', ...DEV),
  fails(1, NO_CREDENTIALS, 'remove', ...DEV, '--yes', 'wallfeed-my-wall-dev'),
  works(/https:\/\/wall\.example\.com\/pie\/pie-chart/, 'urls', ...WALL, ...BASE, '--format', 'md'),
  works(/^\{\s+"openapi": "3\.1\.0"/, 'openapi', ...WALL, ...BASE),
  works(
    /^(?:wrote iam\/deployer-policy(?:-data)?\.json\n){2}wrote iam\/github\/deployer-role\.json\n$/,
    'policy',
    '--out',
    'iam',
  ),
  works(/^wrote cn\/deployer-policy\.json\n/, 'policy', '--partition', 'aws-cn', '--out', 'cn'),
  fails(
    1,
    /^orders\.csv\/iam\/deployer-policy\.json cannot be written: a file has the name of the folder\n$/,
    'policy',
    '--out',
    'orders.csv/iam',
  ),
  fails(
    1,
    /^orders\.csv\/wall\/dashboard\.yml cannot be written: a file has the name of the folder\n$/,
    'init',
    'orders.csv/wall',
  ),
  fails(1, NEEDS_CLONE, 'new-shape', 'pie/mini'),
  fails(1, NEEDS_CLONE, 'test'),
  fails(2, /^unknown command 'nonsense'/, 'nonsense'),
];

const OFFICE = ['--dashboard', 'office'] as const;
export const INIT_OFFICE = ['init', 'office', '--from', ...Object.keys(OFFICE_FILES)] as const;
export const IMPORT_ALL = ['import', 'report.xlsx', '--hidden', ...OFFICE] as const;
export const IMPORT_ONE = ['import', 'report.xlsx', '--sheet', 'Orders', '--visible', ...OFFICE] as const;
export const CHECK_OFFICE = ['check', ...OFFICE] as const;
const ADDRESSES = ['--port', '0', '--host', '127.0.0.1', '--console-port', '0', '--wall'] as const;
const SERVE = [...ADDRESSES, '--quiet', '--open', '--log', 'wall.log'] as const;
export const START_OFFICE = ['start', ...OFFICE, ...SERVE] as const;
export const QUERY_OFFICE = ['query', 'rings', ...OFFICE, '--local', '--format', 'json'] as const;
export const START_DEMO = ['start', '--demo', '--port', '0'] as const;

export const consoleAt = (base: string) =>
  ['console', '--base', base, '--dashboard', 'part of the demo', '--open'] as const;

export const verifyAt = (base: string) =>
  ['verify', '--base', base, ...OFFICE, '--period', '60', '--format', 'json'] as const;

const AS_PLATFORM = ['--client', 'platform', '--key-from', 'env:WALL_TOKEN'];

export const verifyUrl = (url: string) =>
  ['verify', '--component', '3D Pie Chart', '--url', url, ...AS_PLATFORM, '--token-from', 'env:WALL_TOKEN'] as const;

export const TRIED: readonly (readonly string[])[] = [
  ...TRIALS.map(({ args }) => args),
  ...[INIT_OFFICE, IMPORT_ALL, IMPORT_ONE, CHECK_OFFICE, QUERY_OFFICE, START_OFFICE, START_DEMO],
  ...[consoleAt(''), verifyAt(''), verifyUrl('')],
];
