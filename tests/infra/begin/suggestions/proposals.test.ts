import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  defineEndpoint,
  suggestForFirstRows,
  writeEndpointLines,
} from '../../../../infra/begin/suggestions/endpoint-lines.ts';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { forReader, setLanguage } from '../../../../infra/language/language.ts';
import { WallfeedError } from '../../../../shared/errors/wallfeed-error.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

/** Names of columns and rows, some of which YAML or JavaScript would read as something else. */
const NAMES = [
  ...[
    'Region',
    'unitPrice',
    'Amount (EUR)',
    'uptime_pct',
    'Order no',
    'Temperature',
    'Headcount',
    'Status',
    'from',
    'to',
  ],
  ...['地区', '金额', '订单号', '错误率', '人数', '2024', '2025', 'Jan', 'Feb', 'Q1', 'true', 'null', 'no', '-', '~'],
  ...[
    'a: b',
    '#1',
    '@host',
    "it's",
    'say "so"',
    '{x}',
    '[y]',
    'x, y',
    '% of total',
    '*',
    '&',
    '|',
    'key.with.dots',
    '$name',
  ],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'Total',
    'rows',
    'value',
    'name',
    'unit',
    '',
    ' ',
    'naïve',
    'Größe',
    'day\nmonth',
  ],
];
const WORDS = [
  ['North', 'South', 'East', 'West'],
  ['广东', '浙江', '江苏', '北京市'],
  ['Zhejiang', 'Guangdong', 'Beijing'],
  ['kg', 'l', 'm'],
  ['temperature', 'humidity'],
  ['open', 'closed', 'true', 'no', '0', '-'],
  ['a: b', '#1', "it's", '$name', '12E3', '13E1', '__proto__'],
  ['Total', 'North', 'North Total', 'Subtotal'],
];
const NUMBERS: readonly ((n: number) => string)[] = [
  (n) => `${n * 7}`,
  (n) => `${n}.5`,
  (n) => `${n + 1},5`,
  (n) => `${n + 1},234`,
  (n) => `${n + 1}.234`,
  (n) => `${n + 1}.234,50 €`,
  (n) => `$${n + 1},234.50`,
  (n) => `(${n + 3}.00)`,
  (n) => `${n}%`,
  (n) => (n % 2 ? `${n}%` : '0.5'),
  (n) => `${n} kg`,
  (n) => (n % 2 ? `${n} ms` : `${n}.5 s`),
  (n) => `0:${10 + n}:05`,
  (n) => (n % 3 ? `${n}` : 'N/A'),
  (n) => (n % 3 ? `${n}` : ''),
  (n) => `1E${n}`,
  (n) => `126994305584966041${n}`,
  (n) => `${n}万`,
  (n) => (n === 2 ? 'x' : `${n}`),
];
const two = (n: number): string => String(n).padStart(2, '0');
const TIMES: readonly ((n: number) => string)[] = [
  (n) => `2026-11-${10 + n}`,
  (n) => `2026-11-20 ${two(n)}:00`,
  (n) => `2026-11-20 ${two(n)}:00:00 UTC`,
  (n) => `2026-11-20T${two(n)}:00:00+08:00`,
  (n) => `${10 + n}/11/2026`,
  (n) => `0${1 + (n % 9)}/11/2026`,
  (n) => `${10 + n}-Nov-26`,
  (n) => `11/2${n % 9}/2026, 9:05 ${n % 2 ? 'AM' : 'PM'}`,
  (n) => `${10 + n}. Okt 2026`,
  (n) => `2026年11月${10 + n}日`,
  (n) => `2026-W4${n % 8}`,
  (n) => `${two(n)}:30`,
  (n) => `${1_790_000_000_000 + n * 3_600_000}`,
  (n) => `${46_340 + n}`,
];

type Column = { readonly name: string; readonly cell: (row: number) => string };

const anyCell: fc.Arbitrary<(row: number) => string> = fc.oneof(
  fc.constantFrom(...WORDS).map((words) => (row: number) => words[row % words.length] ?? ''),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...TIMES),
  fc.constantFrom('id-', 'Ann ', '产品').map((start) => (row: number) => `${start}${row}`),
);

const anyColumn: fc.Arbitrary<Column> = fc.record({ name: fc.constantFrom(...NAMES), cell: anyCell });

const anyFile = fc.record({
  columns: fc.array(anyColumn, { minLength: 1, maxLength: 6 }),
  rows: fc.integer({ min: 1, max: 12 }),
  delimiter: fc.constantFrom(',', ',', ';', '\t', '|'),
  above: fc.constantFrom('', '', '', 'Report\n', '# exported\n', 'Report\nStand,Nov\n', '\ufeff'),
  hasHeader: fc.constantFrom(true, true, true, false),
  total: fc.boolean(),
});

