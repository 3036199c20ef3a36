import { utcText } from './civil-time.ts';
import { halfWidth } from './office-number.ts';
import { fullHour, readNumbered } from './office-time.ts';

export interface TimeRefusal {
  readonly reason: string;
  readonly hint: string;
}

/** The hour behind these parts of a day may have two meanings. */
const DAY_PARTS = '凌晨|清晨|早晨|早上|中午|午后|傍晚|晚上|夜里|夜间|深夜|半夜|午夜';

const DATE = String.raw`(\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?)`;
const WEEKDAY = String.raw`(?:\s?(?:星期|周)([日天一二三四五六]))?`;
const CLOCK = String.raw`(?<!\d)(\d{1,2})(?:(:\d{2}(?::\d{2})?)|[时点](?:(\d{1,2})分(?:(\d{1,2})秒)?)?)`;

/**
 * Groups: the date, the weekday, the part of the day, the hour, minutes and seconds with colons, the minute, the
 * second.
 */
const FORM = new RegExp(String.raw`^${DATE}${WEEKDAY}(?:\s?(上午|下午|${DAY_PARTS})?\s?${CLOCK})?$`);

const HOURS: TimeRefusal = { reason: 'is not a time', hint: 'write hours from 0 to 23, such as 20:30' };

/** The most specific ones first. */
const REFUSALS: readonly (readonly [RegExp, TimeRefusal])[] = [
  [new RegExp(DAY_PARTS), HOURS],
  [/[〇零一二三四五六七八九十][年月日时点]/, { reason: 'is in Chinese numerals', hint: 'write 2026年11月20日' }],
  [
    /^(?:民[国國]|令和|平成|昭和|大正|明治)\s?[\d元]/,
    { reason: 'counts the years of an era', hint: 'write the year of the calendar, such as 2026年11月20日' },
  ],
  [/^\d{1,2}月\d{1,2}日/, { reason: 'has no year', hint: 'write the year, such as 2026年11月20日' }],
];

const WEEKDAYS = '日一二三四五六';

/** @param weekday the weekday, counted from 0 for Sunday. */
export const wrongWeekday = (midnight: number, weekday: number): TimeRefusal | undefined => {
  if (new Date(midnight).getUTCDay() === weekday) return undefined;
  const name = new Date(midnight).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const day = utcText(midnight).slice(0, 'yyyy-MM-dd'.length);
  return { reason: 'has the weekday of another date', hint: `${day} is a ${name}: correct the date or the weekday` };
};

/** Returns an hour from 0 to 23; NaN if the part of the day leaves the hour open. */
const hourOf = (hour: string, part: string | undefined): number => {
  if (part === undefined) return Number(hour);
  return part === '上午' || part === '下午' ? fullHour(Number(hour), part === '下午') : Number.NaN;
};

/**
 * Reads a time as offices in China write it: `2026年11月20日 星期五 8时30分`, `2026年11月20日 8:30`, `2026/11/20 下午 3:05`, also in
 * full width. Returns the time as if it were UTC; NaN for a time that does not exist, a refusal for a time with an
 * error or with two meanings, and undefined for any other text.
 */
export const readChineseTime = (cell: string): number | TimeRefusal | undefined => {
  const text = halfWidth(cell);
  const [, date = '', weekday, part, hour, clock, minute = '0', second = '0'] = FORM.exec(text) ?? [];
  const midnight = readNumbered(date);
  if (midnight === undefined) return REFUSALS.find(([pattern]) => pattern.test(text))?.[1];
  if (Number.isNaN(midnight)) return midnight;
  const wrong =
    weekday === undefined ? undefined : wrongWeekday(midnight, WEEKDAYS.indexOf(weekday.replace('天', '日')));
  if (wrong || hour === undefined) return wrong ?? midnight;
  const fromZero = hourOf(hour, part);
  if (!(fromZero < 24)) return HOURS;
  return readNumbered(`${date} ${fromZero}${clock ?? `:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`}`);
};
