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
