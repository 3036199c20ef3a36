import { createTranslator, type Messages } from './create-translator.ts';
import { DASHBOARD_MESSAGES } from './messages/dashboard.ts';
import { DATA_MESSAGES } from './messages/data.ts';
import { HELP_MESSAGES } from './messages/help.ts';
import { TERMINAL_MESSAGES } from './messages/terminal.ts';

/** All messages that are read in Chinese. */
export const MESSAGES: Messages = {
  ...DATA_MESSAGES,
  ...DASHBOARD_MESSAGES,
  ...TERMINAL_MESSAGES,
  ...HELP_MESSAGES,
};

/** Returns all translations of a sentence. */
export const translations = createTranslator(MESSAGES);

/** Returns the Chinese sentence, if the whole English one matches a template; otherwise the sentence as it is. */
export const translate = (sentence: string, mark?: (text: string) => string): string =>
  translations(sentence, mark)[0] ?? sentence;
