import { describe, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { COMMANDS } from '../../../infra/cli/commands.ts';
import { parseArguments } from '../../../infra/command-line/parse-arguments.ts';
import type { CostOptions } from '../../../infra/cost/estimate-dashboard.ts';
import { type Changes, editValue } from '../../../infra/cost/savings/try-edits.ts';
import { checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { createRandom } from '../../../infra/lab/wall/random.ts';
import { forReader, setLanguage } from '../../../infra/language/language.ts';
import { estimateOf, type Files, savingsOf } from '../../support/cost/cost-of.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

const CSV = 'name,value,score,pv\na,1,,\n';
const SALES = 'Created at,Region,Amount\n2026-11-20 10:00,East,5\n';

const filesOf = (head: string, endpoints: string, data: Files = {}): Files => ({
  'dashboard.yml': `dashboard: ops\n${head}endpoints:\n${endpoints}`,
  'data/a.csv': CSV,
  'data/sales.csv': SALES,
  ...data,
});

const LONG_LOG = SALES + '2026-11-20 10:00,East,5\n'.repeat(40_000);

const MIXED = filesOf(
  `watch: full
cache: 10s
athena: { database: shop, data: s3://shop-lake/ }
stale: 1h
datasets:
  orders: { csv: sales.csv, cache: 30s }
  lake: { athena: select region from orders, scan: 200 MB, window: { last: 24h } }
  stock: { sql: 'select region, amount from stock', cache: 20s }
`,
  `  plain: { component: 3D Pie Chart, csv: a.csv }
  own: { component: 3D Pie Chart, csv: a.csv, cache: { ttl: 20s, shared: true } }
  never: { component: 3D Pie Chart, csv: a.csv, cache: 0s, refresh: 30s }
  asks: { component: 3D Pie Chart, sql: 'select name, value, score, pv from share' }
  selects: { component: 3D Pie Chart, dataset: orders, columns: { name: Region, value: { sum: Amount } } }
  counts: { component: 3D Pie Chart, dataset: lake, columns: { name: region, value: { count: rows } } }
  stocks: { component: 3D Pie Chart, dataset: stock, columns: { name: region, value: { sum: amount } } }
`,
);

const changed = (files: Files, { edits }: Changes): Files => ({
  ...files,
  'dashboard.yml': stringify(editValue(parse(files['dashboard.yml'] ?? ''), edits)),
});

const messagesOf = async (files: Files): Promise<readonly string[]> => {
  const { errors, warnings } = await checkDashboard(await writeFolder(files));
  return [...errors, ...warnings].map(({ message }) => message.replace(/\d[\d.]*/g, '#'));
};

describe.each([
  ['a dashboard with every kind of source', MIXED, {}],
  ['a dashboard whose refresh and hours are options', MIXED, { refresh: '20s', hours: '24x30' }],
  ['a dashboard whose sizes and slots are options', MIXED, { body: '60KB', log: '2KB', slot: '20m', read: '80ms' }],
] as const)('%s', (_title, files, options) => {
  const found = savingsOf(files, options);

  test('each saving is the amount by which its change lowers the cost', async () => {
    const { savings, estimate } = await found;
    expect(savings.length).toBeGreaterThan(10);
    for (const { change, saved, ...changes } of savings) {
      const after = await estimateOf(changed(files, changes), { ...options, ...changes.options } as CostOptions);
      expect([change, after.total]).toEqual([change, expect.closeTo(estimate.total - saved, 2)]);
    }
  });

  test('the cost after all compatible changes is the estimate of the changed dashboard', async () => {
    const { savings, together } = await found;
    if (!together) throw new Error('nothing fits together');
    const after = await estimateOf(changed(files, together), { ...options, ...together.options } as CostOptions);
    expect(after.total).toBeCloseTo(together.total, 2);
    expect(together.saved).toBeGreaterThan(savings[0]?.saved ?? 0);
  });
});

/** Writes the line of a saving for each place that it changes: at the top, in an endpoint or in a dataset. */
const writeLine = (line: string, { edits }: Changes): Changes => {
  const [[key, value] = ['', undefined]] = Object.entries(parse(line) as Readonly<Record<string, unknown>>);
  expect(edits.map(({ path }) => path.at(-1))).toEqual(edits.map(() => key));
  return { edits: edits.map(({ path }) => ({ path, value })), options: {} };
};

test('check accepts each line that a saving prints at each place that it names, and the line lowers the cost', async () => {
  const { savings, estimate } = await savingsOf(MIXED);
  const known = await messagesOf(MIXED);
  const lines = savings.flatMap(({ line, ...changes }) => (line === undefined ? [] : [{ line, changes }]));
  expect(lines.length).toBeGreaterThan(10);
  for (const { line, changes } of lines) {
    const files = changed(MIXED, writeLine(line, changes));
    const found = await messagesOf(files);
    expect([line, ...found.filter((message) => !known.includes(message))]).toEqual([line]);
    expect([line, (await estimateOf(files)).total < estimate.total]).toEqual([line, true]);
  }
});

test.each(['en', 'zh'] as const)('each change in the language %s contains the line that it means', async (language) => {
  const { savings } = await savingsOf(MIXED);
  setLanguage(language);
  const changes = savings.flatMap(({ line, change }) =>
    line === undefined ? [] : [[line, forReader(change)] as const],
  );
  setLanguage('en');
  expect(changes.filter(([line, change]) => !change.startsWith(`\`${line}\``))).toEqual([]);
  expect(changes.filter(([, change]) => /\p{Script=Han}/u.test(change))).toHaveLength(
    language === 'zh' ? changes.length : 0,
  );
});

test('the command cost accepts each option that a saving proposes', async () => {
  const entry = COMMANDS.get('cost');
  if (!entry) throw new Error('there is no command cost');
  const { command } = await entry.load();
  const files = filesOf('timezone: Asia/Shanghai\n', '  plain: { component: 3D Pie Chart, csv: a.csv }\n');
  const { savings } = await savingsOf(files, { refresh: '20s', hours: '24x30' });
  const options = savings.flatMap((saving) => Object.entries(saving.options));
  expect(options.map(([name]) => name).sort()).toEqual(['hours', 'refresh']);
  for (const [name, value] of options) {
    const parsed = parseArguments({ ...command, ...entry, name: 'cost' }, [`--${name}`, value], {});
    expect(parsed).toMatchObject({ values: { [name]: value } });
  }
});

test('check accepts the dashboard after each change, and warns of nothing new', async () => {
  const { savings, together } = await savingsOf(MIXED);
  const known = await messagesOf(MIXED);
  for (const changes of [...savings, ...(together ? [together] : [])]) {
    const found = await messagesOf(changed(MIXED, changes));
    expect(found.filter((message) => !known.includes(message))).toEqual([]);
  }
});

const HEADS = ['watch: full\n', 'cache: 10s\n', "hours: 'Mon-Fri 07:00-21:00'\n", 'refresh: 5s\n', 'memory: 512\n', ''];
const SOURCES = [
  'csv: a.csv',
  'csv: a.csv, cache: 15s',
  'csv: a.csv, cache: { ttl: 20s, shared: true }',
  'csv: a.csv, refresh: 30s',
  "sql: 'select name, value, score, pv from share'",
  'dataset: orders, columns: { name: Region, value: { sum: Amount } }',
];
const DATASETS = 'datasets:\n  orders: { csv: sales.csv, cache: 30s }\n';

const DRAWN_ENDPOINTS = ['one', 'two', 'three', 'four'];

const draw = (seed: number): Files => {
  const random = createRandom(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const heads = new Set([pick(HEADS), pick(HEADS), pick(HEADS)]);
  const endpoints = DRAWN_ENDPOINTS.map((name) => `  ${name}: { component: 3D Pie Chart, ${pick(SOURCES)} }\n`);
  const hasDataset = endpoints.some((line) => line.includes('dataset'));
  return filesOf([...heads, hasDataset ? DATASETS : ''].join(''), endpoints.join(''));
};

/** Changes of a single key. The savings must contain each of them that saves more than 2 % and that check accepts. */
const SINGLE_EDITS: readonly Changes['edits'][0][] = [
  { path: ['hours'], value: 'Mon-Fri 07:00-19:00' },
  { path: ['watch'], value: 'none' },
  { path: ['log'], value: 'summary' },
  { path: ['accessLog'], value: 'none' },
  ...DRAWN_ENDPOINTS.map((endpoint) => ({ path: ['endpoints', endpoint, 'cache'], value: '10m' })),
];

describe.each([1, 2, 3, 4])('the random dashboard of the seed %i', (seed) => {
  const files = draw(seed);
  const drawn = savingsOf(files);
  const messages = messagesOf(files);

  test('each saving is the amount by which the cost falls, and check reports nothing new', async () => {
    const { savings, together, estimate } = await drawn;
    const known = await messages;
    for (const { saved, ...changes } of [...savings, ...(together ? [together] : [])]) {
      const after = await estimateOf(changed(files, changes), changes.options as CostOptions);
      expect(after.total).toBeCloseTo(estimate.total - saved, 2);
      const found = await messagesOf(changed(files, changes));
      expect(found.filter((message) => !known.includes(message))).toEqual([]);
    }
  });

  test('the savings include every change of a single key that saves more than 2 % and that check accepts', async () => {
    const { savings, estimate } = await drawn;
    const known = await messages;
    const proposed = new Set(savings.flatMap(({ edits }) => edits.map(({ path }) => path.join('.'))));
    // Opening hours that somebody chose are not shortened.
    const hasHours = files['dashboard.yml']?.includes('hours:');
    for (const edit of SINGLE_EDITS.filter(({ path }) => !(hasHours && path[0] === 'hours'))) {
      const after = changed(files, { edits: [edit], options: {} });
      const isAccepted = (await messagesOf(after)).every((message) => known.includes(message));
      const total = isAccepted ? (await estimateOf(after)).total : estimate.total;
      if (total < estimate.total * 0.98) expect([...proposed]).toContain(edit.path.join('.'));
    }
  });
});

const changesOf = async (files: Files, options: CostOptions = {}) =>
  (await savingsOf(files, options)).savings.map(({ change }) => change);

describe('the savings of a dashboard', () => {
  test('the largest saving names the endpoint with a large file, and not the first endpoint', async () => {
    const head = "hours: 'Mon-Fri 08:00-18:00'\n";
    const windowed = 'csv: { file: log.csv, window: Created at, columns: { name: Region, value: { sum: Amount } } }';
    const endpoints = `  first: { component: 3D Pie Chart, csv: a.csv }\n  log: { component: 3D Pie Chart, ${windowed} }\n`;
    const { savings } = await savingsOf(filesOf(head, endpoints, { 'data/log.csv': LONG_LOG }));
    const ofCaches = savings.filter(({ line = '' }) => line.startsWith('cache'));
    expect(ofCaches.slice(0, 4).every(({ change }) => / on (log|all endpoints)/.test(change))).toBe(true);
    expect(ofCaches.map(({ change }) => change)).toContain('`cache: 1m` on log (responses up to 1m old)');
    const saved = savings.map((saving) => saving.saved);
    expect(saved).toEqual(saved.toSorted((a, b) => b - a));
    expect(Math.min(...saved)).toBeGreaterThanOrEqual(0.01);
  });

  test('less memory is not proposed if check refuses a file for it', async () => {
    const endpoints = '  plain: { component: 3D Pie Chart, csv: a.csv }\n';
    const small = await savingsOf(filesOf('', endpoints));
    expect(small.savings.map(({ line }) => line)).toContain('memory: 128');
    const rows = Array.from({ length: 50_000 }, (_, row) => `Item ${row},1,,\n`).join('');
    const large = await savingsOf(filesOf('', endpoints, { 'data/a.csv': `name,value,score,pv\n${rows}` }));
    expect(large.savings.map(({ line }) => line)).not.toContain('memory: 128');
    expect([small, large].map(({ memory }) => memory.cheapest.memoryMb)).toEqual([128, 256]);
  });

  test('a dashboard with alarms is not told to write `watch: none`, because check refuses it', async () => {
    const endpoints = '  plain: { component: 3D Pie Chart, csv: a.csv }\n';
    expect((await changesOf(filesOf('watch: full\n', endpoints))).join()).toContain('`watch: none`');
    const alarmed = await changesOf(filesOf('watch: full\nalarms: { email: ops@example.com }\n', endpoints));
    expect(alarmed.join()).not.toContain('`watch: none`');
    expect(alarmed.join()).toContain('`watch: basic`');
  });

  test('a shorter cache of an endpoint over a dataset is never proposed', async () => {
    const changes = await changesOf(MIXED);
    expect(changes.join()).toContain('on the dataset lake');
    expect(changes.filter((change) => /`cache: 1m` on counts/.test(change))).toEqual([]);
  });

  test('longer caches, of the endpoints or of the datasets, let the database pause', async () => {
    const ofSql = filesOf('', "  asks: { component: 3D Pie Chart, sql: 'select name, value, score, pv from share' }\n");
    expect((await changesOf(ofSql)).join()).toContain('`cache: 10m` on all SQL to let the database pause');
    const ofDataset = filesOf(
      "datasets: { stock: { sql: 'select region, amount from stock' } }\n",
      '  stocks: { component: 3D Pie Chart, dataset: stock, columns: { name: region, value: { sum: amount } } }\n',
    );
    expect((await changesOf(ofDataset)).join()).toContain('on all datasets over SQL to let the database pause');
  });

  test('a cache of the only endpoint is proposed once, and not again for all endpoints', async () => {
    const only = filesOf('', '  only: { component: 3D Pie Chart, csv: a.csv }\n');
    const { savings } = await savingsOf(only, {});
    const ofMinutes = savings.map(({ change }) => change).filter((change) => change.startsWith('`cache: 1m`'));
    expect(ofMinutes).toEqual(['`cache: 1m` on only (responses up to 1m old)']);
  });

  test('nothing is proposed if nothing costs a cent', async () => {
    const { savings, together } = await savingsOf(
      filesOf(
        "watch: none\naccessLog: none\nhours: 'Mon 08:00-08:10'\n",
        '  plain: { component: 3D Pie Chart, csv: a.csv }\n',
      ),
      { refresh: '24h' },
    );
    expect([savings, together]).toEqual([[], undefined]);
  });
});
