import { tokenizeMysql } from '../dashboard/sql/mysql-tokens.ts';
import { splitMysql } from '../dashboard/sql/split-mysql.ts';

export interface MysqlSeedStatement {
  readonly sql: string;
  readonly offset: number;
  readonly refusal?: string;
}

const TRANSACTION = /^(?:begin|start\s+transaction|commit|rollback|savepoint)\b/i;

const refusalOf = (sql: string): string | undefined => {
  if (TRANSACTION.test(sql))
    return 'the seeds are applied in one transaction: leave out begin, commit and similar statements';
  const parameter = tokenizeMysql(sql).find(({ kind }) => kind === 'parameter');
  return parameter && `the Data API reads ${parameter.text} as a parameter: rewrite the statement without it`;
};

export const splitMysqlSeed = (text: string): readonly MysqlSeedStatement[] =>
  splitMysql(text).map(({ sql, offset }) => {
    const refusal = refusalOf(sql);
    return { sql, offset, ...(refusal !== undefined && { refusal }) };
  });
