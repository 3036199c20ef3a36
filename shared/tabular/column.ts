/** What a cell of the column is typed as. */
export type ColumnType = 'text' | 'freeText' | 'number' | 'numberOrText' | 'list' | 'numberList' | 'time';

/** What a blank cell does: it is refused, the field is left out, or the field goes out as `''`. */
export type Blank = 'refused' | 'omitted' | 'empty';

/** One column of a table; `Value` is what its cells are typed into. */
export interface Column<Value> {
  readonly type: ColumnType;
  readonly blank: Blank;
  /** What to do about a cell of another type, where the column knows better than its type. */
  readonly hint?: string;
  /** Never present: carries the type of the cells. */
  readonly value?: Value;
}

/** Columns by name, in the order in which the table has them. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A typed row: one field a column. */
export type Row<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

const column = <Value>(type: ColumnType): Column<Value> => ({ type, blank: 'refused' });

export const text = column<string>('text');
/** The cell's text as it is, but an SQL number stays a Number: the cells of a list that is shown as it is. */
export const freeText = column<number | string>('freeText');
/** A finite Number. */
export const number = column<number>('number');
/** A plain number goes out as a Number; everything else stays the text it is. */
export const numberOrText = column<number | string>('numberOrText');
/** Parts separated by a vertical bar, each trimmed. */
export const list = column<readonly string[]>('list');
/** Parts separated by a vertical bar, each a number. */
export const numberList = column<readonly number[]>('numberList');
/** Milliseconds since 1970. */
export const time = column<number>('time');

/** The cell may be blank; the row then lacks the field. */
export const optional = <Value>(of: Column<Value>): Column<Value | undefined> => ({ type: of.type, blank: 'omitted' });

/** The column has its own remedy for a cell of another type. */
export const hinted = <Value>(of: Column<Value>, hint: string): Column<Value> => ({ ...of, hint });

/** The cell may be blank and is then the empty text. */
export const blankable = <Value>(of: Column<Value>): Column<Value | ''> => ({ type: of.type, blank: 'empty' });
