import { option } from '../../shared/catalogue/option.ts';
import { average, roundHalfUp, sum } from '../../shared/tabular/mean.ts';

export const SUMMARIES = ['last', 'sum', 'average', 'max'] as const;

type Summary = (typeof SUMMARIES)[number];

const summaries: Readonly<Record<Summary, (values: readonly number[]) => number>> = {
  last: (values) => values.at(-1) ?? 0,
  sum,
  average,
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
};

/** Returns one number for a series of at least one value, or the empty text for `none`. */
export const summarise = <Of extends Summary | 'none'>(summary: Of, values: readonly number[]) =>
  (summary === 'none' ? '' : summaries[summary as Summary](values)) as Of extends 'none' ? '' : number;

/** A constant, or the average or the sum of the map's regions. */
export const performanceOptions = {
  unit: option.described(option.or(option.text, ''), 'the unit'),
  value: option.described(
    option.or(option.either(option.number, option.word('average', 'sum')), 'average'),
    'the performance value; `average` is the mean of all regions, `sum` their total',
  ),
};

/** Returns the performance value of a map, rounded to one decimal. */
export const performanceValue = (
  value: number | 'average' | 'sum',
  regions: readonly { readonly value: number }[],
): number => {
  const values = regions.map((region) => region.value);
  return roundHalfUp(typeof value === 'number' ? value : summaries[value](values), 1);
};
