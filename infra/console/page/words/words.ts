import { html, type TemplateResult } from 'lit-html';
import { chineseName } from '../../../language/chinese-names.ts';
import type { Language } from '../../../language/language.ts';
import { english, type Words } from './en.ts';
import { chinese } from './zh.ts';

const STORED = 'wallfeed-language';

const preferred: Language = navigator.languages[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en';

const readStored = (): Language | undefined => {
  try {
    return (['en', 'zh'] as const).find((one) => one === localStorage.getItem(STORED));
  } catch {
    return undefined;
  }
};

/** The user's choice, or else the browser's settings. */
export const language: Language = readStored() ?? preferred;

const switchLanguage = (): void => {
  localStorage.setItem(STORED, language === 'zh' ? 'en' : 'zh');
  location.reload();
};

/** Texts of data are not translated. */
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

export const formatWindow = (minutes: number): string => {
  if (minutes % MINUTES_OF_A_DAY === 0) return words.days(minutes / MINUTES_OF_A_DAY);
  if (minutes % MINUTES_OF_AN_HOUR === 0) return words.hours(minutes / MINUTES_OF_AN_HOUR);
  return words.minutes(minutes);
};

const THOUSAND = 1000;

/** Writes a number of bytes, such as `1.2 KB`. */
export const formatSize = (bytes: number): string =>
  bytes < THOUSAND ? `${bytes} B` : `${(bytes / THOUSAND).toFixed(1)} KB`;

/** Only Chinese pages load the Chinese messages. */
const { translate } =
  language === 'zh'
    ? await import('../../../language/translate.ts')
    : { translate: (sentence: string): string => sentence };

/** No message contains these signs. */
const [BEGIN, END] = ['\u2068', '\u2069'];

const KEPT = /\u2068([^\u2069]*)\u2069|`([^`]+)`/;

const IS_CHINESE = /^\p{Script=Han}|^$/u;

/** Keeps names, code, and sentences without a translation in English. */
export const sentenceIn = (sentence: string): TemplateResult | string => {
  if (language === 'en') return sentence;
  const chinese = translate(sentence, (text) => `${BEGIN}${text.replaceAll('`', '')}${END}`);
  if (chinese === sentence) return IS_CHINESE.test(sentence) ? sentence : html`<span lang="en">${sentence}</span>`;
  const parts = chinese
    .split(KEPT)
    .filter((part) => part !== undefined)
    .map((part) => part.replaceAll(BEGIN, '').replaceAll(END, ''));
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code translate="no">${part}</code>`))}`;
};

export const plainSentence = (sentence: string): string =>
  language === 'en' ? sentence : translate(sentence, (text) => text);

export const nameOf = (component: string): string =>
  (language === 'zh' ? chineseName(component) : undefined) ?? component;

/** Draws the name of a component. On Chinese pages, the English name follows, because users may type either name. */
export const componentName = (component: string): TemplateResult =>
  nameOf(component) === component
    ? html`<span translate="no">${component}</span>`
    : html`${nameOf(component)} <code>${component}</code>`;

export const languageButton = (): TemplateResult =>
  html`<button class="quiet" lang=${language === 'zh' ? 'en' : 'zh-CN'} @click=${switchLanguage}>${words.otherLanguage}</button>`;
