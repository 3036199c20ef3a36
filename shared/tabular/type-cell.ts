import { type CellFault, isCellFault } from './cell-fault.ts';
import type { Column, ColumnType } from './column.ts';
import { CHINESE_UNIT, halfWidth } from './office-number.ts';
import { isTooLarge, isTooLong, isUnclear, parseNumber, parseNumberOrText } from './parse-number.ts';
import { parseTime, parseTimestamp } from './parse-time.ts';
import { say } from './say.ts';
import { shorten } from './shorten.ts';
import { type Cell, type ColumnOrigin, zoneOf } from './table.ts';

const isBlank = (cell: unknown): boolean => cell === '' || cell === null;

export interface CellContext {
  readonly origin: ColumnOrigin;
  readonly decimal: '.' | ',';
  /** True if a comma may also be a decimal mark, although `decimal` is a point. Ambiguous numbers are then refused. */
  readonly isCommaUnclear?: boolean;
  /** Zone of times without an offset. */
  readonly timezone: string;
  /** Added to the hint for a cell that is not a number. */
  readonly elseHint?: string;
}

const refuse = (fault: string, hint: string): CellFault => ({ fault, hint });

const MAX_SHOWN_CHARACTERS = 60;
const shown = (cell: Cell): string => `'${shorten(String(cell), MAX_SHOWN_CHARACTERS)}'`;

/** Returns undefined for NaN and infinities. They exist in SQL, but not in JSON. */
const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

const NUMBER_FORMS = { '.': '1234.5, 1,234.5 or 12.5%', ',': '1234,5, 1.234,5 or 12,5%' };

const SHORT_FORMS = { '.': '1234.5', ',': '1234,5' };

/** Ambiguous, because `1.234e5` may also be a decimal number. */
const GROUPED_POWER = /^[+-]?[1-9]\d{0,2}(?:[.,]\d{3})+e/i;

/** An error value of a spreadsheet, such as `#DIV/0!`. */
const FORMULA_ERROR = /^#(?:DIV\/0!|N\/A|REF!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i;

/** Words for a missing value, with those of databases (`\N`), programs (`inf`) and accounts (`$ -`). */
const NO_VALUE =
  /^(?:n\.?\/?a\.?|null|none|nil|nan|unknown|tbd|\\n|[-+\u2212]?(?:inf(?:inity)?|∞)|(?:\p{Sc}\s?)?[-–—?]+|[-–—]\s?\p{Sc})$/iu;

export const isNoValue = (text: string): boolean => NO_VALUE.test(text) || FORMULA_ERROR.test(text);

const CURRENCY = /\p{Sc}|\b(?:USD|EUR|GBP|CNY|RMB|JPY|CHF)\b/giu;

/** A whole number reads the same with any decimal mark. */
const PLAIN = /^-?\d+$/;

const BLANKS = /\s+/gu;

const inYaml = (text: string): string => (/^\p{L}[\p{L}\d]*$/u.test(text) ? text : `'${text.replaceAll("'", "''")}'`);

/** Returns the hint for a number that contains blanks: `7.5 %`, `1 234`. */
const blanksHint = (text: string, decimal: '.' | ','): string | undefined => {
  const joined = text.replace(BLANKS, '');
  if (joined === text || parseNumber(joined, decimal) === undefined) return undefined;
  return `write the number without blanks: ${joined}`;
};

/** `1:38:41`, `1h 30m`, `PT1H`. */
const DURATION = /^-?(?:\d+:\d{2}(?::\d{2})?(?:[.,]\d+)?|P[\dTDHMS.,]+|(?:\d+(?:[.,]\d+)? ?(?:ms|min|[dhms]) ?)+)$/;

/** The text behind a number, such as `420 ms`. A single letter is probably a slip. */
const UNIT = /^[+-]?[\d.,]*\d(?: +([^\d\s].*)|([^\d\s]{2,}))$/;

/** The hint suggests `units` in place of `durations`, because many columns with milliseconds are plain numbers. */
const MILLISECONDS = /^[\d.,]+ ?ms$/;

const unitHint = (text: string): string | undefined => {
  if (DURATION.test(text) && !MILLISECONDS.test(text))
    return 'say in which unit the column is read: `durations: { Talk time: minutes }`, with the name of the column';
  const [, spaced, joined = spaced] = UNIT.exec(text) ?? [];
  if (joined === undefined) return undefined;
  return `say what the unit counts: \`units: { ${inYaml(shorten(joined, MAX_SHOWN_CHARACTERS))}: 1 }\``;
};

/** Spreadsheets and reports often contain such text instead of a number. */
const usualHint = (text: string): string | undefined => {
  if (FORMULA_ERROR.test(text)) return 'a formula of the spreadsheet failed: correct it, or leave the row out';
  if (NO_VALUE.test(text)) return `say that the text means a blank cell: \`blank: ['${text}']\``;
  const bare = text.replace(CURRENCY, '').trim();
  if (bare === text) return undefined;
  return `write the number without its currency${PLAIN.test(bare) ? `: ${bare}` : ''}`;
};

/** A number with a Chinese unit, or in Chinese numerals. */
const CHINESE_NUMBER = new RegExp(
  String.raw`[\d一二两三四五六七八九十几]\s?${CHINESE_UNIT}|^[〇零一二两三四五六七八九十百千万亿点]+$`,
);

/** A unit of measure behind the Chinese unit, such as `3.5万吨`. Does not match words for rough numbers. */
const COUNTED_UNIT = new RegExp(String.raw`^[+-]?[\d.,]*\d\s?${CHINESE_UNIT}((?![多余左以上])\p{L}+)$`, 'u');

