const shift = (value: number, digits: number): number => {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
};

/** Rounds half up by the decimal digits of a number, so that 1.005 becomes 1.01. */
export const roundHalfUp = (value: number, digits = 0): number => shift(Math.round(shift(value, digits)), -digits);
