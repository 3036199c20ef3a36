import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import { saidIn, templateOf, withoutTexts } from '../../../shared/tabular/say.ts';

/** Writes what several cells or rows have in common. Their number stands before it. */
type WriteMany = (values: readonly string[], column: string) => string | undefined;

const cellsOf = (column: string): string => `cells${column && ` of ${column}`}`;

const NO_TIME = 'is not a time';

/** Messages about one cell or row that have a plural, by their templates. */
const PLURALS: Readonly<Record<string, WriteMany>> = {
  '{} is not a number': ([cell], column) =>
    column ? `cells of ${column} are not numbers, such as ${cell}` : `cells are not numbers, such as ${cell}`,
  "'{}' {}": ([cell, reason], column) => {
    if (reason !== NO_TIME) return undefined;
    return column ? `cells of ${column} are not times, such as '${cell}'` : `cells are not times, such as '${cell}'`;
  },
  '{} may be {} or {}': ([cell, one, other], column) =>
    `${cellsOf(column)} are such as ${cell}, which may be ${one} or ${other}`,
  'the row has {} cells, the header {}': ([cells, header]) => `rows have ${cells} cells, the header ${header}`,
};

const BLANK = 'the cell is blank';

/** Returns `cells of value are not numbers, such as 'x'`. Undefined if the message has no plural. */
export const describeMany = ({ message, columnName = '' }: Detail): string | undefined => {
  if (message === BLANK) return columnName && `${cellsOf(columnName)} are blank`;
  return PLURALS[templateOf(message)]?.(saidIn(message)?.values ?? [], columnName);
};

/** Numbers that may be read in two ways have one cause for all readings. */
const UNCLEAR = '{} may be {} or {}';

/** Returns what errors of the same cause have in common: the message without texts of cells and places in a body. */
export const kindOf = ({ message, path = '' }: Detail): string =>
  `${path.replaceAll(/\[\d+\]/g, '[]')} ${templateOf(message) === UNCLEAR ? UNCLEAR : withoutTexts(message)}`;
