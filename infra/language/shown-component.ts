import { chineseName } from './chinese-names.ts';
import { language } from './language.ts';

/** Returns the name of a component in the language of the terminal. Files and formats for programs keep the English name. */
export const shownComponent = (component: string): string =>
  (language() === 'zh' ? chineseName(component) : undefined) ?? component;
