const HALF_SURROGATE_PAIR = /[\ud800-\udbff]$/;

/** Adds `…` where the text was cut. */
export const shorten = (text: string, maxCharacters: number): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters).replace(HALF_SURROGATE_PAIR, '')}…` : text;

const MAX_PATH_CHARACTERS = 200;

export const shortenPath = (path: string): string => shorten(path, MAX_PATH_CHARACTERS);
