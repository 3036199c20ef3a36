/**
 * Returns the average of decimals by their exact sum. It has the scale of the sum, and is rounded half up, away from
 * zero.
 */
export const averageOf = (sum: string, count: bigint): string => {
  const [, scale = ''] = /\.(\d+)$/.exec(sum) ?? [];
  const total = BigInt(sum.replace('.', ''));
  const size = total < 0n ? -total : total;
  const digits = String((2n * size + count) / (2n * count)).padStart(scale.length + 1, '0');
  const whole = digits.slice(0, digits.length - scale.length);
  return `${total < 0n ? '-' : ''}${whole}${scale === '' ? '' : `.${digits.slice(-scale.length)}`}`;
};
