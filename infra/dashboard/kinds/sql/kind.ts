import { isSql } from '../../../../shared/kinds/sql/is-sql.ts';
import { readSql } from '../../sources/read-sql.ts';
import { SLOTS_OF_READS, type SourceKind } from '../source-kind.ts';

const check: SourceKind['check'] = async ({ sql }, path, context) => {
  const { results, ...read } = await readSql(sql, [...path, 'sql'], context);
  return { ...read, ...(results && { columns: results }) };
};

export const kind: SourceKind = {
  name: 'sql',
  keys: {
    source: {
      title: "A query of the dashboard's database",
      examples: ['select item, left_over from stock', 'file:queries/stock.sql'],
      $ref: '#/$defs/sql',
    },
    foreign: { database: 'remove it: SQL queries the database of the dashboard' },
  },
  isFile: false,
  isOfEndpoints: true,
  isBilled: false,
  slots: SLOTS_OF_READS,
  check,
  needs: { queries: (source) => (isSql(source) ? [source] : []) },
  price: {
    title: 'SQL',
    noun: 'statements',
    line: 'query',
    facts: ({ config: { source } }) => ({ asksOwnDatabase: source.database === undefined }),
    alternative: {
      place: 'a database of the stack (Aurora, paused between slots that are long enough), if the tables fit into it',
      facts: { asksOwnDatabase: true },
    },
  },
  emulator: { needs: () => ({ database: true }) },
  docs: {
    rows: 'a database, and several components show the same table',
    advice: 'a dataset with `sql`: one query in place of one for each component',
    form: "one SELECT for the dashboard's database, or `file:queries/stock.sql`",
    example: 'select ...',
    errors: ['SQL_FAILED', 'SOURCE_RESUMING', 'SOURCE_TIMEOUT', 'SOURCE_TOO_LARGE', 'TABLE_COLUMNS', 'TABLE_CELL'],
    limits: '50 000 rows or 1 MiB from a database',
  },
};
