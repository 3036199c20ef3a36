/** Blanks that look like another, or like nothing. */
const INVISIBLE = /[^\S ]|\p{Cf}/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text in quotes, every blank of it to be seen. */
export const quoted = (text: string): string => JSON.stringify(text).replace(INVISIBLE, escaped);

/** A name as messages show it: in quotes when it is empty or holds blanks. */
export const shownName = (name: string): string => (/^[^\s\p{Cf}]+$/u.test(name) ? name : quoted(name));

/** `did you mean A, B or C?` of at least one name. */
export const didYouMean = (names: readonly string[]): string => {
  const others = names.slice(0, -1);
  return `did you mean ${others.length > 0 ? `${others.join(', ')} or ` : ''}${names.at(-1)}?`;
};
