import { type ExportedFile, FIGURE_FILES } from './exported-figures.ts';
import { lines, MONTHS } from './write-rows.ts';

const BARS = 'Bar Chart';
const REGIONS = ['North', 'South', 'East'];
const thousands = (number: number): string => `"${number.toLocaleString('en-US')}"`;
const pivotRow = (name: string, of: number): string =>
  [name, ...MONTHS.map((_, month) => thousands(of * 1000 + month)), thousands(12 * of * 1000 + 66)].join(',');

const PIVOT = lines(
  `Region,${MONTHS.join(',')},Grand Total`,
  ...REGIONS.map((name, index) => pivotRow(name, index + 1)),
  ['Grand Total', ...MONTHS.map((_, month) => thousands(6000 + 3 * month)), thousands(72_198)].join(','),
);

export const EXPORTED_FILES: readonly ExportedFile[] = [
  ...FIGURE_FILES,
  {
    kind: 'prices with two readings',
    name: 'preisliste.csv',
    content: lines('Artikel;Preis', 'Lampe;1,250', 'Tisch;2,250'),
    component: 'Paging List',
    shows: ['Artikel', 'Preis', 'Lampe', '1,250', 'Tisch', '2,250'],
    note: "write decimal: ',' or decimal: '.'",
  },
  {
    kind: 'monthly pivot with totals',
    name: 'pivot.csv',
    content: PIVOT,
    component: BARS,
    shows: [
      ...MONTHS,
      ...REGIONS.flatMap((name, index) => [name, ...MONTHS.map((_, month) => (index + 1) * 1000 + month)]),
    ],
    note: "'Grand Total' of Region",
  },
  {
    kind: 'years as columns',
    name: 'years.csv',
    content: lines(
      'Country,2021,2022,2023',
      'Spain,"1,201","1,302","1,403"',
      'Italy,"2,201","2,302","2,403"',
      'Total,"3,402","3,604","3,806"',
    ),
    component: BARS,
    shows: ['2021', '2022', '2023', 'Spain', 1201, 1302, 1403, 'Italy', 2201, 2302, 2403],
    note: "'Total' of Country",
  },
  {
    kind: 'payments in two currencies',
    name: 'payouts.csv',
    content: lines('id,Currency,Amount', 'a,usd,10', 'b,eur,20', 'c,usd,5'),
    component: BARS,
    shows: ['a', 'b', 'c', 'usd', 10, 0, 5, 'eur', 0, 20, 0],
  },
  {
    kind: 'a header of two lines below a title',
    name: 'plan.csv',
    content: lines(
      'Plan and result;;;;',
      ';Sales;;Costs;',
      'Region;2025;2026;2025;2026',
      'North;10;12;14;13',
      'South;20;22;24;23',
    ),
    component: BARS,
    shows: ['2025', '2026', 'Sales', 30, 34, 'Costs', 38, 36],
  },
  {
    kind: 'a header of two lines',
    name: 'quarters.csv',
    content: lines(
      ',Q1,,Q2,,Total,',
      'Region,Plan,Result,Plan,Result,Plan,Result',
      'North,10,12,14,13,24,25',
      'South,20,22,24,23,44,45',
    ),
    component: BARS,
    shows: ['Q1', 'Q2', 'Plan', 30, 38, 'Result', 34, 36],
  },
];
