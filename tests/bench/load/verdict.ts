/** Describes a ratio beside its target. */
export const verdict = (name: string, ratio: number, limit: number, should: 'be above' | 'be below'): string => {
  const isAbove = ratio >= limit;
  const isMet = should === 'be above' ? isAbove : ratio <= limit;
  const found = isAbove && ratio !== limit ? 'above' : ratio === limit ? 'at' : 'below';
  return `  ${name.padEnd(58)} ${ratio.toFixed(2).padStart(6)}  ${found} ${limit.toFixed(2)}, ${isMet ? 'met' : 'NOT MET'}: must ${should}`;
};
