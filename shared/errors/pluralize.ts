/** Writes a count with its noun: `1 row`, `2 rows`. `write` formats the count, such as 1,200. */
export const pluralize = (count: number, noun: string, write: (count: number) => string = String): string =>
  `${write(count)} ${noun}${count === 1 ? '' : 's'}`;
