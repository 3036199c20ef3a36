import { translate } from './translate.ts';

export const LANGUAGES = ['en', 'zh'] as const;

export type Language = (typeof LANGUAGES)[number];

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'];

const OPTION = '--lang';

export const LANGUAGE_OPTION = {
  value: 'language',
  meaning: 'the language of the terminal: en, zh; by default that of the system',
  choices: LANGUAGES,
} as const;

/** Returns the value of `--lang` among the arguments. A command checks the value later. */
const givenIn = (args: readonly string[]): string | undefined => {
  const at = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  return args[at] === OPTION ? args[at + 1] : args[at]?.slice(OPTION.length + 1);
};

/**
 * Returns the language that `--lang` names, or else `WALLFEED_LANG`, or else the first variable of the system that is set.
 * The refusal of another `--lang` is in the language that a command without it has.
 */
export const languageOf = (args: readonly string[], environment: Environment): Language => {
  const given = [givenIn(args) ?? environment.npm_config_lang ?? ''].find((name) => /^(?:en|zh)/i.test(name));
  const set = [given, environment.WALLFEED_LANG, ...VARIABLES.map((name) => environment[name])].find(Boolean);
  return set?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
};

export const nameFirst = (typed: readonly string[]): readonly string[] => {
  const [first = ''] = typed;
  const count = Number(first === OPTION) + Number(first.startsWith(OPTION));
  return first === OPTION || first.startsWith(`${OPTION}=`) ? [...typed.slice(count), ...typed.slice(0, count)] : typed;
};

let chosen: Language = 'en';

export const setLanguage = (language: Language): void => {
  chosen = language;
};

export const language = (): Language => chosen;

/** Translates a line, or else each of its sentences. Chinese sentences have no blank between them. */
const translateSentences = (line: string): string => {
  const whole = translate(line);
  if (whole !== line) return whole;
  const sentences = line.split(/(?<=\.) /);
  return sentences.reduce((text, one) => `${text}${/。$|^$/.test(text) ? '' : ' '}${translate(one)}`, '');
};

/** Translates each line that is a sentence. Other lines, and indentations, stay as they are. */
const translateLines = (text: string): string =>
  text.replaceAll(/(?<=^ *)\S(?:.*\S)?/gm, (line) => translateSentences(line));

/** Returns text in the language of the terminal. JSON and log lines are never passed to this function. */
export const forReader = (text: string): string => (chosen === 'zh' ? translateLines(text) : text);
