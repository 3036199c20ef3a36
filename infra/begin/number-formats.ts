import { currencySign } from './currency-signs.ts';

/** `clock` is a time without a date, and `elapsed` a length of time, such as 25:05:30. */
export type NumberKind = 'number' | 'percent' | 'elapsed' | 'clock' | 'time';

export interface FormatSection {
  /** Absent if the section shows only texts, such as `"Yes"`. */
  readonly kind?: NumberKind;
  readonly currency?: string;
  /** As in `mm:ss.0`. */
  readonly hasFraction: boolean;
  /** True if the section shows nothing of a zero, as `#` and `?` do. */
  readonly hidesZero: boolean;
  /** True if the section is for numbers that `holds` accepts. Absent if the format does not say it. */
  readonly holds?: (number: number) => boolean;
}

/** The sections of a number format for numbers, at least one. The section for texts is left out. */
export type NumberFormat = readonly FormatSection[];

/** Matches the next token of a number format. Its names are the same in all languages of office software. */
const TOKEN = new RegExp(
  [
    /"(?<quoted>[^"]*)"?/,
    /\\(?<escaped>.?)/,
    /(?<width>[_*].?)/,
    /\[(?<bracket>[^\]]*)\]?/,
    /(?<general>general|standard|g\/(?:通用格式|標準|표준))/,
    /(?<half>am\/pm|a\/p|上午\/下午)/,
    /(?<power>e[+-])/,
    /(?<fraction>(?<=s\]?)[.,]0+)/,
    /(?<field>m+|a{3,4}|[ydhsgeb])/,
    /(?<digit>[0#?])/,
    /(?<percent>%)/,
    /(?<text>@)/,
    /(?<end>;)/,
    /(?<other>.)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gisu',
);

interface Draft {
  fields: string;
  digits: string;
  isElapsed: boolean;
  isPercent: boolean;
  isText: boolean;
  hasFraction: boolean;
  currency: string | undefined;
  holds: FormatSection['holds'];
  readonly texts: string[];
}

const createDraft = (): Draft => ({
  fields: '',
  digits: '',
  isElapsed: false,
  isPercent: false,
  isText: false,
  hasFraction: false,
  currency: undefined,
  holds: undefined,
  texts: [''],
});

const ELAPSED = /^(?:h+|m+|s+)$/i;
const CONDITION = /^\s*(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*$/i;
const CURRENCY = /^\$([^-]+)(?:-(.*))?$/s;

const COMPARISONS: Readonly<Record<string, (number: number, limit: number) => boolean>> = {
  '<': (number, limit) => number < limit,
  '>': (number, limit) => number > limit,
  '=': (number, limit) => number === limit,
  '<=': (number, limit) => number <= limit,
  '>=': (number, limit) => number >= limit,
  '<>': (number, limit) => number !== limit,
};

/** Reads what stands in brackets. Colours, languages and kinds of digits change nothing. */
const readBracket = (draft: Draft, bracket: string): void => {
  const [, operator, limit] = CONDITION.exec(bracket) ?? [];
  const [, sign, locale] = CURRENCY.exec(bracket) ?? [];
  const compare = COMPARISONS[operator ?? ''];
  if (ELAPSED.test(bracket)) draft.isElapsed = true;
  else if (compare) draft.holds = (number) => compare(number, Number(limit));
  else if (sign !== undefined) draft.currency ??= currencySign(sign.trim(), locale);
};

const addText = ({ texts }: Draft, text: string): void => {
  texts.push(`${texts.pop() ?? ''}${text}`);
};

const addToken = (draft: Draft, token: Readonly<Record<string, string | undefined>>): void => {
  draft.texts.push('');
  if (token.bracket !== undefined) readBracket(draft, token.bracket);
  draft.fields += ` ${token.field?.toLowerCase() ?? (token.half ? 'h' : '')}`;
  draft.digits += token.digit ?? (token.general || token.text ? '0' : '');
  draft.isPercent ||= token.percent !== undefined;
  draft.isText ||= token.text !== undefined;
  draft.hasFraction ||= token.fraction !== undefined;
};

const AROUND = /^[\s(+-]+|[\s)+-]+$/g;

const kindOf = ({ fields, digits, isElapsed, isPercent }: Draft): NumberKind | undefined => {
  if (isElapsed) return 'elapsed';
  if (digits !== '') return isPercent ? 'percent' : 'number';
  if (fields.trim() === '') return undefined;
  return /[hs]/.test(fields) && !/[ydaegb]|mmm/.test(fields) ? 'clock' : 'time';
};

const finish = (draft: Draft): FormatSection => {
  const { texts, digits, hasFraction, holds } = draft;
  const kind = kindOf(draft);
  const currency = draft.currency ?? texts.map((text) => currencySign(text.replace(AROUND, ''))).find(Boolean);
  return {
    hasFraction,
    hidesZero: !digits.includes('0'),
    ...(kind && { kind }),
    ...(currency !== undefined && { currency }),
    ...(holds && { holds }),
  };
};

const MAX_SECTIONS = 4;

/** Reads the code of a number format, such as `#,##0.00;[Red]-#,##0.00`. */
export const parseNumberFormat = (code: string): NumberFormat => {
  const drafts = [createDraft()];
  for (const { groups = {} } of code.matchAll(TOKEN)) {
    const draft = drafts.at(-1) as Draft;
    const text = groups.quoted ?? groups.escaped ?? groups.other;
    if (text !== undefined) addText(draft, text);
    else if (groups.end === undefined) addToken(draft, groups);
    else drafts.push(createDraft());
  }
  const count = drafts.length - Number(drafts.length > 1 && (drafts.length >= MAX_SECTIONS || drafts.at(-1)?.isText));
  return drafts.slice(0, Math.min(count, MAX_SECTIONS - 1)).map(finish);
};

/** The conditions of the first two sections where the format has none: for two sections, and for three. */
const DEFAULTS: Readonly<Record<number, readonly ((number: number) => boolean)[]>> = {
  2: [(number) => number >= 0, () => true],
  3: [(number) => number > 0, (number) => number < 0, () => true],
};

/** Returns undefined if there is none, which office software shows as ####. */
const takeSection = (format: NumberFormat, number: number): FormatSection | undefined =>
  format.find(({ holds }, index) => (holds ?? DEFAULTS[format.length]?.[index] ?? (() => true))(number));

export interface Shown {
  readonly kind: NumberKind;
  readonly currency?: string;
  readonly hasFraction: boolean;
}

const PLAIN: Shown = { kind: 'number', hasFraction: false };

/**
 * Reads a number as the other numbers if only a text is shown, such as `"-"` for a zero. Undefined if the others are
 * dates.
 */
export const showNumber = (format: NumberFormat, number: number): Shown | undefined => {
  const section = format.length === 1 ? format[0] : takeSection(format, number);
  if (!section) return PLAIN;
  const isHidden = !section.kind || (number === 0 && section.kind === 'number' && section.hidesZero);
  if (!isHidden) return section as Shown;
  const others = format.filter(({ kind }) => kind);
  const other = others.find(({ kind }) => kind !== 'number') ?? others[0];
  return other?.kind === 'time' ? undefined : { ...PLAIN, ...other };
};
