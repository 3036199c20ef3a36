/** Writes lines as office software ends them. */
export const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n`;

/** Writes some rows below a header. */
export const rows = (header: string, count: number, row: (index: number) => string): string =>
  lines(header, ...Array.from({ length: count }, (_, index) => row(index)));

/** Returns the names in turn. */
export const pick = (names: readonly string[], index: number): string => names[index % names.length] ?? '';
/** Writes a number with two digits. */
export const two = (number: number): string => String(number).padStart(2, '0');

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Writes a time in the form of ISO 8601. The files are as new as a file that somebody has just exported. */
export const ago = (ms: number): string => new Date(Date.now() - HOUR_MS - ms).toISOString();
/** Writes the day some days ago. */
export const dayAgo = (days: number): string => ago(days * DAY_MS).slice(0, 10);
/** Writes the time some hours ago. */
export const timeAgo = (hours: number): string =>
  ago(hours * HOUR_MS)
    .slice(0, 19)
    .replace('T', ' ');
/** Writes a day with the year at its end. */
export const turned = (days: number, mark: string): string => dayAgo(days).split('-').reverse().join(mark);

/** The English names of the months, as office software shortens them. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
