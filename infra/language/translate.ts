import { createTranslator, type Messages } from './create-translator.ts';
import { COMPONENT_MESSAGES } from './messages/components.ts';
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
  ...COMPONENT_MESSAGES,
};

/** Returns all translations of a sentence. */
export const translations = createTranslator(MESSAGES);

/** Translates a message that was made a sentence, with a capital letter and a full stop. */
const translateClause = (sentence: string, mark?: (text: string) => string): string | undefined => {
  const clause = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1, -1)}`;
  const [chinese] = /^[A-Z].*\.$/s.test(sentence) ? translations(clause, mark) : [];
  return chinese && `${chinese}。`;
};

/** Returns the Chinese sentence, if the whole English one matches a template; otherwise the sentence as it is. */
export const translate = (sentence: string, mark?: (text: string) => string): string =>
  translations(sentence, mark)[0] ?? translateClause(sentence, mark) ?? sentence;
