import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { checkAthenaSql } from '../../../infra/dashboard/sql/check-athena-sql.ts';
import type { Column, Table } from '../../../infra/lake/catalogue.ts';
import { proposeLakeDataset } from '../../../infra/lake/propose-lake-dataset.ts';
import { findUnsupported } from '../../../infra/trino/find-unsupported.ts';

const columns: readonly Column[] = [
  { name: 'region', type: 'string' },
  { name: 'at', type: 'timestamp' },
  { name: 'items', type: 'array<string>' },
  { name: 'order', type: 'int' },
  { name: 'amount', type: 'decimal(10,2)' },
];

const proposalOf = (partitions: Readonly<Record<string, string>>, table: Partial<Table> = {}) => {
  const all = Object.entries(partitions).map(([name, type]) => ({ name, type }));
  return proposeLakeDataset('AwsDataCatalog', 'shop', { name: 'orders', columns, partitions: all, ...table });
};

const statementOf = (partitions: Readonly<Record<string, string>>): string =>
  parse(proposalOf(partitions)).datasets.orders.athena;

describe('the proposal for a table of a lake', () => {
  test('the proposal for a table of a lake is lines for dashboard.yml, with the database and the place of the files', () => {
    expect(
      proposalOf({ day: 'date' }, { location: 's3://lake/orders/' }),
    ).toBe(`athena: { database: shop, data: s3://lake/orders/ }
datasets:
  orders:
    athena: |
      select region, count(*) as entries, sum("order") as "order", sum(amount) as amount
      from orders
      where day >= date(:from) and at between :from and :to
      group by 1
    window: { last: 24h }
    cache: 10m
    stale: 1h
`);
  });

  test.each([
    [{ day: 'date' }, 'day >= date(:from)'],
    [{ dt: 'timestamp' }, "dt >= date_trunc('day', :from)"],
    [{ region_id: 'int', day: 'string' }, "day >= date_format(:from, '%Y-%m-%d')"],
    [{ dt: 'int' }, "dt >= cast(date_format(:from, '%Y%m%d') as int)"],
    [
      { year: 'string', month: 'string', day: 'string', hour: 'string' },
      "concat(year, '-', month, '-', day) >= date_format(:from, '%Y-%m-%d')",
    ],
    [
      { year: 'int', month: 'int', day: 'int' },
      "concat(cast(year as varchar), '-', lpad(cast(month as varchar), 2, '0'), '-', lpad(cast(day as varchar), 2, '0')) >= date_format(:from, '%Y-%m-%d')",
    ],
  ])('the condition of a proposed dataset fits the partitions %j', (partitions, condition) => {
    const statement = statementOf(partitions);
    expect(statement).toContain(`where ${condition} and at between :from and :to\n`);
    expect(checkAthenaSql(statement).problems).toEqual([]);
    expect(findUnsupported(statement)).toEqual([]);
  });

  test('a proposed dataset has no window if the table has neither days nor times', () => {
    const proposal = proposeLakeDataset('other', 'shop', {
      name: 'Stock_List',
      columns: [{ name: 'item', type: 'string' }],
      partitions: [],
    });
    expect(parse(proposal)).toEqual({
      athena: { database: 'shop', catalog: 'other' },
      datasets: {
        'stock-list': {
          athena: 'select item, count(*) as entries\nfrom "Stock_List"\ngroup by 1\n',
          cache: '10m',
          stale: '1h',
        },
      },
    });
  });
});
