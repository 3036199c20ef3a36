import { encodeGb18030 } from '../../../infra/dashboards/demo/exports/write-exports.ts';

const REGIONS = ['North', 'South', 'East'] as const;
const CHINESE = ['华东', '华北', '华南'] as const;

const linesOf = (header: string, row: (index: number) => string): string =>
  `${[header, ...Array.from({ length: 24 }, (_, index) => row(index))].join('\n')}\n`;

const dayOf = (index: number): string => String((index % 20) + 1).padStart(2, '0');

const ORDERS = linesOf(
  'Order,Created at,Region,Amount',
  (index) => `A-${index},2026-11-${dayOf(index)} 08:00:00,${REGIONS[index % 3]},${index}.50`,
);

const CHINESE_ORDERS = linesOf(
  '订单号,下单时间,区域,金额',
  (index) => `A-${index},2026-11-${dayOf(index)} 08:00:00,${CHINESE[index % 3]},${index}.50`,
);

/** No spaces, and wider than the screen of a phone. */
export const LONG_NAME = `export-of-all-orders-${'of-the-whole-company-'.repeat(4)}2026.csv`;

/** As office software of several countries writes them. */
export const OFFICE_FILES: Readonly<Record<string, string | Uint8Array>> = {
  'orders.csv': ORDERS,
  '订单.csv': `\uFEFF${CHINESE_ORDERS}`,
  '渠道.csv': encodeGb18030(CHINESE_ORDERS),
  '销售额 2026.csv': Buffer.from(`\uFEFF${CHINESE_ORDERS.replaceAll(',', '\t')}`, 'utf16le'),
  'umsatz.csv': linesOf(
    'Datum;Region;Betrag',
    (index) => `${dayOf(index)}.11.2026;${REGIONS[index % 3]};1.${200 + index},50`,
  ),
  'hosts.tsv': linesOf('at\thost\tcpu', (index) => `2026-11-22 ${dayOf(index)}:00:00\thost-${index % 3}\t${index}.5`),
  'shares.csv': 'name,value,score,pv\nSearch,38.5,,\nDirect,24.2,,\nMail,17.8,,\n',
  'quoted "notes".csv': linesOf('Region,Note,Amount', (index) => `${REGIONS[index % 3]},"a, ""b""\nand c",${index}`),
  'quotas.csv': linesOf('Team,Share', (index) => `Team ${index % 4},${index}.5%`),
  'a.csv': 'name,value\na,1\nb,2\n',
  'windows.csv': ORDERS.replaceAll('\n', '\r\n'),
  [LONG_NAME]: ORDERS,
};

/** A Chinese name, a name without letters, and a name that is the key of an endpoint. */
export const SHEETS = {
  区域: CHINESE_ORDERS.trim()
    .split('\n')
    .map((line) => line.split(',')),
  '2026': ORDERS.trim()
    .split('\n')
    .map((line) => line.split(',')),
  Orders: ORDERS.trim()
    .split('\n')
    .map((line) => line.split(',')),
};
