import { readOfficeNumber } from '../../shared/tabular/office-number.ts';

/** By the language that a number format names, such as `[$kr-41D]`. */
const SHARED: ReadonlyMap<string, Readonly<Record<string, readonly number[]>>> = new Map(
  Object.entries({
    $: {
      AUD: [0xc09],
      CAD: [0x1009, 0xc0c],
      HKD: [0xc04],
      MXN: [0x80a],
      NZD: [0x1409],
      SGD: [0x1004, 0x4809],
      TWD: [0x404],
      ARS: [0x2c0a],
      CLP: [0x340a],
      COP: [0x240a],
    },
    '¥': { CNY: [0x804], JPY: [0x411] },
    '￥': { CNY: [0x804], JPY: [0x411] },
    kr: { SEK: [0x41d], NOK: [0x414, 0x814], DKK: [0x406] },
    'kr.': { DKK: [0x406], ISK: [0x40f] },
    R: { ZAR: [0x1c09, 0x436] },
  }),
);

const CODES: Readonly<Record<string, string>> = {
  Kč: 'CZK',
  Ft: 'HUF',
  'лв.': 'BGN',
  лв: 'BGN',
  'р.': 'RUB',
  'руб.': 'RUB',
  lei: 'RON',
  Rp: 'IDR',
  RM: 'MYR',
  TL: 'TRY',
  'SFr.': 'CHF',
  'Fr.': 'CHF',
  'Rs.': 'INR',
  'S/': 'PEN',
};

/** The language of a locale such as `10409`, without its calendar and its digits. */
const LANGUAGE = 0xffff;

/** Returns a currency as CSV files write it. Undefined for other texts, and for units of money such as 万元. */
export const currencySign = (text: string, locale = ''): string | undefined => {
  const language = Number.parseInt(locale, 16) & LANGUAGE;
  const shared = Object.entries(SHARED.get(text) ?? {}).find(([, languages]) => languages.includes(language));
  const sign = shared?.[0] ?? CODES[text] ?? text;
  const { currency, power } = readOfficeNumber(`1 ${sign}`) ?? {};
  return currency === undefined || power !== undefined ? undefined : sign;
};

/** Returns `-$5` or `-5 CHF`. */
export const addCurrency = (digits: string, sign: string): string => {
  if (!/\p{Sc}$/u.test(sign)) return `${digits} ${sign}`;
  return digits.startsWith('-') ? `-${sign}${digits.slice(1)}` : `${sign}${digits}`;
};
