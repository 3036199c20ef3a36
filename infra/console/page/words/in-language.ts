import { html, type TemplateResult } from 'lit-html';
import { chineseName } from '../../../build/catalogue/chinese-names.ts';
import { language, switchLanguage, words } from './words.ts';

/** Translates a sentence. Only Chinese pages load the Chinese messages. */
const { translate } =
  language === 'zh'
    ? await import('../../../language/translate.ts')
    : { translate: (sentence: string): string => sentence };

/** The signs around a text that is not translated. No message contains them. */
const [BEGIN, END] = ['\u2068', '\u2069'];

/** Matches code in backquotes, and texts that are not translated. */
const KEPT = /\u2068([^\u2069]*)\u2069|`([^`]+)`/;

/** Matches a sentence that the page itself says in Chinese. */
const IS_CHINESE = /^\p{Script=Han}|^$/u;

/** Draws a sentence of a message in the language of the page: names and code of a Chinese one, and all of an unknown one, stay English. */
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

/** Returns a sentence of a message in the language of the page, where nothing can be marked. */
export const plainSentence = (sentence: string): string =>
  language === 'en' ? sentence : translate(sentence, (text) => text);

/** Returns the name of a component in the language of the page. */
export const nameOf = (component: string): string =>
  (language === 'zh' ? chineseName(component) : undefined) ?? component;

/** Draws the name of a component, on Chinese pages with the English one, which may be typed too. */
export const componentName = (component: string): TemplateResult =>
  nameOf(component) === component
    ? html`<span translate="no">${component}</span>`
    : html`${nameOf(component)} <code>${component}</code>`;

/** Draws the button that shows the page in the other language. */
export const languageButton = (): TemplateResult =>
  html`<button class="quiet" lang=${language === 'zh' ? 'en' : 'zh-CN'} @click=${switchLanguage}>${words.otherLanguage}</button>`;
