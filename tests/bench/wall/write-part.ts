/** Writes a share: `0.73 %`, or a dash for zero. */
export const writePart = (part: number, whole: number): string => {
  if (part === 0 || whole === 0) return '-';
  const percent = (part / whole) * 100;
  return percent < 0.01 ? '<0.01 %' : `${percent.toFixed(2)} %`;
};
