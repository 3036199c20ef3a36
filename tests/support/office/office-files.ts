import { gzipSync } from 'node:zlib';

/** As offices and services export it, an endpoint over the unchanged file, and what it must show. */
export interface OfficeFile {
  readonly kind: string;
  readonly name: string;
  readonly content: string | Uint8Array;
  /** As dashboard.yml writes it. */
  readonly component: string;
  readonly source: string;
  /** In their order. */
  readonly figures: readonly (number | string)[];
}

const METRIC = 'Numeric Metric';
const PIE = '3D Pie Chart';

const summed = (
  kind: string,
  name: string,
  content: string | Uint8Array,
  column: string,
  figure: number,
  keys = '',
): OfficeFile => ({
  kind,
  name,
  content,
  component: METRIC,
  source: `csv: { file: ${name}, ${keys}columns: { value: { sum: ${column} }, unit: { constant: x } } }`,
  figures: [figure],
});

const grouped = (
  kind: string,
  name: string,
  content: string | Uint8Array,
  source: string,
  figures: readonly (number | string)[],
): OfficeFile => ({ kind, name, content, component: PIE, source, figures });

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

const latin1 = (text: string): Uint8Array => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');

const GERMAN_MONTHS = '[Jan, Feb, Mär, Apr, Mai, Jun, Jul, Aug, Sep, Okt, Nov, Dez]';

const GERMAN = lines('Tag;Umsatz', '01. Mär 2026;5', '15. Mär 2026;7', '02. Okt 2026;9');
const HEADER_LINES = lines(
  'Report 2026',
  ';Q1;;Q2;',
  'Region;Plan;Result;Plan;Result',
  'North;1;2;3;4',
  'South;5;6;7;8',
);
const PROMETHEUS = {
  data: {
    result: [
      {
        metric: { job: 'a' },
        values: [
          [1795161600, '1.5'],
          [1795161660, '2.5'],
        ],
      },
      { metric: { job: 'b' }, values: [[1795161600, '4']] },
    ],
  },
};

