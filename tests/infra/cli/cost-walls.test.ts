import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PRICES } from '../../support/cost/wall-of.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

const CSV = 'name,value,score,pv\na,1,,\n';

const wall = (folder: string, name: string, head = '') => ({
  [`${folder}/dashboard.yml`]: `${head}${endpointsFile('  traffic: { component: 3D Pie Chart, csv: traffic.csv }').replace('ops-room', name)}`,
  [`${folder}/data/traffic.csv`]: CSV,
});

const WALLS = {
  ...wall('walls/one', 'one', 'tags: { department: retail }\n'),
  ...wall('walls/two', 'two', 'tags: { department: retail }\nalarms: { email: ops@example.com, screens: 9 }\n'),
  ...wall('walls/R&D', 'three', 'tags: { department: IT / Ops }\nrefresh: 1m\n'),
  ...wall('walls/four', 'four', "hours: 'Mon-Fri 08:00-18:00'\ntimezone: UTC\n"),
  'walls/README.md': 'Not a dashboard\n',
};

const cost = (from: string, ...args: readonly string[]) => runCommand('cost', args, { from });

const totalOf = async (from: string, folder: string): Promise<number> =>
  JSON.parse((await cost(from, '--dashboard', folder, '--format', 'json')).out).total;

describe('npm run cost with several folders', () => {
  test('npm run cost prints a line for each folder, the dearest first, and the sum', async () => {
    const folder = await writeFolder(WALLS);
    const { code, out, error } = await cost(folder, 'walls/*', '--year');
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^4 walls cost [\d.]+ US dollars a month on AWS, and [\d.]+ in 12 such months\n/);
    const lines = out.split('\n').filter((line) => line.includes(' walls/'));
    expect(lines.map((line) => line.trim().split(/ +/)[1])).toEqual(['two', 'one', 'four', 'three']);
    expect(lines[0]).toContain('9 x 10s, 24 h x 30, us-east-1');
    expect(lines[3]).toContain('3 x 1m, 24 h x 30, us-east-1');
    expect(lines[2]).toContain('3 x 10s, 10 h x 22, us-east-1');
  });

  test('npm run cost prints JSON whose amounts are those of each folder alone', async () => {
    const folder = await writeFolder(WALLS);
    const { out } = await cost(folder, 'walls/*', '--by', 'department', '--year', '--format', 'json');
    const { currency, walls, total, byTag, year } = JSON.parse(out);
    expect(currency).toBe('USD');
    for (const { folder: own, total: one, parts } of walls) {
      expect(one).toBe(await totalOf(folder, own));
      expect(Object.values<number>(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(one, 6);
    }
    const amounts = Object.fromEntries(
      walls.map((one: { dashboard: string; total: number }) => [one.dashboard, one.total]),
    );
    expect(total).toBeCloseTo(amounts.one + amounts.two + amounts.three + amounts.four, 6);
    expect(byTag.department).toEqual({
      retail: expect.closeTo(amounts.one + amounts.two, 6),
      'IT / Ops': amounts.three,
      '': amounts.four,
    });
    expect(year).toEqual({ total: expect.closeTo(12 * total, 3), days: null });
    expect(walls[0]).toMatchObject({ folder: join('walls', 'two'), tags: { department: 'retail' } });
  });

  test('npm run cost --by prints a sum for each value of a tag, and one for walls without it', async () => {
    const { out } = await cost(await writeFolder(WALLS), 'walls/*', '--by', 'department');
    expect(out).toMatch(/\nBy department\n {2}[\d.]+ {2}retail\n(?: .+\n)*? +[\d.]+ {2}without department\n/);
  });

  test('npm run cost prints the errors of a faulty folder, the other lines and no sum', async () => {
    const folder = await writeFolder({ ...WALLS, ...wall('walls/bad', 'bad', 'tags: { stage: x }\n') });
    const { code, out, error } = await cost(folder, 'walls/*');
    expect(code).toBe(1);
    expect(out).toMatch(/^no sum: 1 of 5 folders has errors\n/);
    expect(out.split('\n').filter((line) => line.includes(' walls/'))).toHaveLength(4);
    expect(error).toContain(`${join('walls', 'bad', 'dashboard.yml')}:1:9  \`tags\` cannot have 'stage'`);
    const { out: json } = await cost(folder, 'walls/*', '--format', 'json');
    expect(JSON.parse(json)).not.toHaveProperty('total');
    const { out: alone } = await cost(folder, 'walls/bad', '--by', 'department');
    expect(alone).toBe('no sum: 1 of 1 folders has errors\n');
  });

  test('npm run cost gives no sum if a price is unknown, and names the price', async () => {
    const request = { ...PRICES.prices.request, price: null };
    const list = JSON.stringify({ ...PRICES, prices: { ...PRICES.prices, request } });
    const { code, error } = await cost(
      await writeFolder({ ...WALLS, 'list.json': list }),
      'walls/*',
      '--prices',
      'list.json',
    );
    expect(code).toBe(1);
    expect(error).toContain('does not know the price request');
  });

  test('npm run cost warns of two folders with one name', async () => {
    const folder = await writeFolder({ ...wall('a', 'same'), ...wall('b', 'same') });
    const { code, error } = await cost(folder, 'a', 'b');
    expect([code, error]).toEqual([
      0,
      'warning: the dashboards in a and b have one name, same: one of them would replace the other\n',
    ]);
  });

  test('npm run cost prints at most 40 lines for 50 folders, and each of them with --details', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `wall-${index}`);
    const folder = await writeFolder(Object.assign({}, ...names.map((name) => wall(`walls/${name}`, name))));
    const { out } = await cost(folder, 'walls/*', '--by', 'department');
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(out).toMatch(/ the other \d+\n/);
    const { out: all } = await cost(folder, 'walls/*', '--details');
    expect(all.split('\n').filter((line) => line.includes(' walls/'))).toHaveLength(50);
  });

  test.each([
    [['nowhere'], 'the folder nowhere does not exist\n'],
    [['no-*'], 'no folder is named by no-*: name folders of dashboards, such as walls/*\n'],
    [
      ['walls/one', '--dashboard', 'walls/two'],
      'name folders either with --dashboard or as arguments, such as walls/*\n',
    ],
    [['walls/*', '--report', 'bill.pdf'], "--report must end in .html or .csv, such as bill.html, not 'bill.pdf'\n"],
  ])('npm run cost refuses %j', async (args, error) => {
    expect(await cost(await writeFolder(WALLS), ...args)).toEqual({ code: 2, out: '', error });
  });
});

