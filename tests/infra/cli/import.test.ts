import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createWorkbook } from '../../support/folders/create-workbook.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

const ORDERS = [
  ['Region', 'Amount', 'At', 'Paid', 'Ratio', null],
  ['North, "x"', 0.1 + 0.2, new Date(Date.UTC(2026, 10, 21, 10, 30)), true, '#DIV/0!', null],
  ['South', 1234.5, new Date(Date.UTC(2026, 10, 22)), false, 0.125, null],
  [null, null, null, null, null, null],
];

const WORKBOOK = createWorkbook({
  'Orders 2026': ORDERS,
  Empty: [],
  数据: [
    ['name', 'value'],
    ['a', 1],
  ],
});

const folderWith = (files: Readonly<Record<string, string | Uint8Array>>): Promise<string> =>
  writeFolder({ 'dashboard.yml': endpointsFile('  pie: { component: 3D Pie Chart, csv: pie.csv }'), ...files });

const run = (from: string, ...args: readonly string[]) => runCommand('import', args, { from });

describe('npm run import', () => {
  test('npm run import writes a CSV file for each sheet with cells, with the values that office software shows', async () => {
    const folder = await folderWith({ 'report.xlsx': WORKBOOK });
    const { code, error } = await run(folder, 'report.xlsx');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect((await readdir(join(folder, 'data'))).sort()).toEqual(['orders-2026.csv', '数据.csv']);
    expect((await readFile(join(folder, 'data/orders-2026.csv'), 'utf8')).split('\n')).toEqual([
      'Region,Amount,At,Paid,Ratio',
      '"North, ""x""",0.3,2026-11-21 10:30:00,TRUE,#DIV/0!',
      'South,1234.5,2026-11-22,FALSE,0.125',
    ]);
  });

  test('npm run import leaves hidden sheets out, unless --hidden includes them', async () => {
    const sheets = `<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="r1"/><sheet name="B" sheetId="2" state="hidden" r:id="r2"/></sheets></workbook>`;
    const book = createWorkbook({ A: [['name', 'value']], B: [['name', 'value']] }, { 'xl/workbook.xml': sheets });
    const folder = await folderWith({ 'report.xlsx': book });
    const { out } = await run(folder, 'report.xlsx');
    expect(out).toContain('Left out the hidden sheet B: --hidden imports it');
    expect(out).not.toContain('from the sheet B');
    expect((await run(folder, 'report.xlsx', '--hidden')).out).toContain('from the sheet B');
  });

  test('npm run import says which components the new files fit', async () => {
    const { out } = await run(await folderWith({ 'report.xlsx': WORKBOOK }), 'report.xlsx', '--sheet', '数据');
    expect(out).toMatch(
      /^Wrote data\/report\.csv from the sheet 数据: 1 row\n {2}fits Numeric Metric, .+\n {4}report:\n.+\n.+\n.+\n$/,
    );
  });

  test('npm run import says which rows its proposals leave out', async () => {
    const book = createWorkbook({
      Sales: [
        ['name', 'value'],
        ['North', 4],
        ['South', 5],
        ['Sum of all', 9],
        ['Total', 9],
      ],
    });
    const { out } = await run(await folderWith({ 'sales.xlsx': book }), 'sales.xlsx');
    expect(out).toContain("the totals rows 'Total' of name are left out");
  });

  /** A sheet with a hidden row and column, two percentages and a plain number, and a formula without a value. */
  const UNUSUAL =
    '<worksheet><cols><col min="3" max="3" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="str"><v>team</v></c>' +
    '<c r="B1" t="str"><v>rate</v></c><c r="C1" t="str"><v>note</v></c><c r="D1" t="str"><v>sum</v></c></row>' +
    '<row r="2"><c r="A2" t="str"><v>Red</v></c><c r="B2" s="1"><v>0.125</v></c><c r="D2"><f>B2</f><v>1</v></c></row>' +
    '<row r="3" hidden="1"><c r="A3" t="str"><v>Blue</v></c><c r="B3"><v>0.3</v></c><c r="D3"><f>B3</f></c></row>' +
    '<row r="4"><c r="A4" t="str"><v>Gold</v></c><c r="B4" s="1"><v>0.2</v></c></row></sheetData></worksheet>';
  const PERCENT = {
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>',
  };
  const folderWithUnusual = () => folderWith({ 'team.xlsx': createWorkbook({ Data: UNUSUAL }, PERCENT) });

  test('npm run import says what is hidden, what has no value, and what it wrote in another form', async () => {
    const folder = await folderWithUnusual();
    expect((await run(folder, 'team.xlsx')).out.split('\n').slice(0, 4)).toEqual([
      'Wrote data/team.csv from the sheet Data: 3 rows',
      '  1 formula without a stored value, first in D3, stays blank: save the workbook in Excel or LibreOffice, and import again',
      '  a filter or a user has hidden 1 row and 1 column, also imported: --visible leaves out what is hidden',
      '  column B: 1 plain number written in the form of the other cells, 0.3 as 30%',
    ]);
    expect(await readFile(join(folder, 'data/team.csv'), 'utf8')).toContain('Blue,30%,,\nGold,20%');
  });

  test('npm run import --visible leaves out hidden rows and columns', async () => {
    const folder = await folderWithUnusual();
    const { out } = await run(folder, 'team.xlsx', '--visible');
    expect(out).toContain('  left out what a filter or a user has hidden: 1 row and 1 column\n');
    expect(await readFile(join(folder, 'data/team.csv'), 'utf8')).toBe('team,rate,sum\nRed,12.5%,1\nGold,20%,');
  });

  test('npm run import writes line breaks of cells as CSV files have them', async () => {
    const sheet = '<worksheet><c r="A1" t="str"><v>a_x000D_&#10;b&#13;&#10;c&#13;d</v></c></worksheet>';
    const folder = await folderWith({ 'breaks.xlsx': createWorkbook({ Data: sheet }) });
    await run(folder, 'breaks.xlsx');
    expect(await readFile(join(folder, 'data/breaks.csv'), 'utf8')).toBe('"a\nb\nc\nd"');
  });

  test('npm run import prints sentences in Chinese, and the lines of an endpoint as dashboard.yml needs them', async () => {
    const folder = await folderWith({
      'report.xlsx': WORKBOOK,
      'team.xlsx': createWorkbook({ Data: UNUSUAL }, PERCENT),
    });
    const english = (await run(folder, 'report.xlsx')).out.split('\n').filter((line) => /^ {4}/.test(line));
    const { out } = await run(folder, 'report.xlsx', '--lang', 'zh');
    expect(out.split('\n').filter((line) => /^ {4}/.test(line))).toEqual(english);
    expect(out).toMatch(/columns: \{ /);
    expect(out).toMatch(
      /^ {2}加上取数设置后适合 \p{Script=Han}.+等（另有 \d+ 个）。请写入 dashboard\.yml 的 `endpoints` 之下：$/mu,
    );
    const notes = (await run(folder, 'team.xlsx', '--lang', 'zh')).out.split('\n').slice(1, 4);
    expect(notes).toEqual([
      '  1 个公式没有存储的值，首个在 D3，写为空：请用 Excel 或 LibreOffice 保存后重新导入',
      '  筛选或用户隐藏了 1 行和 1 列，也已导入：加上 --visible 可跳过隐藏的内容',
      '  B 列：1 个普通数字按其他单元格的形式书写，0.3 写为 30%',
    ]);
  });

  test('npm run import replaces the file that an earlier import made', async () => {
    const folder = await folderWith({
      'report.xlsx': createWorkbook({ A: [['name', 'value']] }),
      'data/report.csv': 'x',
    });
    expect((await run(folder, 'report.xlsx')).out).toContain('Replaced data/report.csv from the sheet A: 0 rows');
  });

  test('the endpoints that npm run import proposes have different keys, none of which dashboard.yml has', async () => {
    const book = createWorkbook({ 订单: ORDERS, 渠道: ORDERS, Pie: ORDERS });
    const { out } = await run(await folderWith({ 'report.xlsx': book }), 'report.xlsx');
    const keys = Array.from(out.matchAll(/^ {4}([a-z0-9-]+):/gm), ([, key]) => key);
    expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
    expect(keys).toEqual(['table', 'table-2', 'pie-2']);
  });

  test('npm run import writes no file if one of the files is a link', async () => {
    const folder = await folderWith({ 'report.xlsx': WORKBOOK, 'other.csv': 'old' });
    await mkdir(join(folder, 'data'));
    await symlink('../other.csv', join(folder, 'data/数据.csv'));
    const { code, out, error } = await run(folder, 'report.xlsx');
    expect([code, out, error]).toEqual([1, '', 'data/数据.csv is a link; remove it, and import again\n']);
    expect(await readdir(join(folder, 'data'))).toEqual(['数据.csv']);
    expect(await readFile(join(folder, 'other.csv'), 'utf8')).toBe('old');
  });

  test('npm run import reads a sheet of 130 000 rows whose last row has the last cell', async () => {
    const row = (number: number): string =>
      `<row r="${number}">${['A', 'B'].map((column) => `<c r="${column}${number}"><v>${number}</v></c>`).join('')}</row>`;
    const sheet = `<worksheet><sheetData>${row(1)}${row(2)}${row(130_000)}</sheetData></worksheet>`;
    const folder = await folderWith({ 'long.xlsx': createWorkbook({ Long: sheet }) });
    const { code, out, error } = await run(folder, 'long.xlsx');
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^Wrote data\/long\.csv from the sheet Long: /);
    const lines = (await readFile(join(folder, 'data/long.csv'), 'utf8')).trimEnd().split('\n');
    expect([lines.length, lines[1], lines[2], lines.at(-1)]).toEqual([130_000, '2,2', ',', '130000,130000']);
  });

  test('npm run import writes no file if one sheet has a cell far from the others', async () => {
    const cells = ['A1', 'B2', 'XFD1048576'].map((name) => `<row><c r="${name}"><v>1</v></c></row>`);
    const far = `<worksheet><sheetData>${cells.join('')}</sheetData></worksheet>`;
    const folder = await folderWith({ 'book.xlsx': createWorkbook({ Orders: ORDERS, Far: far }) });
    const { code, out, error } = await run(folder, 'book.xlsx');
    const sentence = 'book.xlsx: sheet Far: cell XFD1048576 lies far from the other cells (A1:B2); delete it\n';
    expect([code, out, error]).toEqual([1, '', sentence]);
    await expect(readdir(join(folder, 'data'))).rejects.toThrow('ENOENT');
  });

  test.each([
    [['nowhere.xlsx'], 2, 'nowhere.xlsx does not exist\n'],
    [
      ['report.xlsx', '--sheet', 'Ordrs 2026'],
      2,
      expect.stringMatching(/^--sheet: there is no sheet .*did you mean Orders 2026/),
    ],
    [
      ['orders.csv'],
      1,
      expect.stringMatching(/^orders\.csv is a CSV file, which needs no import: copy it to data\/.+\n$/),
    ],
    [
      ['text.xlsx'],
      1,
      'text.xlsx: the file is a text, such as CSV; copy it to data/ with the ending .csv, and name it as `csv` in dashboard.yml\n',
    ],
    [
      ['old.xls'],
      1,
      'old.xls: the file is an Excel 97 workbook, or has a password; save it as .xlsx without a password, then run `wallfeed import`\n',
    ],
    [['page.csv'], 1, expect.stringMatching(/^page\.csv: the file is a web page \(HTML\); download .+\n$/)],
    [['broken.xlsx'], 1, expect.stringMatching(/^broken\.xlsx: the file cannot be read as \.xlsx \(.+\n$/)],
    [['blank.xlsx'], 1, 'the workbook has no sheet with cells\n'],
  ])('npm run import refuses %j in one line', async (args, exitCode, expected) => {
    const folder = await folderWith({
      'report.xlsx': WORKBOOK,
      'orders.csv': 'name,value\n',
      'text.xlsx': 'name,value\n',
      'page.csv': '<html><table>',
      'old.xls': Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
      'broken.xlsx': WORKBOOK.slice(0, 300),
      'blank.xlsx': createWorkbook({ A: [], B: [[null]] }),
    });
    const { code, out, error } = await run(folder, ...args);
    expect([code, out, error]).toEqual([exitCode, '', expected]);
  });
});
