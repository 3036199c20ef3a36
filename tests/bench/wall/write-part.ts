/** A part of a whole: `0.73 %`, a dash for nothing. */
export const writePart = (part: number, whole: number): string => {
  if (part === 0 || whole === 0) return '-';
  const percent = (part / whole) * 100;
  return percent < 0.01 ? '<0.01 %' : `${percent.toFixed(2)} %`;
};
