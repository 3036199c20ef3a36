import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

/** Bytes of GB18030: id;日期;渠道;金额, and 微信 and 支付宝. */
const GB18030_HEADER = 'id;\xc8\xd5\xc6\xda;\xc7\xfe\xb5\xc0;\xbd\xf0\xb6\xee';
const SHOP = '\xce\xa2\xd0\xc5';
const MARKET = '\xd6\xa7\xb8\xb6\xb1\xa6';

const init = (from: string, ...args: readonly string[]) => runCommand('init', args, { from });

const read = (folder: string, ...path: readonly string[]) => readFile(join(folder, ...path), 'utf8');

describe('a new dashboard folder', () => {
  test('a new dashboard folder has no error for check, and has every file that a git repository needs', async () => {
    const folder = await writeFolder({});
    const { code, out, error } = await init(folder, 'ops-room');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^Made ops-room, and check found no errors:\n/);
    const files = await readdir(join(folder, 'ops-room'));
    expect(files.sort()).toEqual(['.github', '.gitignore', 'README.md', 'dashboard.yml', 'data', 'package.json']);
    const checked = await runCommand('check', [], { from: join(folder, 'ops-room') });
    expect([checked.code, checked.out]).toEqual([0, expect.stringMatching(/^ops-room is valid: 4 endpoints/)]);
  });

  test('in Chinese, init writes Chinese comments and a Chinese README, and the same keys as in English', async () => {
    const folder = await writeFolder({
      's.csv': 'Day,Region,Amount\n2026-11-20,North,12\n2026-11-20,South,14\n2026-11-21,North,13\n',
    });
    const { out } = await init(folder, 'zh-wall', '--from', 's.csv', '--lang', 'zh');
    await init(folder, 'en-wall', '--from', 's.csv');
    const [chinese, english] = await Promise.all(
      ['zh', 'en'].map((one) => read(folder, `${one}-wall`, 'dashboard.yml')),
    );
    expect(out).toContain('：数值指标，数据文件 data/s.csv');
    expect(chinese).toMatch(/^ {2}# 换用其他列也适合 \p{Script=Han}/mu);
    expect(parse(chinese ?? '').endpoints).toEqual(parse(english ?? '').endpoints);
    expect(await read(folder, 'zh-wall', 'README.md')).toContain('每个组件读取的数据源');
    expect(await read(folder, 'zh-wall', '.github', 'workflows', 'check.yml')).toMatch(/^# 每次更改时检查大屏/);
  });

  test('the next steps that init prints quote a folder whose name has blanks', async () => {
    const { out } = await init(await writeFolder({}), 'My Wall');
    expect(out).toMatch(/--dashboard 'My Wall'\n.+--dashboard 'My Wall'\n$/);
  });

  test('a new dashboard folder tells editors where the schema of dashboard.yml is', async () => {
    const folder = await writeFolder({});
    await init(folder, '.');
    const [first] = (await read(folder, 'dashboard.yml')).split('\n');
    expect(first).toBe('# yaml-language-server: $schema=./node_modules/wallfeed/schemas/dashboard.json');
  });

  test('a new dashboard folder has wallfeed as a dependency, and keeps secrets out of git', async () => {
    const folder = await writeFolder({});
    await init(folder, '.');
    expect(JSON.parse(await read(folder, 'package.json')).dependencies).toEqual({ wallfeed: '^1.0.0' });
    expect((await read(folder, '.gitignore')).split('\n')).toEqual(
      expect.arrayContaining(['.secrets.yml', 'node_modules/']),
    );
  });

  test('a new dashboard folder completes the package.json that npm has made', async () => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1', start: 'mine' };
    const folder = await writeFolder({
      'package.json': JSON.stringify({ name: 'mine', scripts, dependencies: { wallfeed: '1.0.0' } }),
      'package-lock.json': '{}',
      'node_modules/wallfeed/package.json': '{}',
    });
    expect((await init(folder, '.')).code).toBe(0);
    expect(JSON.parse(await read(folder, 'package.json'))).toMatchObject({
      name: 'mine',
      scripts: { start: 'mine', check: 'wallfeed check' },
      dependencies: { wallfeed: '1.0.0' },
    });
  });

  test('a new dashboard folder has an endpoint of the component that the user names, in upper or lower case', async () => {
    const folder = await writeFolder({});
    const { code, out } = await init(folder, 'wall', '--component', '3d pie chart');
    expect([code, out]).toEqual([0, expect.stringContaining('  pie-chart: 3D Pie Chart from data/pie-chart.csv\n')]);
  });

  test('a new dashboard folder has an endpoint for each CSV file that the user names, with a component that the file fits', async () => {
    const folder = await writeFolder({ 'pairs.csv': 'name,value\na,1\n', 'my list.csv': 'a,b,c\nx,y,z\n' });
    const { code } = await init(folder, 'wall', '--from', 'pairs.csv', 'my list.csv');
    expect(code).toBe(0);
    expect(await read(folder, 'wall/data/my list.csv')).toBe('a,b,c\nx,y,z\n');
    const file = await read(folder, 'wall/dashboard.yml');
    expect(file).toContain('  # also fits ');
    expect(file).toContain('  pairs:\n    component: Numeric Metric\n');
    expect((await runCommand('check', ['--dashboard', 'wall'], { from: folder })).code).toBe(0);
  });

  test('a new endpoint selects from a CSV file with other columns, and names its encoding and delimiter', async () => {
    const rows = Array.from(
      { length: 12 },
      (_, index) => `${index};${10 + index}/11/2026;${index % 2 ? SHOP : MARKET};1.234,${index}`,
    );
    const text = [GB18030_HEADER, ...rows, ''].join('\n');
    const folder = await writeFolder({ 'orders.csv': Buffer.from(text, 'latin1') });
    const { code, error } = await init(folder, 'wall', '--from', 'orders.csv');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const { csv, ...endpoint } = parse(await read(folder, 'wall/dashboard.yml')).endpoints.orders;
    const { window: _, ...keys } = csv;
    expect({ ...endpoint, csv: keys }).toEqual({
      component: 'Numeric Metric',
      title: '金额',
      csv: {
        file: 'orders.csv',
        encoding: 'gb18030',
        decimal: ',',
        dates: 'dd/MM/yyyy',
        columns: { value: { sum: '金额' }, unit: { constant: '' } },
      },
    });
    const checked = await runCommand('check', ['--dashboard', 'wall'], { from: folder });
    expect(checked.out).toMatch(/^wall is valid: 1 endpoint, 1 component, 1 data file; 1 note\n/);
  });

  test('a wall and an endpoint have titles if the names of the folder and the file are not in Latin letters', async () => {
    const folder = await writeFolder({ '员工.csv': '部门,姓名,备注\n销售,甲,x\n研发,乙,y\n' });
    const { code } = await init(folder, '运营大屏', '--from', '员工.csv');
    expect(code).toBe(0);
    const { wall, endpoints } = parse(await read(folder, '运营大屏/dashboard.yml'));
    expect([wall, endpoints.table.title]).toEqual([{ title: '运营大屏' }, '员工']);
  });

  test('init shows that it reads a large file, and writes the memory that the function needs', async () => {
    const row = `North,1${' '.repeat(2000)}\n`;
    const folder = await writeFolder({ 'large.csv': `Region,Sales\n${row.repeat(18_000)}` });
    const { code, out } = await init(folder, 'wall', '--from', 'large.csv');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Finding a component for large\.csv \.\.\. .+ s\nChecking wall \.\.\. .+ s\nMade wall/),
    ]);
    expect(parse(await read(folder, 'wall/dashboard.yml')).memory).toBe(512);
  });

  test('init refuses a CSV file that cannot be read, in one line', async () => {
    const folder = await writeFolder({ 'broken.csv': 'name,value\n"A,1\n' });
    const { code, out, error } = await init(folder, 'wall', '--from', 'broken.csv');
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(/^--from: broken\.csv cannot be read: line 2: .+\n$/);
  });

  test('init refuses an empty file in one line', async () => {
    const folder = await writeFolder({ 'empty.csv': '' });
    const { code, error } = await init(folder, 'wall', '--from', 'empty.csv');
    expect([code, error]).toEqual([1, '--from: empty.csv is empty: write a header and rows into it\n']);
  });

  test('init refuses a table whose name would make it a seed', async () => {
    const folder = await writeFolder({ 'pairs.sql': 'name,value\na,1\n' });
    const { code, error } = await init(folder, 'wall', '--from', 'pairs.sql');
    expect([code, error]).toEqual([1, '--from: pairs.sql would be run as SQL: call it pairs.csv\n']);
  });

  test('init accepts the name of the new dashboard folder after the CSV files', async () => {
    const folder = await writeFolder({ 'pairs.csv': 'name,value\na,1\n' });
    expect((await init(folder, '--from', 'pairs.csv', 'wall')).code).toBe(0);
    expect(await readdir(join(folder, 'wall'))).toContain('dashboard.yml');
  });
});

