/** The parts of a text that are always the same, and the values between them. */
export interface Said {
  readonly parts: readonly string[];
  readonly values: readonly string[];
}

/** Messages. A file has at most 100 000 errors that are counted. */
const MAX_KEPT = 250_000;

const kept = new Map<string, Said>();

/**
 * Keeps the parts and values of a message for `saidIn`. The build of a function makes a plain text of it, so that
 * functions neither load nor keep anything.
 */
export const say = (parts: TemplateStringsArray, ...values: readonly unknown[]): string => {
  const texts = values.map(String);
  const text = parts.reduce((before, part, index) => `${before}${texts[index - 1]}${part}`);
  kept.delete(text);
  kept.set(text, { parts, values: texts });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return text;
};

/** Returns undefined unless `say` has written the message in this process. */
export const saidIn = (text: string): Said | undefined => kept.get(text);

const QUOTED = /^(?:'.*'|".*")$/s;

/** Texts of users are in quotes. Messages about one cause have the same result. */
export const withoutTexts = (message: string): string => {
  const said = saidIn(message);
  if (!said) return message;
  return said.parts.reduce((before, part, index) => {
    const value = said.values[index - 1] ?? '';
    const isText = QUOTED.test(value) || (before.endsWith("'") && part.startsWith("'"));
    return `${before}${isText ? '' : withoutTexts(value)}${part}`;
  });
};

/** Returns the parts of a message with a sign for each value, such as `{} is not a number`. */
export const templateOf = (message: string): string => saidIn(message)?.parts.join('{}') ?? message;
