import { english, type Words } from './en.ts';
import { chinese } from './zh.ts';

const isChinese = navigator.languages[0]?.toLowerCase().startsWith('zh') ?? false;

/** The language of the page, from the browser's settings. */
export const language = isChinese ? 'zh' : 'en';

/** The page's own texts, in the browser's language. Texts of components and data are not translated. */
export const words: Words = isChinese ? chinese : english;
