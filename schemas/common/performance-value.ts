import { option } from '../../shared/catalogue/option.ts';
import { average, roundHalfUp } from '../../shared/tabular/mean.ts';

/** The options of a map's performance value: a constant, or the average of its regions. */
export const performanceOptions = {
  unit: option.described(option.or(option.text, ''), 'the unit'),
  value: option.described(
    option.or(option.either(option.number, option.word('average')), 'average'),
    'the performance value; `average` is the mean of all regions',
  ),
};

/** Returns the performance value of a map, rounded to one decimal. */
export const performanceValue = (value: number | 'average', regions: readonly { readonly value: number }[]): number => {
  const exact = value === 'average' ? average(regions.map((region) => region.value)) : value;
  return roundHalfUp(exact, 1);
};
