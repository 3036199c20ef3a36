/** As office software ends lines. */
export const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n`;

export const rows = (header: string, count: number, row: (index: number) => string): string =>
  lines(header, ...Array.from({ length: count }, (_, index) => row(index)));

/** Begins again after the last name. */
export const pick = (names: readonly string[], index: number): string => names[index % names.length] ?? '';
export const two = (number: number): string => String(number).padStart(2, '0');

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Writes a time in ISO 8601: one hour and `ms` ago. The files are as recent as a file that was just exported. */
export const ago = (ms: number): string => new Date(Date.now() - HOUR_MS - ms).toISOString();
/** Writes the date some days ago, as `2026-11-20`. */
export const dayAgo = (days: number): string => ago(days * DAY_MS).slice(0, 10);
/** Writes the time some hours ago, as `2026-11-20 22:05:00`. */
export const timeAgo = (hours: number): string =>
  ago(hours * HOUR_MS)
    .slice(0, 19)
    .replace('T', ' ');
/** Writes the date some days ago, with the year last: `20.11.2026`. */
export const turned = (days: number, mark: string): string => dayAgo(days).split('-').reverse().join(mark);

/** As office software shortens them. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