const quote = (cell: string): string => (/[",;\t|\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const textOf = ({
  columns,
  rows,
  delimiter,
  above,
  hasHeader,
  total,
}: typeof anyFile extends fc.Arbitrary<infer T> ? T : never) => {
  const lines = Array.from({ length: rows }, (_, row) => columns.map(({ cell }) => cell(row)));
  const last = total ? [columns.map(({ cell }, index) => (index === 0 ? 'Total' : cell(1)))] : [];
  const header = hasHeader ? [columns.map(({ name }) => name)] : [];
  return above + [...header, ...lines, ...last].map((cells) => `${cells.map(quote).join(delimiter)}\n`).join('');
};

/** Writes an endpoint for each component that a file fits, and returns what `check` refuses. */
const refusalsOf = async (text: string): Promise<readonly string[]> => {
  const suggestions = await suggestForFirstRows(Buffer.from(text), 'Asia/Shanghai');
  if (suggestions instanceof WallfeedError || suggestions.fits.length === 0) return [];
  const endpoints = suggestions.fits.map(({ component, candidate }, index) =>
    writeEndpointLines(`e${index}x`, defineEndpoint(component, 'file.csv', candidate)),
  );
  const folder = await writeFolder({
    'dashboard.yml': `dashboard: wall\ntimezone: Asia/Shanghai\nendpoints:\n${endpoints.join('\n')}\n`,
    'data/file.csv': text,
  });
  const { errors } = await checkDashboard(folder);
  return errors.map(({ message, hint, line }) => `${line}: ${message} (${hint})\n${endpoints.join('\n')}`);
};

const toChinese = (sentence: string): string => {
  setLanguage('zh');
  const text = forReader(sentence);
  setLanguage('en');
  return text;
};

/**
 * Returns the keys and values in backquotes that the hints of errors offer, such as `decimal: ','`. The column of an
 * example is the column of the test.
 */
const offersOf = (hints: readonly string[]): readonly string[] => [
  ...new Set(
    hints.flatMap((hint) =>
      Array.from(hint.matchAll(/`([a-z]\w*: [^`…]+)`/gi), ([, yaml = '']) => yaml.replace('Talk time', 'n')),
    ),
  ),
];

/** Checks an endpoint that adds up or groups the cells of a column, with further keys of its csv map. */
const checkCells = async (cells: readonly string[], use: string, keys = '') => {
  const component = use.startsWith('x:') ? '3D Bar Chart' : 'Numeric Metric';
  const options = use.startsWith('x:') ? ['    options: { name: n }'] : [];
  const folder = await writeFolder({
    'dashboard.yml': [
      'dashboard: wall',
      'timezone: Asia/Shanghai',
      'endpoints:',
      '  one:',
      `    component: ${component}`,
      ...options,
      '    csv:',
      '      file: a.csv',
      `      columns: { ${use} }`,
      ...(keys === '' ? [] : [`      ${keys}`]),
      '',
    ].join('\n'),
    'data/a.csv': `k;n\n${cells.map((cell) => `a;${quote(cell)}\n`).join('')}`,
  });
  return (await checkDashboard(folder)).errors;
};

const USES = ["value: { sum: n }, unit: { constant: '' }", 'x: { day: n }, y: { count: rows }'];
/** Keys that a csv map of the tests may already have, or that belong to the dashboard. */
const OF_DASHBOARD = /^(?:timezone|columns|where|memory):/;

describe('hints for cells', () => {
  const cells = [...NUMBERS, ...TIMES].map((write) => [1, 2, 3].map(write));

  test.each(cells.flatMap((some) => USES.map((use) => [some.join(' | '), use, some] as const)))(
    'check accepts each key that its hints offer for %s in %s, and the hints in Chinese offer the same keys',
    async (_, use, some) => {
      const hints = (await checkCells(some, use)).flatMap(({ hint }) => (hint === undefined ? [] : [hint]));
      expect(offersOf(hints.map(toChinese))).toEqual(offersOf(hints));
      for (const keys of offersOf(hints).filter((one) => !OF_DASHBOARD.test(one))) {
        const refused = (await checkCells(some, use, keys)).filter(({ file }) => file.endsWith('dashboard.yml'));
        expect([keys, refused.map(({ message }) => message)]).toEqual([keys, []]);
      }
    },
  );
});

describe('proposals for files', () => {
  test('check refuses no proposal, no matter what the names and cells of a file are', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (file) => {
        const text = textOf(file);
        expect([text, ...(await refusalsOf(text)).slice(0, 1)]).toEqual([text]);
      }),
      { numRuns: 25 },
    );
  });
});