export const OFFICE_FILES: readonly OfficeFile[] = [
  summed('plain CSV', 'plain.csv', lines('Region,Amount', 'North,120.50', 'South,80'), 'Amount', 200.5),
  summed('dollars with thousands', 'dollars.csv', lines('Deal,Value', 'A,"$65,516.00"', 'B,$12.50'), 'Value', 65528.5),
  summed(
    'euros behind the number',
    'euros.csv',
    latin1(lines('Konto;Betrag', '4711;9.196,00 €', '4712;-0,50 €')),
    'Betrag',
    9195.5,
    "encoding: windows-1252, decimal: ',', ",
  ),
  summed(
    'percent with a blank',
    'percent.csv',
    lines('Shop;Quote', 'A;9,7 %', 'B;10,3 %'),
    'Quote',
    20,
    "decimal: ',', ",
  ),
  summed(
    'parentheses for losses',
    'accounting.csv',
    lines('Item,Result', 'Sales,"10,000"', 'Rent,"(8,624)"', 'Fees,($5.50)'),
    'Result',
    1370.5,
  ),
  summed(
    'minus behind the number',
    'ledger.txt',
    lines('Konto\tSaldo', '1000\t1,234.50-', '2000\t2,000.00'),
    'Saldo',
    765.5,
  ),
  summed(
    'apostrophes between thousands',
    'swiss.csv',
    lines('Konto;CHF', "A;1'234.50", "B;2'000'000.25"),
    'CHF',
    2001234.75,
  ),
  summed(
    'blanks between thousands',
    'french.csv',
    lines('Compte;Montant', 'A;1\u202f234,50', 'B;2\u00a0000 000,5'.replace(' ', '\u00a0')),
    'Montant',
    2001235,
    "decimal: ',', ",
  ),
  summed(
    'lakh and crore',
    'lakh.csv',
    lines('Branch,Amount', 'A,"1,23,456.00"', 'B,"₹12,34,567.50"'),
    'Amount',
    1358023.5,
  ),
  summed(
    'lengths of time',
    'calls.csv',
    lines('Agent,Talk time', 'A,1:38:41', 'B,0:21:19'),
    'Talk time',
    120,
    'durations: { Talk time: minutes }, ',
  ),
  grouped(
    'AM and PM',
    'visits.csv',
    lines('At,Visits', '"Nov 20, 2026 10:22 PM",3', '"Nov 20, 2026 10:59 PM",4', '"Nov 21, 2026 12:05 AM",5'),
    'csv: { file: visits.csv, columns: { name: { day: At }, value: { sum: Visits } } }',
    ['2026-11-20', 7, '2026-11-21', 5],
  ),
  grouped(
    'months as names, short years',
    'bank.csv',
    lines('Date,Amount', '26-Oct-26,5', '27-Oct-26,7', '01-Nov-26,1'),
    'csv: { file: bank.csv, dates: dd-MMM-yy, columns: { name: { month: Date }, value: { sum: Amount } } }',
    ['2026-10', 12, '2026-11', 1],
  ),
  grouped(
    'months as German names',
    'german.csv',
    GERMAN,
    `csv: { file: german.csv, dates: dd. MMM yyyy, months: ${GERMAN_MONTHS}, columns: { name: { month: Tag }, value: { sum: Umsatz } } }`,
    ['2026-03', 12, '2026-10', 9],
  ),
  grouped(
    'Chinese dates and yuan',
    'chinese.csv',
    lines('日期,金额', '2026年11月20日,"¥1,200.00"', '2026年11月21日,300元'),
    'csv: { file: chinese.csv, columns: { name: { day: 日期 }, value: 金额 } }',
    ['2026-11-20', 1200, '2026-11-21', 300],
  ),
  grouped(
    'weeks of ISO 8601',
    'weeks.csv',
    lines('Week,Orders', '2026-W47,5', '2026-W48,6'),
    'csv: { file: weeks.csv, columns: { name: { day: Week }, value: Orders } }',
    ['2026-11-16', 5, '2026-11-23', 6],
  ),
  grouped(
    'months as numbers',
    'months.csv',
    lines('Month,Orders', '2026-10,5', '2026-11,6'),
    'csv: { file: months.csv, columns: { name: { month: Month }, value: Orders } }',
    ['2026-10', 5, '2026-11', 6],
  ),
  grouped(
    'merged cells',
    'merged.csv',
    lines('Region,Shop,Sales', 'North,A,1', ',B,2', 'South,C,4', ',D,8'),
    'csv: { file: merged.csv, fillDown: [Region], columns: { name: Region, value: { sum: Sales } } }',
    ['North', 3, 'South', 12],
  ),
  summed(
    'words for a missing value',
    'missing.csv',
    lines('Host,Load', 'a,N/A', 'b,-', 'c,0.5'),
    'Load',
    0.5,
    "blank: [N/A, '-'], ",
  ),
  summed(
    'units behind numbers',
    'latency.csv',
    lines('Path,Time', '/a,420 ms', '/b,1.2 s'),
    'Time',
    1620,
    'units: { ms: 1, s: 1000 }, ',
  ),
  summed(
    'lines of comments',
    'sensor.csv',
    lines('# station 7, "roof', '# zone: UTC', 'at,degrees', '2026-11-20,4.5', '# restarted', '2026-11-21,5.5'),
    'degrees',
    10,
    "comments: '#', ",
  ),
  grouped(
    'a header of two lines',
    'quarters.csv',
    HEADER_LINES,
    'csv: { file: quarters.csv, header: [2, 3], unpivot: [Q1 Plan, Q1 Result, Q2 Plan, Q2 Result], where: { $name2: Result }, columns: { name: $name1, value: { sum: $value } } }',
    ['Q1', 8, 'Q2', 12],
  ),
  grouped(
    'a title above and a total below',
    'report.csv',
    lines('Sales;', 'as of 2026-11-20;', 'Region;Sales', 'North;30', 'Total;30'),
    'csv: { file: report.csv, header: 3, where: { Region: { not: Total } }, columns: { name: Region, value: Sales } }',
    ['North', 30],
  ),
  summed('CSV in gzip', 'packed.csv.gz', gzipSync(lines('k,v', 'a,1', 'b,2')), 'v', 3),
  grouped(
    'a document on each line',
    'events.ndjson',
    lines('{"kind":"view","ms":12}', '', '{"kind":"buy","ms":30}', '{"kind":"view","ms":8}'),
    'json: { file: events.ndjson, columns: { name: kind, value: { sum: ms } } }',
    ['view', 20, 'buy', 30],
  ),
  grouped(
    'a map of objects',
    'sites.json',
    JSON.stringify({ sites: { north: { up: 3 }, south: { up: 5 } } }),
    'json: { file: sites.json, rows: sites.*, columns: { name: $key, value: up } }',
    ['north', 3, 'south', 5],
  ),
  grouped(
    'lists inside of rows',
    'metrics.json',
    JSON.stringify(PROMETHEUS),
    'json: { file: metrics.json, rows: data.result, unnest: values, columns: { name: metric.job, value: { sum: values.1 } } }',
    ['a', 4, 'b', 4],
  ),
];
