import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { OpenTime } from '../../../shared/config/promises.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Problem } from '../folder/diagnostic.ts';
import { didYouMean, quoted } from '../folder/name-words.ts';
import type { HeadKey } from './head-key.ts';

export interface WeeklyTime {
  /** Sorted from Mon to Sun. */
  readonly days: readonly string[];
  /** Minutes from midnight. */
  readonly minute: number;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = DAYS.length * DAY_MINUTES;

const EXAMPLE = "'Mon-Fri 07:30-22:00'";
const FORM = /^\s*(\S+(?:\s*,\s*\S+)*)\s+(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/;

const isProblem = (value: object): value is Problem => 'message' in value;

const dayIndex = (name: string): number => DAYS.findIndex((day) => day.toLowerCase() === name.toLowerCase());

const unknownDay = (name: string): Problem => {
  const start = DAYS.filter((day) => name.toLowerCase().startsWith(day.toLowerCase()));
  const near = start.length > 0 ? start : nearestNames(name, DAYS, 1);
  return {
    message: say`unknown day ${quoted(name)}`,
    hint: near.length > 0 ? didYouMean(near) : `write days as ${DAYS.join(', ')}`,
  };
};

/** Reads `Mon` or `Fri-Mon` as indexes of days; Monday is 0. */
const daysOf = (text: string): readonly number[] | Problem => {
  const names = text.split('-');
  const unknown = names.find((name) => dayIndex(name) === -1);
  if (unknown !== undefined || names.length > 2) return unknownDay(unknown ?? text);
  const [first = 0, last = first] = names.map(dayIndex);
  const count = ((last - first + DAYS.length) % DAYS.length) + 1;
  return Array.from({ length: count }, (_, index) => (first + index) % DAYS.length);
};

const noTime = (time: string): Problem => ({
  message: say`${time} is not a time of day`,
  hint: 'write a time from 00:00 to 24:00',
});

export const parseMinute = (hours: string, minutes: string): number | Problem => {
  const minute = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && minute <= DAY_MINUTES ? minute : noTime(`${hours}:${minutes}`);
};

/** Reads `Mon-Fri` or `Sat,Sun` as indexes of days; Monday is 0. */
export const parseDays = (text: string): readonly number[] | Problem => {
  const indexes = text.split(',').map((part) => daysOf(part.trim()));
  return indexes.find(isProblem) ?? (indexes as readonly (readonly number[])[]).flat();
};

/** Reads `Mon-Fri 07:30-22:00` as times of the week. `22:00-06:00` ends on the next day. */
export const parseHours = (text: string): readonly OpenTime[] | Problem => {
  const [, days = '', ...digits] = FORM.exec(text) ?? [];
  if (days === '')
    return { message: say`\`hours\` cannot be ${quoted(text)}`, hint: `write days and times, such as \`${EXAMPLE}\`` };
  const [fromHours = '', fromMinutes = '', toHours = '', toMinutes = ''] = digits;
  const from = parseMinute(fromHours, fromMinutes);
  const to = parseMinute(toHours, toMinutes);
  if (typeof from === 'object') return from;
  if (typeof to === 'object') return to;
  const duration = to > from ? to - from : to - from + DAY_MINUTES;
  if (to === from || from === DAY_MINUTES) {
    return {
      message: say`\`hours\` ${quoted(text)} begin and end at the same time`,
      hint: 'write 00:00-24:00 for a whole day',
    };
  }
  const indexes = parseDays(days);
  if (isProblem(indexes)) return indexes;
  return indexes.map((day) => {
    const start = day * DAY_MINUTES + from;
    return { from: start, to: start + duration };
  });
};

/** Returns the minutes of a week: 1 where the wall is open, otherwise 0. */
const weekOf = (times: readonly OpenTime[]): Uint8Array => {
  const week = new Uint8Array(WEEK_MINUTES);
  for (const { from, to } of times) week.fill(1, from, to).fill(1, 0, Math.max(0, to - WEEK_MINUTES));
  return week;
};

export const openMinutes = (times: readonly OpenTime[]): number => weekOf(times).reduce((sum, one) => sum + one, 0);

const openings = (times: readonly OpenTime[]): readonly number[] => {
  const week = weekOf(times);
  return Array.from(week.keys()).filter((minute) => week[minute] === 1 && week.at(minute - 1) === 0);
};

export const openDays = (times: readonly OpenTime[]): number => {
  const week = weekOf(times);
  return DAYS.filter((_, day) => week.subarray(day * DAY_MINUTES, (day + 1) * DAY_MINUTES).includes(1)).length;
};

/** Returns no time for a wall that never closes. */
export const beforeOpenings = (times: readonly OpenTime[], leadMinutes: number): readonly WeeklyTime[] => {
  const minutes = openings(times).map((minute) => (minute - leadMinutes + WEEK_MINUTES) % WEEK_MINUTES);
  const byTime = Map.groupBy(
    minutes.toSorted((a, b) => a - b),
    (minute) => minute % DAY_MINUTES,
  );
  return Array.from(byTime, ([minute, all]) => ({
    minute,
    days: all.flatMap((one) => DAYS[Math.floor(one / DAY_MINUTES)] ?? []),
  }));
};

/** Hours of the clock in which the wall is open at least once, and the days on which they are the same. */
export interface OpenHours {
  readonly days: readonly string[];
  /** From 0 to 23. */
  readonly hours: readonly number[];
}

const DAY_HOURS = 24;

/** Lists the hours of each day in which the wall is open, together for days with the same hours. */
export const openHours = (times: readonly OpenTime[]): readonly OpenHours[] => {
  const week = weekOf(times);
  const hoursOn = (day: number): readonly number[] =>
    Array.from({ length: DAY_HOURS }, (_, hour) => hour).filter((hour) => {
      const start = day * DAY_MINUTES + hour * 60;
      return week.subarray(start, start + 60).includes(1);
    });
  const byHours = Map.groupBy(
    DAYS.map((name, day) => ({ name, hours: hoursOn(day) })).filter(({ hours }) => hours.length > 0),
    ({ hours }) => hours.join(),
  );
  return Array.from(byHours.values(), (all) => ({
    days: all.map(({ name }) => name),
    hours: all[0]?.hours ?? [],
  }));
};

const linesOf = (hours: unknown): readonly unknown[] => (hours === undefined ? [] : [hours].flat());

const checkLines = (hours: unknown): readonly DefinitionProblem[] =>
  linesOf(hours).flatMap((line, index) => {
    const parsed = typeof line === 'string' ? parseHours(line) : [];
    if (!('message' in parsed)) return [];
    return [{ path: Array.isArray(hours) ? ['hours', index] : ['hours'], ...parsed }];
  });

/** Warns of `hours` without a timezone. Few walls open by UTC, and a schedule that is hours late is easily missed. */
const WITHOUT_TIMEZONE: DefinitionProblem = {
  path: ['hours'],
  severity: 'warning',
  message: '`hours` are read in UTC, as the dashboard has no `timezone`',
  hint: 'add `timezone: Europe/Berlin`, or `timezone: UTC` if that is meant',
};

export const compileHours = (hours: unknown): readonly OpenTime[] =>
  linesOf(hours).flatMap((line) => {
    const parsed = parseHours(String(line));
    return 'message' in parsed ? [] : parsed;
  });

export const hours: HeadKey = {
  group: 'Functions',
  schema: {
    title: 'When the wall is open',
    examples: ['Mon-Fri 07:30-22:00', ['Mon-Fri 07:30-22:00', 'Sat,Sun 09:00-18:00']],
    $ref: '#/$defs/hours',
  },
  without: 'always open',
  check: (hours, { timezone }) => [...checkLines(hours), ...(timezone === undefined ? [WITHOUT_TIMEZONE] : [])],
  compile: (hours) => ({ hours: compileHours(hours) }),
};
