import type { Selection } from './selection.ts';

/** A value of a parameter, as dashboard.yml writes it. */
export type ParameterValue = string | number;

/** A parameter of an endpoint. */
export interface ParameterConfig {
  readonly name: string;
  /** The values that a request may send. */
  readonly values: readonly ParameterValue[];
  /** The value of a request that sends none. */
  readonly default?: ParameterValue;
  /** True if a request may send no value. The conditions with the parameter are then left out. */
  readonly optional?: true;
}

/** A value of the RDS Data API. */
export type SqlField =
  | { readonly stringValue: string }
  | { readonly longValue: number }
  | { readonly doubleValue: number }
  | { readonly isNull: true };

/** The values that one request sends for the parameters of its endpoint. */
export interface RequestValues {
  /** A text that differs for each combination of values. */
  readonly key: string;
  /** Replaces the parameters in the conditions of a selection by their values. */
  readonly fill: (selection: Selection) => Selection;
  /** Returns the value of a parameter for a statement. */
  readonly fieldOf: (name: string) => SqlField;
}
