import { type TimeRefusal, wrongWeekday } from './chinese-time.ts';
import { readOfficeTime } from './office-time.ts';
import { OFFSET } from './time-offset.ts';

/** The time as if it were UTC, and the offset behind it. */
interface FramedTime {
  readonly civil: number | TimeRefusal;
  readonly zone?: string | undefined;
}

const BLANKS = /[\u00a0\u2009\u202f]/g;
/** Some systems write these characters, which have no width, around the parts of a time. */
const MARKS = /[\u200b-\u200f\u2060\ufeff]/g;

/** Replaces the blanks of `Intl` by those of ASCII, and removes characters without width. */
export const plainBlanks = (text: string): string => text.replace(BLANKS, ' ').replace(MARKS, '');

/** Longer texts are no times, and are not compared with the patterns. */
const MAX_CHARACTERS = 100;

/** English weekdays from Sunday on, by their first letters. */
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const WEEKDAY = /^(?:(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday)?,? )?(.+)$/i;

const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AP]M)?`;

/** Forms whose parts stand in another place, with the same time as `readOfficeTime` reads it. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  // The name behind an offset: `GMT+0800 (China Standard Time)`, `+08:00[Asia/Shanghai]`, `+0800 CST`.
  [/(Z|[+-]\d{2}:?\d{2}|UTC|GMT)(?: ?\([^()]*\)| ?\[[^[\]]*\]| [A-Z]{2,5})$/i, '$1'],
  // The date of C: `Nov  5 08:00:00 2026`.
  [new RegExp(String.raw`^([a-z]{3}) +(\d{1,2}) (${CLOCK})(?: ([A-Z]{1,5}))? (\d{4})$`, 'i'), '$1 $2 $5 $3 $4'],
  // A log of a web server: `20/Nov/2026:08:00:00 +0800`.
  [/^(\d{1,2}\/[a-z]{3}\/\d{4}):/i, '$1 '],
  // The basic format of ISO 8601: `20261120T080000Z`.
  [/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?=\D|$)/, '$1-$2-$3 $4:$5:$6'],
  [/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?=\D|$)/, '$1-$2-$3 $4:$5'],
  [/(\d)T(?=\d)/i, '$1 '],
];

const ZONED = new RegExp(String.raw`^(.*\d:\d{2}.*?) ?(${OFFSET})$`, 'i');

/** `EST`, `Asia/Shanghai` behind a time of day. */
const NAMED = /^(.*\d:\d{2}.*?) ?(?<![A-Z])(?!(?:[AP]M|UTC?|GMT)$)([A-Z]{2,5}|[A-Z][A-Za-z_]+(?:\/[A-Z][\w+-]+)+)$/;

/** Returns the rest in the order of `readOfficeTime`. */
const unframe = (cell: string): { readonly weekday: string | undefined; readonly text: string } => {
  const [, weekday, rest = ''] = WEEKDAY.exec(plainBlanks(cell).trim()) ?? [];
  return { weekday, text: FORMS.reduce((form, [pattern, plain]) => form.replace(pattern, plain), rest).trim() };
};

/** Returns the name of the zone behind a time, such as `EST`. */
export const zoneNameOf = (text: string): string | undefined =>
  text.length > MAX_CHARACTERS ? undefined : NAMED.exec(unframe(text).text)?.[2];

/** True for a time with the name of a zone behind it, which is read without the name. */
export const isNamedZone = (cell: string): boolean => {
  const [, time = '', name] = cell.length > MAX_CHARACTERS ? [] : (NAMED.exec(unframe(cell).text) ?? []);
  return name !== undefined && readOfficeTime(time) !== undefined;
};

/**
 * Reads a time as mail, logs and programs write it: `Fri, 20 Nov 2026 08:00:00 GMT`, `Fri Nov 20 2026 08:00:00 GMT+0800
 * (China Standard Time)`, `Fri Nov 20 08:00:00 2026`, `20/Nov/2026:08:00:00 +0800`, `20261120T080000Z`, and the usual
 * forms with other blanks. Undefined for any other text.
 */
export const readFramedTime = (cell: string): FramedTime | undefined => {
  if (cell.length > MAX_CHARACTERS) return undefined;
  const { weekday, text } = unframe(cell);
  const [, time = text, zone] = ZONED.exec(text) ?? [];
  const civil = readOfficeTime(time);
  if (civil === undefined) return undefined;
  const wrong =
    weekday === undefined || Number.isNaN(civil)
      ? undefined
      : wrongWeekday(civil, WEEKDAYS.indexOf(weekday.toLowerCase()));
  return { civil: wrong ?? civil, zone };
};
