export interface OfficeNumber {
  /** Digits with the separators that `parseNumber` reads: `-1,234.50`. */
  readonly digits: string;
  /** A sign or a code. One currency has one name here: `US$` is `USD`. */
  readonly currency?: string;
  /** Digits by which a Chinese unit moves the decimal point: 4 for 万. */
  readonly power?: number;
}

const CURRENCY = String.raw`(?:US\$|HK\$|NT\$|A\$|C\$|R\$|[A-Z]{3}|kr|zł|元|\p{Sc})`;
/** Blanks beside a currency or a percent sign, or between thousands. */
const BLANK = String.raw`[ \u00a0\u2009\u202f]`;
const BODY = String.raw`(?:\d[\d.,'’ \u00a0\u2009\u202f]*)?\d|[.,]\d+`;

/**
 * At most one sign in each place where offices write one. Groups: a sign, a currency, a sign, a parenthesis, a
 * currency, the digits, a percent sign, a currency, a minus, a parenthesis, a currency, a minus.
 */
const OFFICE = new RegExp(
  `^([+-])?(?:(${CURRENCY})${BLANK}?)?([+-])?(\\()?(?:(${CURRENCY})${BLANK}?)?` +
    `(${BODY})(?:${BLANK}?(%))?(?:${BLANK}?(${CURRENCY}))?(-)?(\\))?(?:${BLANK}?(${CURRENCY}))?(-)?$`,
  'u',
);

/** Thousands that are separated by one kind of blank or apostrophe. */
const SPACED = /^[1-9]\d{0,2}([ '’\u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/;
const SEPARATORS = /[ '’\u00a0\u2009\u202f]/g;
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/;

/** Codes of currencies whose sign means nothing else. */
const CODES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  US$: 'USD',
  HK$: 'HKD',
  NT$: 'TWD',
  A$: 'AUD',
  C$: 'CAD',
  R$: 'BRL',
  RMB: 'CNY',
  元: 'CNY',
  zł: 'PLN',
  '￥': '¥',
};

/** The sign ¥ may mean either. */
const YUAN_OR_YEN = ['CNY', 'JPY'];

/** Returns the common currency of ¥ and CNY is CNY. Undefined if the currencies differ. */
export const commonCurrency = (one: string, other: string): string | undefined => {
  if (one === other || (one === '¥' && YUAN_OR_YEN.includes(other))) return other;
  return other === '¥' && YUAN_OR_YEN.includes(one) ? one : undefined;
};

let known: ReadonlySet<string> | undefined;

const isCurrency = (text: string): boolean => {
  if (!/^[A-Z]{3}$/.test(text) || text === 'RMB') return true;
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known.has(text);
};

/** Removes the separators that `parseNumber` does not read. */
const plainDigits = (body: string): string => {
  if (INDIAN.test(body)) return body.replaceAll(',', '');
  return SPACED.test(body) ? body.replace(SEPARATORS, '') : body;
};

const SIGNS = '$€£¥';
const ZERO = 48;
const POINT = 46;
const COMMA = 44;

const isDigit = (code: number): boolean => (code - ZERO) >>> 0 <= 9;

/** Splits a sign of a currency and the digits behind it, which is the most common form. Undefined for other texts. */
const splitUsual = (text: string): OfficeNumber | undefined => {
  const sign = text.charAt(0);
  if (!SIGNS.includes(sign) || !isDigit(text.charCodeAt(1)) || !isDigit(text.charCodeAt(text.length - 1)))
    return undefined;
  for (let at = 2; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && code !== POINT && code !== COMMA) return undefined;
  }
  const body = text.slice(1);
  return { digits: body.includes(',') ? plainDigits(body) : body, currency: CODES[sign] ?? sign };
};

/** An en dash may stand in place of a minus, such as `–5` and `$–5`. */
const MINUS = /\u2212|(?<=^\p{Sc}?\s?)\u2013/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

export const halfWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (one) => String.fromCharCode(one.charCodeAt(0) - FULL_WIDTH_OFFSET));

const splitOffice = (text: string): OfficeNumber | undefined => {
  const found = OFFICE.exec(text);
  if (!found) return undefined;
  const [, sign, before, innerSign, open, inside, body = '', percent, after, minus, close, behind, lastMinus] = found;
  const signs = [sign, innerSign, open, minus, lastMinus].filter(Boolean);
  const currencies = [before, inside, after, behind].filter((one) => one !== undefined);
  const [currency] = currencies;
  if (signs.length > 1 || Boolean(open) !== Boolean(close) || currencies.length + (percent ? 1 : 0) > 1)
    return undefined;
  if (currency !== undefined && !isCurrency(currency)) return undefined;
  const isNegative = signs.length > 0 && signs[0] !== '+';
  return {
    digits: `${isNegative ? '-' : ''}${plainDigits(body)}`,
    ...(currency !== undefined && { currency: CODES[currency] ?? currency }),
  };
};

/** 千, 万, 亿, 千万, 万亿. The first character of 千克, 千米 and 千瓦 is no such unit. */
export const CHINESE_UNIT = '(?:[十百千万]?[万亿]|千(?![克米瓦]))';

/** A Chinese unit behind the last digit. */
const COUNTED = new RegExp(String.raw`(?<=\d)\s?(${CHINESE_UNIT})(?=[^\d%]*$)`);

const POWERS: Readonly<Record<string, number>> = { 十: 1, 百: 2, 千: 3, 万: 4, 亿: 8 };

/** Splits a number with a Chinese unit: without the unit, the text is a number as offices write it. */
const splitCounted = (text: string): OfficeNumber | undefined => {
  const [, unit] = COUNTED.exec(text) ?? [];
  const number = unit === undefined ? undefined : splitOffice(text.replace(COUNTED, ''));
  return number && { ...number, power: Array.from(unit ?? '').reduce((sum, one) => sum + (POWERS[one] ?? 0), 0) };
};

const splitNumber = (cell: string): OfficeNumber | undefined => {
  const usual = cell === '' ? undefined : splitUsual(cell);
  if (usual) return usual;
  const text = halfWidth(cell).replace(MINUS, '-');
  return splitOffice(text) ?? splitCounted(text);
};

/** Many readers ask twice for the same cell. */
let lastText: string | undefined;
let lastNumber: OfficeNumber | undefined;

/**
 * Splits a number as offices write it: `$65,516.00`, `9.7 %`, `(8,624)`, `1,234.50-`, `1 234 567.5`, `1,23,456.00`,
 * `3.5万`. Returns undefined for a text with two signs, two currencies or anything else.
 */
export const readOfficeNumber = (text: string): OfficeNumber | undefined => {
  if (text === lastText) return lastNumber;
  lastNumber = splitNumber(text);
  lastText = text;
  return lastNumber;
};
