import type { DueTime } from '../../../shared/config/promises.ts';
import type { Problem } from '../folder/diagnostic.ts';
import { quoted } from '../folder/name-words.ts';
import { parseDays, parseMinute } from '../head/opening-hours.ts';

const FORM = /^\s*(\S+(?:\s*,\s*\S+)*)\s+(\d{1,2}):(\d{2})\s*$/;
const DAY_MINUTES = 24 * 60;

/** Reads `Mon-Fri 08:30` as a time of day on some days of each week. */
export const parseDueTime = (text: string): DueTime | Problem => {
  const [, days = '', hours = '', minutes = ''] = FORM.exec(text) ?? [];
  if (days === '') {
    const message = `\`by\` cannot be ${quoted(text)}`;
    return { message, hint: "write days and a time, such as `'Mon-Fri 08:30'`" };
  }
  const minute = parseMinute(hours, minutes);
  const indexes = parseDays(days);
  if (typeof minute === 'object') return minute;
  if ('message' in indexes) return indexes;
  if (minute === DAY_MINUTES) {
    const hint = 'write a time from 00:00 to 23:59';
    return { message: '`by` cannot be 24:00: the promise is judged from then until midnight', hint };
  }
  return { days: indexes, minute };
};
