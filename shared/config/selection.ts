import type { BUCKET_UNITS, CELL_AGGREGATES, COMPARISONS, WINDOW_SPANS } from './selection-words.ts';

/** The name in the header, or the position from 1. `unpivot` creates the columns `$name` and `$value`. */
export type ColumnReference = string | number;

export type ConditionValue = string | number | boolean;

/**
 * `any` and `not` compare with a list of values. If `above`, `below`, `atLeast` or `atMost` has a text, it is a time.
 */
export type Test =
  | { readonly is: 'any'; readonly of: readonly ConditionValue[] }
  | { readonly is: 'not'; readonly of: readonly ConditionValue[] }
  | { readonly is: (typeof COMPARISONS)[number]; readonly of: number | string }
  | { readonly is: 'contains'; readonly of: string | readonly string[] }
  | { readonly is: 'blank'; readonly of: boolean }
  | ParameterTest;

export interface ParameterReference {
  readonly parameter: string;
}

/** All rows meet the test until the request's values are filled in. */
export interface ParameterTest {
  readonly is: 'parameter';
  readonly word: 'any' | 'not' | 'contains' | (typeof COMPARISONS)[number];
  readonly of: readonly (ConditionValue | ParameterReference)[];
}

export interface Condition {
  readonly column: ColumnReference;
  readonly tests: readonly Test[];
}

export type BucketUnit = (typeof BUCKET_UNITS)[number];

/** Calculates with the numbers of a row, or with the parts of an aggregated formula. */
export type Term =
  | number
  | { readonly column: ColumnReference }
  /** In milliseconds since 1970. */
  | { readonly time: ColumnReference }
  /** Index of an aggregate. */
  | { readonly part: number }
  | { readonly call: '+' | '-' | '*' | '/' | 'round' | 'abs'; readonly of: readonly Term[] };

/** A column, or a formula of each row. */
export type Operand = ColumnReference | { readonly formula: Term };

/** A step of the calendar, or milliseconds. */
export type EarlierStep = 'day' | 'week' | 'month' | 'year' | number;

export type SelectedValue = string | number | boolean;

/** `where` limits the rows. */
export type Aggregate = (
  | { readonly from: (typeof CELL_AGGREGATES)[number]; readonly of: Operand; readonly by?: ColumnReference }
  | { readonly from: 'count' }
  /** 100 × the rows of `where` / all rows. */
  | { readonly from: 'percentOfRows' }
  /** 100 × sum of `part` / sum of `of`. */
  | { readonly from: 'percent'; readonly part: ColumnReference; readonly of: ColumnReference }
  /** The value below which `percent` percent of the cells are. */
  | { readonly from: 'percentile'; readonly percent: number; readonly of: Operand }
  | { readonly from: 'formula'; readonly term: Term; readonly parts: readonly Aggregate[] }
) & {
  readonly where?: readonly Condition[];
  /** If no row has a value, or a denominator is 0. */
  readonly else?: SelectedValue;
  /** The step from the usual window back to the window whose rows are aggregated. */
  readonly earlier?: EarlierStep;
  /** True to add up the rows of this bucket and of all buckets before it. */
  readonly running?: true;
  /** Number of buckets in a moving mean: this bucket and those before it. */
  readonly moving?: number;
};

export type ColumnSource =
  | Aggregate
  | { readonly from: 'cell'; readonly of: Operand; readonly else?: SelectedValue }
  | { readonly from: 'bucket'; readonly unit: BucketUnit; readonly of: ColumnReference }
  | {
      readonly from: 'map';
      readonly of: ColumnReference;
      readonly to: Readonly<Record<string, SelectedValue>>;
      readonly else?: SelectedValue;
    }
  | { readonly from: 'constant'; readonly value: SelectedValue }
  | { readonly from: 'palette'; readonly values: readonly SelectedValue[] }
  | { readonly from: 'list'; readonly of: readonly ColumnReference[] };

const NO_AGGREGATES: ReadonlySet<string> = new Set(['cell', 'bucket', 'map', 'list', 'constant', 'palette']);

export const isAggregate = (source: ColumnSource): source is Aggregate => !NO_AGGREGATES.has(source.from);

/** Returns the aggregates that a formula is calculated from, or the aggregate itself. */
export const leavesOf = (aggregate: Aggregate): readonly Aggregate[] =>
  aggregate.from === 'formula' ? aggregate.parts.flatMap(leavesOf) : [aggregate];

export interface SelectedColumn {
  readonly name: string;
  readonly source: ColumnSource;
}

export type WindowSpan = (typeof WINDOW_SPANS)[number];

/** The window of the request, of a fixed length in milliseconds, or since the start of a calendar span. */
export interface WindowConfig {
  readonly of: ColumnReference;
  readonly last?: number | WindowSpan;
  /** Milliseconds. */
  readonly atMost?: number;
}

export interface SortKey {
  /** A column of the component. If the selection has no `columns`: its position. */
  readonly column: string;
  readonly descending: boolean;
}

/** Keys are in the order in which they are applied. */
export interface Selection {
  readonly unpivot?: readonly ColumnReference[];
  readonly where?: readonly Condition[];
  readonly window?: WindowConfig;
  /** If absent, the columns of the file are read by position. */
  readonly columns?: readonly SelectedColumn[];
  /** The value of aggregates in buckets without rows. */
  readonly fill?: 0 | 'blank';
  readonly unique?: boolean;
  readonly sort?: readonly SortKey[];
  readonly limit?: number;
  /** A column of the component: `limit` and `rest` hold for each of its values. */
  readonly per?: string;
  readonly rest?: string;
}
