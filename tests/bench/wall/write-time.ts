const MINUTE = 60;
const HOUR = 3600;

/** A length of time for a person: `0.6s`, `20s`, `9m 55s`, `3h 58m`. */
export const writeTime = (milliseconds: number): string => {
  const exact = milliseconds / 1000;
  if (exact === 0) return '-';
  if (exact < 1) return `${Math.round(exact * 10) / 10 || '<0.1'}s`;
  const seconds = Math.round(exact);
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m ${seconds % MINUTE}s` : `${seconds}s`;
};

/** A part of a whole: `0.73 %`, a dash for nothing. */
export const writePart = (part: number, whole: number): string => {
  if (part === 0 || whole === 0) return '-';
  const percent = (part / whole) * 100;
  return percent < 0.01 ? '<0.01 %' : `${percent.toFixed(2)} %`;
};
