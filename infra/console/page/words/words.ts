import type { Language } from '../../../language/language.ts';
import { english, type Words } from './en.ts';
import { chinese } from './zh.ts';

const STORED = 'wallfeed-language';

const preferred: Language = navigator.languages[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en';

/** Returns the language that the reader chose before, if the browser stores a choice. */
const readStored = (): Language | undefined => {
  try {
    return (['en', 'zh'] as const).find((one) => one === localStorage.getItem(STORED));
  } catch {
    return undefined;
  }
};

/** The language of the page: the reader's choice, or else the browser's settings. */
export const language: Language = readStored() ?? preferred;

/** Shows this page and all later ones in the other language. */
export const switchLanguage = (): void => {
  localStorage.setItem(STORED, language === 'zh' ? 'en' : 'zh');
  location.reload();
};

/** The page's own texts, in the language of the page. Texts of data are not translated. */
export const words: Words = language === 'zh' ? chinese : english;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Writes a duration in its largest unit, such as `4 s` or `12 min`. */
export const formatAge = (ms: number): string => {
  const [seconds, minutes, hours, days] = words.units;
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} ${seconds}`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} ${minutes}`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} ${hours}`;
  return `${Math.floor(ms / DAY_MS)} ${days}`;
};

const MINUTES_OF_AN_HOUR = 60;
const MINUTES_OF_A_DAY = 24 * MINUTES_OF_AN_HOUR;

/** Writes a time window in words. */
export const formatWindow = (minutes: number): string => {
  if (minutes % MINUTES_OF_A_DAY === 0) return words.days(minutes / MINUTES_OF_A_DAY);
  if (minutes % MINUTES_OF_AN_HOUR === 0) return words.hours(minutes / MINUTES_OF_AN_HOUR);
  return words.minutes(minutes);
};

const THOUSAND = 1000;

/** Writes a number of bytes, such as `1.2 KB`. */
export const formatSize = (bytes: number): string =>
  bytes < THOUSAND ? `${bytes} B` : `${(bytes / THOUSAND).toFixed(1)} KB`;