describe('wrong arguments of init', () => {
  test('init refuses a file in place of a folder', async () => {
    const folder = await writeFolder({ 'pairs.csv': 'name,value\na,1\n' });
    expect(await init(folder, 'pairs.csv')).toEqual({
      code: 2,
      out: '',
      error: 'pairs.csv is a file; name a new or empty folder\n',
    });
  });

  test('init refuses a folder that is not empty, and leaves it unchanged', async () => {
    const folder = await writeFolder({ 'notes.txt': 'mine' });
    expect(await init(folder, '.')).toEqual({
      code: 2,
      out: '',
      error: '. is not empty: it contains notes.txt; name a new or empty folder\n',
    });
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  test.each([
    [[], /^name the new folder: .* init .*ops-room\n$/],
    [['wall', '--component', 'bar chrt'], /^--component: unknown component .*did you mean Bar Chart/],
    [['wall', '--from', 'nowhere.csv'], /^--from: nowhere\.csv does not exist\n$/],
    [['wall', '--from', 'report.xlsx'], /^--from: report\.xlsx is a workbook: .* import .*report\.xlsx\n$/],
    [['wall', '--from', 'a.csv', '--component', 'Bar Chart'], /^--component and --from cannot be used together/],
  ])('init refuses the arguments %j with exit code 2, and makes no folder', async (args, expected) => {
    const folder = await writeFolder({ 'report.xlsx': '', 'a.csv': 'a,b\n1,2\n' });
    const { code, out, error } = await init(folder, ...args);
    expect([code, out, error]).toEqual([2, '', expect.stringMatching(expected)]);
    expect(await readdir(folder)).toEqual(['a.csv', 'report.xlsx']);
  });
});
