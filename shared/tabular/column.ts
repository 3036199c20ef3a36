/** The type of a column's cells. */
export type ColumnType = 'text' | 'freeText' | 'number' | 'numberOrText' | 'list' | 'numberList' | 'time';

/** The result of a blank cell: an error, a row without the field, or the empty text. */
export type Blank = 'refused' | 'omitted' | 'empty';

/** Numbers that stand for words. */
export type Codes = Readonly<Record<number, string>>;

/** One column of a table. `Value` is the type of its typed cells. */
export interface Column<Value> {
  readonly type: ColumnType;
  readonly blank: Blank;
  /** Hint for an invalid cell, in place of the hint for its type. */
  readonly hint?: string;
  /** Meaning of each number, if the numbers are codes. */
  readonly codes?: Codes;
  /** Never set: carries the type of the cells for TypeScript. */
  readonly value?: Value;
}

/** Columns by name, in the order of the table. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A typed row: one field for each column. */
export type Row<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

const column = <Value>(type: ColumnType): Column<Value> => ({ type, blank: 'refused' });

export const text = column<string>('text');
/** Text or an SQL number, unchanged: for lists that are displayed exactly as they were read. */
export const freeText = column<number | string>('freeText');
/** A finite Number. */
export const number = column<number>('number');
/** A plain number becomes a Number; any other text is not changed. */
export const numberOrText = column<number | string>('numberOrText');
/** Parts separated by a vertical bar, each trimmed. */
export const list = column<readonly string[]>('list');
/** Parts separated by a vertical bar, each a number. */
export const numberList = column<readonly number[]>('numberList');
/** Milliseconds since 1970. */
export const time = column<number>('time');

/** Allows blank cells. The row then lacks the field. */
export const optional = <Value>(of: Column<Value>): Column<Value | undefined> => ({
  ...of,
  blank: 'omitted',
});

/** Sets the hint for invalid cells of a column. */
export const hinted = <Value>(of: Column<Value>, hint: string): Column<Value> => ({ ...of, hint });

/** Writes the meaning of codes: `1 recovered, 2 warning, 3 critical`. */
export const listCodes = (codes: Codes): string =>
  Object.entries(codes)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([code, meaning]) => `${code} ${meaning}`)
    .join(', ');

/** Declares a column of numbers that stand for words. */
export const coded = (codes: Codes): Column<number> => ({
  ...number,
  codes,
  hint: `write its number: ${listCodes(codes)}`,
});

/** Allows blank cells. The field is then the empty text. */
export const blankable = <Value>(of: Column<Value>): Column<Value | ''> => ({ ...of, blank: 'empty' });
