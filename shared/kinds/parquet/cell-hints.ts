import { type Detail, WallfeedError } from '../../errors/wallfeed-error.ts';

const BLANK = /`blank: \['(.*)'\]`/;

const nameOf = (column: string): string => (/^\w+$/.test(column) ? column : JSON.stringify(column));

/** Replaces the hint to a key that a selection of Parquet files does not have. */
const withWhere = (detail: Detail): Detail => {
  const [, text] = BLANK.exec(detail.hint ?? '') ?? [];
  if (text === undefined || detail.columnName === undefined) return detail;
  return {
    ...detail,
    hint: `leave such rows out with \`where: { ${nameOf(detail.columnName)}: { not: '${text}' } }\``,
  };
};

/** Runs a selection of Parquet files. The hints of its errors name keys that it has. */
export const hinted = <Result>(select: () => Result): Result => {
  try {
    return select();
  } catch (error) {
    if (!(error instanceof WallfeedError) || error.code !== 'TABLE_CELL') throw error;
    throw new WallfeedError(error.code, error.message, error.details.map(withWhere));
  }
};
