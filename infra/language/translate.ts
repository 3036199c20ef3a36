import { createTranslator, type Messages } from './create-translator.ts';
import { QUERY_MESSAGES } from './messages/athena.ts';
import { COMMAND_MESSAGES } from './messages/commands.ts';
import { COMPONENT_MESSAGES } from './messages/components.ts';
import { COST_MESSAGES } from './messages/cost.ts';
import { COST_ACTUAL_MESSAGES } from './messages/cost-actual.ts';
import { COST_REPORT_MESSAGES } from './messages/cost-report.ts';
import { DASHBOARD_MESSAGES } from './messages/dashboard.ts';
import { DATA_MESSAGES } from './messages/data.ts';
import { DATABASE_MESSAGES } from './messages/database.ts';
import { DEFINITION_MESSAGES } from './messages/definition.ts';
import { DEPLOYING_MESSAGES } from './messages/deploying.ts';
import { FILE_MESSAGES } from './messages/files.ts';
import { HELP_MESSAGES } from './messages/help.ts';
import { HOST_MESSAGES } from './messages/hosts.ts';
import { PROMISE_MESSAGES } from './messages/promises.ts';
import { REASON_MESSAGES } from './messages/reasons.ts';
import { SCHEMA_MESSAGES } from './messages/schema.ts';
import { SCHEMA_SELECTION_MESSAGES } from './messages/schema-selections.ts';
import { SELECTION_MESSAGES } from './messages/selection.ts';
import { SETTING_MESSAGES } from './messages/settings.ts';
import { SOURCE_MESSAGES } from './messages/sources.ts';
import { TERMINAL_MESSAGES } from './messages/terminal.ts';

/** An object literal with a dozen spread parts would take 40 ms of every process. */
export const MESSAGES: Messages = Object.assign(
  {},
  COMMAND_MESSAGES,
  DATA_MESSAGES,
  FILE_MESSAGES,
  DASHBOARD_MESSAGES,
  DATABASE_MESSAGES,
  HOST_MESSAGES,
  SCHEMA_MESSAGES,
  SCHEMA_SELECTION_MESSAGES,
  SETTING_MESSAGES,
  PROMISE_MESSAGES,
  SELECTION_MESSAGES,
  TERMINAL_MESSAGES,
  HELP_MESSAGES,
  COST_REPORT_MESSAGES,
  COST_ACTUAL_MESSAGES,
  COST_MESSAGES,
  COMPONENT_MESSAGES,
  REASON_MESSAGES,
  DEPLOYING_MESSAGES,
  DEFINITION_MESSAGES,
  QUERY_MESSAGES,
  SOURCE_MESSAGES,
);

export const translations = createTranslator(MESSAGES);

/** Returns the Chinese sentence, if the whole English one matches a template; otherwise the sentence as it is. */
export const translate = (sentence: string, mark?: (text: string) => string): string =>
  translations(sentence, mark)[0] ?? sentence;