const chineseHint = (text: string, decimal: '.' | ','): string | undefined => {
  const number = halfWidth(text);
  if (!CHINESE_NUMBER.test(number) || parseNumber(text, decimal === '.' ? ',' : '.') !== undefined) return undefined;
  const [, unit] = COUNTED_UNIT.exec(number) ?? [];
  const units = unit === undefined ? '' : `, or say what the unit counts: \`units: { ${inYaml(unit)}: 1 }\``;
  return `write 35000 or 3${decimal}5万${units}`;
};

const numberHint = (text: string, { decimal, elseHint }: CellContext): string => {
  const usual = chineseHint(text, decimal) ?? usualHint(text) ?? blanksHint(text, decimal) ?? unitHint(text);
  if (usual !== undefined) return usual;
  const other = decimal === '.' ? ',' : '.';
  if (GROUPED_POWER.test(text)) return 'write a number with an exponent without thousands separators: 1234e3';
  return parseNumber(text, other) === undefined
    ? `write a number such as ${elseHint === undefined ? NUMBER_FORMS[decimal] : `${SHORT_FORMS[decimal]}${elseHint}`}`
    : `decimals are written with '${other}': set \`decimal: '${other}'\` in the map of the file or \`http\`, or cast in SQL`;
};

/** Returns the error of a number such as `1,234` or `1.234` in a file that may use a decimal comma. */
export const unclearNumber = (cell: string): CellFault =>
  refuse(
    say`${shown(cell)} may be ${cell.replace(/[,，.．]/, '')} or ${cell.replace(/[,，.．]/, '.')}`,
    "say how decimals are written: `decimal: ','` or `decimal: '.'`",
  );

const LARGE = 'a number holds at most 308 digits before the point: correct the number, or leave the row out';

const ROUND_DECIMALS = 'round the number to fewer decimals, or count in thousands';

const ROUND = 'write at most 15 digits before the point: round the number, or count in thousands';

const MAX_EXACT_DIGITS = 15;

/** True if a number that would lose digits has few of them before the decimal mark. */
const hasLongFraction = (cell: Cell, decimal: '.' | ','): boolean =>
  (String(cell).split(decimal)[0] ?? '').replace(/\D/g, '').length <= MAX_EXACT_DIGITS;

const typeNumber = (cell: Cell, context: CellContext): number | CellFault => {
  const { decimal, isCommaUnclear } = context;
  if (isCommaUnclear && typeof cell === 'string' && isUnclear(cell.trim())) return unclearNumber(cell.trim());
  const value = typeof cell === 'number' ? finite(cell) : parseNumber((cell ?? '').trim(), decimal);
  if (value !== undefined) return value;
  if (isTooLarge(String(cell).trim(), decimal)) return refuse(say`${shown(cell)} is larger than a number holds`, LARGE);
  if (isTooLong(String(cell).trim(), decimal))
    return refuse(
      say`${shown(cell)} is beyond what a number holds exactly`,
      hasLongFraction(cell, decimal) ? ROUND_DECIMALS : ROUND,
    );
  return refuse(say`${shown(cell)} is not a number`, numberHint(String(cell).trim(), context));
};

const LIST_SEPARATOR = '|';
const parts = (cell: Cell): readonly string[] =>
  String(cell)
    .split(LIST_SEPARATOR)
    .map((part) => part.trim());

const typeNumberList = (cell: Cell, context: CellContext): readonly number[] | CellFault => {
  const values: number[] = [];
  for (const part of parts(cell)) {
    const value = typeNumber(part, context);
    if (typeof value !== 'number')
      return refuse(say`${value.fault} (in a list)`, 'separate numbers by a vertical bar: 1|2.5|3');
    values.push(value);
  }
  return values;
};

/** Returns a Number, or the text of a number that would lose digits. */
const exactNumber = (cell: Cell): number | string =>
  typeof cell === 'number' ? (finite(cell) ?? String(cell)) : parseNumberOrText(cell ?? '');

const typeAsIs =
  (typeText: (text: string) => number | string) =>
  (cell: Cell, { origin, decimal }: CellContext): number | string => {
    if (origin === 'number' || typeof cell === 'number') return exactNumber(cell);
    return decimal === ',' && cell?.includes('.') ? cell : typeText(cell ?? '');
  };

const typers: Readonly<Record<ColumnType, (cell: Cell, context: CellContext) => unknown>> = {
  text: String,
  freeText: typeAsIs(String),
  number: typeNumber,
  numberOrText: typeAsIs(parseNumberOrText),
  list: parts,
  numberList: typeNumberList,
  time: (cell, { origin, timezone }) => {
    if (origin === 'milliseconds') return cell;
    const text = String(origin === 'number' ? Number(cell) : cell).trim();
    const zone = zoneOf(origin);
    return zone === undefined ? parseTime(text, timezone) : parseTimestamp(text, zone);
  },
};

/** Returns the value, undefined if the field is omitted, or the error. */
export type CellTyper = (cell: Cell) => unknown;

/** @param name the name of the column for messages. */
export const createCellTyper = (column: Column<unknown>, name: string, context: CellContext): CellTyper => {
  if (context.origin === 'constant') return (cell) => cell;
  const type = typers[column.type];
  const whenBlank = {
    refused: refuse('the cell is blank', `give ${name} a value in every row`),
    omitted: undefined,
    empty: '',
  }[column.blank];
  const { hint } = column;
  if (hint === undefined) return (cell) => (isBlank(cell) ? whenBlank : type(cell, context));
  return (cell) => {
    if (isBlank(cell)) return whenBlank;
    const typed = type(cell, context);
    return isCellFault(typed) ? { ...typed, hint } : typed;
  };
};
