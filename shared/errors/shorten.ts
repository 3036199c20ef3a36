const HALF_OF_TWO = /[\ud800-\udbff]$/;

/** Cuts a text to a number of characters for a message. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(HALF_OF_TWO, '')}…` : text;
