import type { AskResult, EndpointInfo } from '../../protocol/protocol.ts';
import { language, words } from '../words/words.ts';

const DAY_MS = 24 * 60 * 60_000;
const LOCALE = language === 'zh' ? 'zh-CN' : 'en-GB';

const yearIn = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(time);

const dateIn = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone }).format(time);

/** Writes a time of day, such as `06:12`. */
const clockOf = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', timeZone }).format(time);

/** Writes a day in the zone of the dashboard, such as `19 Oct`, or `19 Oct 2025` in another year. */
const dayOf = (time: number, now: number, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: language === 'zh' ? 'long' : 'short',
    ...(yearIn(time, timeZone) !== yearIn(now, timeZone) && { year: 'numeric' }),
    timeZone,
  }).format(time);

/** Returns undefined for data that is recent or of an unknown time. */
export const oldDataOf = (
  { oldFromMs = DAY_MS }: EndpointInfo,
  result: AskResult | undefined,
  now: number,
  timeZone: string,
): string | undefined => {
  const { dataAt } = result ?? {};
  if (dataAt === undefined || now - dataAt < oldFromMs) return undefined;
  const isToday = dateIn(dataAt, timeZone) === dateIn(now, timeZone);
  return words.dataOf(isToday ? clockOf(dataAt, timeZone) : dayOf(dataAt, now, timeZone));
};

/** Writes a time in the zone of the dashboard, to the second. */
export const timeIn = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(time);
