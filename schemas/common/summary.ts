import { average, sum } from '../../shared/tabular/mean.ts';

/** The ways to sum up a series in one number. */
export const SUMMARIES = ['last', 'sum', 'average', 'max'] as const;

export type Summary = (typeof SUMMARIES)[number];

const summaries: Readonly<Record<Summary, (values: readonly number[]) => number>> = {
  last: (values) => values.at(-1) ?? 0,
  sum,
  average,
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
};

/** Returns one number for a series of at least one value, or the empty text for `none`. */
export const summarise = <Of extends Summary | 'none'>(summary: Of, values: readonly number[]) =>
  (summary === 'none' ? '' : summaries[summary as Summary](values)) as Of extends 'none' ? '' : number;
