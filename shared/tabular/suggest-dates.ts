/** Matches the time of day at the end of a text. */
const CLOCK = /^(.*?\d.*?)((?:,? |T)\d{1,2}:\d{2}.*)$/;

const clockPattern = (clock: string): string => {
  const isHalfDay = /[ap]\.?m\.?$/i.test(clock);
  const hour = isHalfDay ? 'h' : 'H';
  return clock
    .replace(/[ap]\.?m\.?$/i, 'a')
    .replace(/(\d{1,2}):(\d{2})/, (_, hours: string) => `${hour.repeat(hours.length)}:mm`)
    .replace(/:\d{2}/, ':ss')
    .replace(/([.,])\d{3}/, '$1SSS')
    .replace(/[+-]\d{2}:?\d{2}$/, 'Z');
};

/** The orders of the numbers in a date, with and without a name for the month. */
const ORDERS = ['dMy', 'Mdy', 'yMd'];
const ORDERS_BESIDE_NAMES = ['dy', 'yd'];

const PARTS = /\d+|\p{L}+/gu;

const isNumber = (part: string): boolean => /^\d/.test(part);

/** Splits eight digits without marks into a year, a month and a day. */
const COMPACT = /^\d{8}$/;

/** Matches the name of a weekday before a date. */
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)/i;

const wordPattern = (word: string): string => {
  if (word === 'T') return word;
  const letter = WEEKDAY.test(word) ? 'E' : 'M';
  return letter.repeat(word.length > 3 ? 4 : 3);
};

const datePatterns = (date: string): readonly string[] => {
  if (COMPACT.test(date)) return ['yyyyMMdd'];
  const parts = date.match(PARTS) ?? [];
  const hasName = parts.some((part) => !isNumber(part) && !WEEKDAY.test(part));
  return (hasName ? ORDERS_BESIDE_NAMES : ORDERS).map((order) => {
    let index = 0;
    return date.replace(PARTS, (part) => {
      if (!isNumber(part)) return wordPattern(part);
      const letter = order.charAt(index) || 'd';
      index += 1;
      return letter.repeat(part.length);
    });
  });
};

/**
 * Returns the patterns of `dates` that may read a text, such as dd/MM/yyyy and MM/dd/yyyy for 11/12/2026.
 * @param reads tries a pattern.
 */
export const suggestDates = (text: string, reads: (pattern: string) => boolean): readonly string[] => {
  const [, date = text, clock = ''] = CLOCK.exec(text) ?? [];
  const end = clockPattern(clock);
  return datePatterns(date)
    .map((pattern) => pattern + end)
    .filter((pattern) => !/y{5}|(?<!y)y(?:yy)?(?!y)|d{3}/.test(pattern) && reads(pattern));
};
