import type { Bar } from './bars.ts';

/** A body of named values, some with a unit and a colour. */
export interface NamedValues {
  readonly series: readonly Bar[];
}
