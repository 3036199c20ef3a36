import { chineseName } from './chinese-names.ts';
import { language } from './language.ts';

/** Files and formats for programs keep the English name. */
export const shownComponent = (component: string): string =>
  (language() === 'zh' ? chineseName(component) : undefined) ?? component;
