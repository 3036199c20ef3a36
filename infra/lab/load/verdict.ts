import { formatTable } from '../../terminal/format-table.ts';

export interface Verdict {
  readonly name: string;
  readonly ratio: number;
  readonly limit: number;
  readonly should: 'be above' | 'be below';
}

const rowOf = ({ name, ratio, limit, should }: Verdict): readonly string[] => {
  const isMet = should === 'be above' ? ratio >= limit : ratio <= limit;
  return [name, ratio.toFixed(2), `${isMet ? 'met' : 'NOT MET'}: must ${should} ${limit.toFixed(2)}`];
};

export const printVerdicts = (verdicts: readonly Verdict[]): void => {
  console.log(formatTable(verdicts.map(rowOf), [1]).replaceAll(/^/gm, '  '));
};
