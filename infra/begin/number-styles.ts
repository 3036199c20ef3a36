import { readXml, type ZipEntry } from './read-zipped-xml.ts';

/**
 * The way in which office software shows the numbers of a style. `clock` is a time without a date, and `elapsed` a length
 * of time, such as 25:05:30.
 */
export type NumberStyle = 'number' | 'time' | 'clock' | 'elapsed' | 'percent';

/** Ids of the number formats of times that every workbook has, as ranges. */
const TIME_FORMATS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;
const CLOCK_FORMATS = [18, 19, 20, 21, 45, 47];
const ELAPSED_FORMAT = 46;
const PERCENT_FORMATS = [9, 10];

/** Matches parts of a number format that are shown as they are: texts in quotes, escapes, colours and conditions. */
const LITERALS = /"[^"]*"|[\\_*].|\[[^\]]*\]|s\.0+/g;
const TEXTS = /"[^"]*"|[\\_*]./g;
const ELAPSED = /\[(?:h+|m+|s+)\]/;

const builtInStyle = (id: number): NumberStyle => {
  if (id === ELAPSED_FORMAT) return 'elapsed';
  if (PERCENT_FORMATS.includes(id)) return 'percent';
  if (CLOCK_FORMATS.includes(id)) return 'clock';
  return TIME_FORMATS.some(([first, last]) => id >= first && id <= last) ? 'time' : 'number';
};

const styleOf = (id: number, code: string | undefined): NumberStyle => {
  if (code === undefined) return builtInStyle(id);
  const [positive = ''] = code.toLowerCase().split(';');
  if (ELAPSED.test(positive.replace(TEXTS, ''))) return 'elapsed';
  const fields = positive.replace(LITERALS, 's');
  if (/[0#?].*%/.test(fields)) return 'percent';
  const isTime = /[ymdhs]/.test(fields.replaceAll('general', '')) && !/[0#?%]/.test(fields);
  if (isTime && /h/.test(fields) && !/[yd]/.test(fields)) return 'clock';
  return isTime ? 'time' : 'number';
};

/** Returns, for each style of a workbook, how it shows numbers. */
export const readNumberStyles = async (
  entries: ReadonlyMap<string, ZipEntry>,
  path: string,
): Promise<readonly NumberStyle[]> => {
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isCellStyle = false;
  await readXml(entries, path, {
    open: (name, read) => {
      const id = Number(read('numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, read('formatCode') ?? '');
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'xf' && isCellStyle) styles.push(styleOf(id, codes.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return styles;
};

/** Number of digits that office software shows. A number such as 0.1 + 0.2 has more. */
const MAX_DIGITS = 15;
const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Days from the epoch of a workbook to 1 January 1970. */
export const DAYS_SINCE_1900 = 25_569;
export const DAYS_SINCE_1904 = 24_107;
/** The days of 31 December 9999, the last that office software knows. */
const MAX_DAYS = 2_958_466;

const isMidnight = (time: Date): boolean => time.getTime() % DAY_MS === 0;

/** Formats a time of a workbook. Its times have no zone, and are read as if they were in UTC. */
const formatTime = (time: Date): string => {
  const text = time.toISOString();
  return isMidnight(time) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
};

const requireNumber = (text: string): number => {
  const number = Number(text);
  if (Number.isNaN(number)) throw new RangeError('a cell has no number');
  return number;
};

const rounded = (number: number): string => String(Number(number.toPrecision(MAX_DIGITS)));

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Writes a number of days as hours, minutes and seconds. */
const formatClock = (days: number, hourDigits: number): string => {
  const seconds = Math.round(Math.abs(days) * DAY_SECONDS);
  const hours = String(Math.floor(seconds / 3600)).padStart(hourDigits, '0');
  const clock = `${hours}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return days < 0 ? `-${clock}` : clock;
};

/** Formats a number as its style shows it: `12.5%`, `25:05:30`, a time of day, a date, or the number itself. */
export const formatNumber = (text: string, style: NumberStyle, epochDays: number): string => {
  if (text.trim() === '') return '';
  const number = requireNumber(text);
  if (style === 'percent') return `${rounded(number * 100)}%`;
  if (style === 'elapsed') return formatClock(number, 1);
  if (style === 'number' && text.length <= MAX_DIGITS) return String(number);
  if (style === 'number' || number < 0 || number >= MAX_DAYS) return rounded(number);
  const isClock = number < 1 && (number > 0 || style === 'clock');
  return isClock
    ? formatClock((Math.round(number * DAY_SECONDS) % DAY_SECONDS) / DAY_SECONDS, 2)
    : formatTime(new Date(Math.round((number - epochDays) * DAY_MS)));
};

/** Formats a time that is written in the form of ISO 8601. */
export const formatIsoTime = (text: string): string => {
  const time = new Date(/(?:Z|[+-]\d\d:\d\d)$|^[^T]*$/.test(text) ? text : `${text}Z`);
  return text === '' ? '' : formatTime(time);
};
