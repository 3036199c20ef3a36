import { type Detail, WallfeedError } from '../../errors/wallfeed-error.ts';

const BLANK = /`blank: \['(.*)'\]`/;

const nameOf = (column: string): string => (/^\w+$/.test(column) ? column : JSON.stringify(column));

/** A selection of Parquet files does not have each key. */
const withWhere = (detail: Detail): Detail => {
  const [, text] = BLANK.exec(detail.hint ?? '') ?? [];
  if (text === undefined || detail.columnName === undefined) return detail;
  return {
    ...detail,
    hint: `leave such rows out with \`where: { ${nameOf(detail.columnName)}: { not: '${text}' } }\``,
  };
};

/** The hints of errors name keys that a selection of Parquet files has. */
export const hinted = <Result>(select: () => Result): Result => {
  try {
    return select();
  } catch (error) {
    if (!(error instanceof WallfeedError) || error.code !== 'TABLE_CELL') throw error;
    throw new WallfeedError(error.code, error.message, error.details.map(withWhere));
  }
};
