export type ColumnType = 'text' | 'freeText' | 'number' | 'numberOrText' | 'list' | 'numberList' | 'time';

/** An error, an omitted field, or the empty text. */
export type Blank = 'refused' | 'omitted' | 'empty';

export type Codes = Readonly<Record<number, string>>;

export interface Column<Value> {
  readonly type: ColumnType;
  readonly blank: Blank;
  /** Replaces the hint of the type for an invalid cell. */
  readonly hint?: string;
  /** Set if the numbers are codes. */
  readonly codes?: Codes;
  /** Never set. It only tells TypeScript the type of the cells. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type Row<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

const column = <Value>(type: ColumnType): Column<Value> => ({ type, blank: 'refused' });

export const text = column<string>('text');
/** Text or an SQL number, unchanged: for lists that are displayed exactly as they were read. */
export const freeText = column<number | string>('freeText');
export const number = column<number>('number');
/** A Number if the text is a plain number; any other text unchanged. */
export const numberOrText = column<number | string>('numberOrText');
/** Separated by a vertical bar. Each text is trimmed. */
export const list = column<readonly string[]>('list');
/** Separated by a vertical bar. */
export const numberList = column<readonly number[]>('numberList');
/** Milliseconds since 1970. */
export const time = column<number>('time');

/** Allows blank cells. For a blank cell, the typed row does not have the field. */
export const optional = <Value>(of: Column<Value>): Column<Value | undefined> => ({
  ...of,
  blank: 'omitted',
});

export const hinted = <Value>(of: Column<Value>, hint: string): Column<Value> => ({ ...of, hint });

/** Writes the meaning of codes: `1 recovered, 2 warning, 3 critical`. */
export const listCodes = (codes: Codes): string =>
  Object.entries(codes)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([code, meaning]) => `${code} ${meaning}`)
    .join(', ');

export const coded = (codes: Codes): Column<number> => ({
  ...number,
  codes,
  hint: `write its number: ${listCodes(codes)}`,
});

/** Allows blank cells. For a blank cell, the field is the empty text. */
export const blankable = <Value>(of: Column<Value>): Column<Value | ''> => ({ ...of, blank: 'empty' });