describe('npm run cost --report', () => {
  test('npm run cost --report names the only wall and its total once', async () => {
    const folder = await writeFolder(WALLS);
    await cost(folder, '--dashboard', 'walls/one', '--report', 'one.html');
    const html = await readFile(join(folder, 'one.html'), 'utf8');
    expect(html).toContain('<h1>The cost of one</h1>');
    expect(html).not.toMatch(/<h2>one: |walls\/one/);
  });

  test('a report as HTML has no script, escapes texts, and states its assumptions and its date', async () => {
    const folder = await writeFolder(WALLS);
    const { out } = await cost(folder, 'walls/*', '--by', 'department', '--report', 'bill.html');
    expect(out).toMatch(/\nwrote bill\.html\n$/);
    const html = await readFile(join(folder, 'bill.html'), 'utf8');
    expect(html).not.toMatch(/<script|https?:|R&D/);
    expect(html).toContain('walls/R&amp;D');
    expect(html).toContain('9 x 10s, 24 h x 30, us-east-1');
    expect(html).toMatch(/<p class="note">\d{4}-\d\d-\d\d\. An estimate/);
    expect(html).toContain('@page { size: A4');
    expect(html).toContain('name="viewport"');
    expect(html.match(/<h2>(one|two|three|four): /g)).toHaveLength(4);
  });

  test('a report in Chinese has no English word besides names, settings and units', async () => {
    const folder = await writeFolder(WALLS);
    for (const args of [
      ['walls/*', '--by', 'department'],
      ['--dashboard', 'walls/one', '--year'],
    ])
      await cost(folder, ...args, '--report', `${args.length}.html`, '--lang', 'zh');
    const pages = await Promise.all(['3.html', '3.html'].map((name) => readFile(join(folder, name), 'utf8')));
    for (const html of pages) {
      expect(html).toContain('<html lang="zh">');
      const cells = html.replace(/<style>.*?<\/style>/s, '').split(/<[^>]*>/);
      const english = cells.filter((text) => /[A-Za-z]{3}/.test(text) && !/\p{Script=Han}/u.test(text));
      const names =
        /^(?:walls\/|one|two|three|four|traffic|department|R&amp;D|retail|[\dA-Z][^a-z]* x |3D Pie|\w+: \w+|\w+$)/;
      expect(english.filter((text) => !names.test(text.trim()))).toEqual([]);
    }
  });

  test('a report as CSV has a row for each endpoint, and its rows add up to the total', async () => {
    const folder = await writeFolder(WALLS);
    await cost(folder, 'walls/*', '--report', 'bill.csv');
    const [header = '', ...rows] = (await readFile(join(folder, 'bill.csv'), 'utf8')).trimEnd().split('\n');
    expect(header).toBe(
      'dashboard,folder,region,currency,endpoint,component,calls,gateway,requests,compute,source,logs,egress,total',
    );
    expect(rows.filter((row) => row.includes(',traffic,'))).toHaveLength(4);
    const sum = rows.reduce((total, row) => total + Number(row.split(',').at(-1)), 0);
    const { out } = await cost(folder, 'walls/*', '--format', 'json');
    expect(sum).toBeCloseTo(JSON.parse(out).total, 3);
  });

  test('a report of one dashboard lists its savings, and the usual text is printed too', async () => {
    const folder = await writeFolder(WALLS);
    const { out } = await cost(folder, '--dashboard', 'walls/one', '--report', 'one.html');
    expect(out).toMatch(/^one costs /);
    expect(await readFile(join(folder, 'one.html'), 'utf8')).toContain('<h2>What would lower it</h2>');
  });

  test('a report replaces a report, and no other file', async () => {
    const folder = await writeFolder({ ...WALLS, 'mine.html': '<p>mine</p>', 'mine.csv': 'a,b\n' });
    for (const file of ['mine.html', 'mine.csv']) {
      const { code, error } = await cost(folder, 'walls/*', '--report', file);
      expect([code, error]).toEqual([
        1,
        `--report: ${file} exists, and no report made it: choose another name, or remove the file\n`,
      ]);
    }
    for (const file of ['bill.html', 'bill.csv']) {
      await cost(folder, 'walls/*', '--report', file);
      expect((await cost(folder, 'walls/one', '--report', file)).code).toBe(0);
      expect(await readFile(join(folder, file), 'utf8')).not.toContain('four');
    }
    await writeFile(join(folder, 'bill.csv'), 'mine');
    expect((await cost(folder, 'walls/*', '--report', 'bill.csv')).code).toBe(1);
  });

  test('folders that all have errors give no report, and a report without rows may be replaced', async () => {
    const folder = await writeFolder({ 'a/dashboard.yml': 'dashboard: a\n' });
    const failed = await cost(folder, 'a', '--report', 'bill.csv');
    expect(failed).toMatchObject({ code: 1, error: expect.stringContaining('`dashboard` cannot be "a"') });
    expect(await readdir(folder)).toEqual(['a']);
    await writeFile(join(folder, 'bill.csv'), (await cost(folder, 'a', '--format', 'csv')).out);
    expect((await cost(folder, 'a', '--report', 'bill.csv')).error).not.toContain('no report made it');
  });

  test('a report that cannot be written does not hide the errors of folders', async () => {
    const folder = await writeFolder({ ...WALLS, 'walls/bad/dashboard.yml': 'dashboard: a\n' });
    const { code, error } = await cost(folder, 'walls/*', '--report', 'none/bill.csv');
    expect(code).toBe(1);
    expect(error).toContain('`dashboard` cannot be "a"');
    expect(error).toContain('none/bill.csv cannot be written: its folder does not exist');
  });
});
