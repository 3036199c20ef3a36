import { Document, type YAMLMap } from 'yaml';
import type { Column, Table } from './catalogue.ts';

/** Words that Trino reserves. A column with such a name is written in quotes. */
const RESERVED = new Set(
  (
    'alter and as between by case cast constraint create cross current_date current_time current_timestamp delete ' +
    'describe distinct drop else end escape except execute exists extract false for from full group grouping having in ' +
    'inner insert intersect into is join left like natural not null on or order outer prepare right select table then ' +
    'true uescape union unnest using values when where with'
  ).split(' '),
);

const quote = (name: string): string =>
  /^[a-z_]\w*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;

const isText = ({ type }: Column): boolean => /^(?:string|varchar|char)\b/.test(type);
const isInteger = ({ type }: Column): boolean => /^(?:tinyint|smallint|int|integer|bigint)$/.test(type);
const isNumber = (column: Column): boolean => isInteger(column) || /^(?:float|real|double|decimal)\b/.test(column.type);
const isTime = ({ type }: Column): boolean => type === 'timestamp';

/** Writes a part of a date with at least two digits. */
const digits = (column: Column): string =>
  isInteger(column) ? `lpad(cast(${quote(column.name)} as varchar), 2, '0')` : quote(column.name);

const DAYS = /^(?:day|date|dt|ds|datum|fecha|jour|event_?date|partition_?date|p_?date)$/;

/** Returns the condition by which a query reads only the days of its window. Undefined if no partition holds a day. */
const dayCondition = (partitions: readonly Column[]): string | undefined => {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => partitions.find(({ name }) => name === part));
  if (year && month && day) {
    const parts = [
      isInteger(year) ? `cast(${quote(year.name)} as varchar)` : quote(year.name),
      digits(month),
      digits(day),
    ];
    return `concat(${parts.join(", '-', ")}) >= date_format(:from, '%Y-%m-%d')`;
  }
  const dated = partitions.find(({ type }) => type === 'date');
  if (dated) return `${quote(dated.name)} >= date(:from)`;
  const timed = partitions.find(isTime);
  if (timed) return `${quote(timed.name)} >= date_trunc('day', :from)`;
  const named = partitions.find(({ name }) => DAYS.test(name));
  if (!named) return undefined;
  if (isInteger(named)) return `${quote(named.name)} >= cast(date_format(:from, '%Y%m%d') as ${named.type})`;
  return isText(named) ? `${quote(named.name)} >= date_format(:from, '%Y-%m-%d')` : undefined;
};

const MAX_GROUPS = 2;
const MAX_SUMS = 3;

/** Groups by the first columns of texts, and adds up the first columns of numbers. */
const statementOf = ({ name, columns, partitions }: Table): string => {
  const groups = columns
    .filter(isText)
    .slice(0, MAX_GROUPS)
    .map((column) => quote(column.name));
  const sums = columns
    .filter(isNumber)
    .slice(0, MAX_SUMS)
    .map((column) => quote(column.name));
  const time = columns.find(isTime);
  const conditions = [dayCondition(partitions), time && `${quote(time.name)} between :from and :to`].filter(Boolean);
  const selected = [...groups, 'count(*) as entries', ...sums.map((column) => `sum(${column}) as ${column}`)];
  return [
    `select ${selected.join(', ')}`,
    `from ${quote(name)}`,
    ...(conditions.length > 0 ? [`where ${conditions.join(' and ')}`] : []),
    ...(groups.length > 0 ? [`group by ${groups.map((_, index) => index + 1).join(', ')}`] : []),
    '',
  ].join('\n');
};

export const proposeLakeDataset = (catalog: string, database: string, table: Table): string => {
  const name =
    table.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'rows';
  const statement = statementOf(table);
  const document = new Document({
    athena: {
      database,
      ...(catalog !== 'AwsDataCatalog' && { catalog }),
      ...(table.location && { data: table.location }),
    },
    datasets: {
      [name]: {
        athena: statement,
        ...(statement.includes(':from') && { window: { last: '24h' } }),
        cache: '10m',
        stale: '1h',
      },
    },
  });
  for (const path of [['athena'], ['datasets', name, 'window']]) {
    const node = document.getIn(path) as YAMLMap | undefined;
    if (node) node.flow = true;
  }
  return document.toString({ lineWidth: 0 });
};
