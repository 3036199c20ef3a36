import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { createWorkbook } from '../../../support/folders/create-workbook.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { runCommand } from '../../../support/run-command.ts';

/** Sheets whose names and headers YAML would read as something else, and whose rows need a selection. */
const BOOK = createWorkbook({
  'Orders 2026': [
    ['Order', 'Region', 'Amount (EUR)', 'from'],
    ['A-1', 'North', '1.234,50 €', '2026-11-20'],
    ['A-2', 'South', '2.234,50 €', '2026-11-21'],
    ['A-3', 'North', '999,00 €', '2026-11-21'],
  ],
  null: [
    ['~', 'true'],
    ['yes', '12 kg'],
    ['no', '13 kg'],
  ],
  '# costs': [
    ['a: b', '#1', 'x, y'],
    ["it's", '25%', '0:10:05'],
    ['say "so"', '75%', '0:11:05'],
  ],
  销售: [
    ['地区', '金额', '日期'],
    ['广东', '3万', '2026年11月20日'],
    ['浙江', '4万', '2026年11月21日'],
    ['合计', '7万', ''],
  ],
  'pie!': [
    ['name', 'day\nmonth'],
    ['Total', 9],
    ['North', 4],
    ['South', 5],
  ],
  '2026-11': [
    [null, 'Jan', 'Feb', 'Mar'],
    ['North', 1, 2, 3],
    ['South', 4, 5, 6],
  ],
});

const HEAD = 'dashboard: wall\ntimezone: Asia/Shanghai\nendpoints:\n  pie: { component: 3D Pie Chart, csv: pie.csv }\n';

const importBook = async (language: string) => {
  const folder = await writeFolder({
    'dashboard.yml': HEAD,
    'data/pie.csv': 'name,value,score,pv\na,1,,\n',
    'book.xlsx': BOOK,
  });
  const { code, error, out } = await runCommand('import', ['book.xlsx', '--lang', language], { from: folder });
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return { folder, out, lines: out.split('\n').flatMap((line) => (line.startsWith('    ') ? [line.slice(2)] : [])) };
};

describe('the lines that import prints', () => {
  const printed = { en: importBook('en'), zh: importBook('zh') };

  test.each(['en', 'zh'] as const)(
    'check accepts dashboard.yml with all lines that import prints in the language %s',
    async (language) => {
      const { folder, lines } = await printed[language];
      await appendFile(join(folder, 'dashboard.yml'), `${lines.join('\n')}\n`);
      const { errors } = await checkDashboard(folder);
      expect([lines, ...errors.map(({ message, line }) => `${line}: ${message}`)]).toEqual([lines]);
      expect(lines.filter((line) => /^ {2}\S/.test(line)).length).toBeGreaterThanOrEqual(5);
    },
  );

  test('the lines are the same in both languages, and the sentences around them are not', async () => {
    const [en, zh] = await Promise.all([printed.en, printed.zh]);
    expect(zh.lines).toEqual(en.lines);
    const sentences = zh.out.split('\n').filter((line) => /\S/.test(line) && !line.startsWith('    '));
    expect(sentences.filter((line) => !/\p{Script=Han}/u.test(line))).toEqual([]);
  });
});
