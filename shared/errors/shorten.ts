const HALF_OF_TWO = /[\ud800-\udbff]$/;

/** The beginning of a text, of which a message shows at most so many characters. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(HALF_OF_TWO, '')}…` : text;
