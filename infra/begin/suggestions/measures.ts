import { commonCurrency, readOfficeNumber } from '../../../shared/tabular/office-number.ts';
import type { FileColumn } from './file-column.ts';

/** Matches a word in the name of a column, also in `unitPrice` and `unit_price`. */
const word = (words: string, others: string): RegExp => new RegExp(`(?<![a-z])(?:${words})(?![a-z])|${others}`, 'i');

/** Matches names of number columns that identify something and measure nothing, such as `order no`. */
const IDENTIFIER = word(
  'ids?|no|nr|num|number|nummer|code|status|key|ref|sku|ean|isbn|zip|plz|postcode|phone|port|pid|line|year|index|account|konto|last4|card',
  '编号|编码|序号|号码|电话|状态|代码',
);

/** Matches names of number columns that a dashboard most likely shows, such as `total`. */
const QUANTITY = /amount|total|revenue|sales|value|visits|orders|umsatz|betrag|金额|销售|总|数量/i;

const SHARE = word(
  'rates?|ratios?|quota|percents?|percentages?|pct|perc|shares?|uptime|availability|utili[sz]ation|usage rate|occupancy|coverage|yield|' +
    'efficiency|sla|auslastung|verfügbarkeit',
  '(?<!corpo|sepa|gene|ope|mode|accu|elabo)rates?$|quote(?!s)|anteil|%|率|占比|可用性',
);

/** Matches names of number columns that have a meaningful average but no meaningful sum, such as `score`. */
const LEVEL = word(
  'scores?|rating|degrees?|average|avg|mean|median|levels?|latency|duration|time|load|cpu|memory|disk|age|margin|unit|per|p\\d\\d',
  'durchschnitt|比|均|分',
);

/** Matches names of prices, whose average over different things says nothing. */
const PRICE = word('prices?', 'preis|价');

/** Names of states of a place or a machine, by what they measure. Each has a unit of its own. */
const STATES = {
  temperature: word('temp|temperatures?', 'temperatur|温度|气温|温'),
  humidity: word('humidity', 'feuchte|湿'),
  pressure: word('pressure', 'luftdruck|气压|压力'),
  speed: word('speed', 'geschwindigkeit|速度|风速'),
  voltage: word('voltage', 'spannung|电压'),
} as const;

/** Matches names such as `stock`, whose sum over several times would count a thing more than once. */
const LASTING = word(
  'users|visitors|customers|members|subscribers|employees|headcount|balance|stock|inventory',
  'besucher|kunden|bestand|saldo|用户|访客|人数|余额|库存',
);

const MONEY = word(
  'revenue|sales|amount|costs?|prices?|profit|income|expenses?|spend|turnover|budget|balance|debit|credit',
  'umsatz|betrag|kosten|preis|gewinn|金额|销售额|收入|成本|利润|价|费用',
);
const COUNT = word(
  'orders|visits|users|visitors|customers|members|employees|headcount|quantity|qty|count|units|items|tickets|sessions|requests|returns',
  'bestellungen|besucher|kunden|anzahl|menge|数量|人数|件数|订单数|次数',
);

/** Returns `unit Price` for `unitPrice`. */
export const inWords = (name: string): string => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

export const isIdentifier = ({ name }: FileColumn): boolean => IDENTIFIER.test(inWords(name));

export const isQuantity = ({ name }: FileColumn): boolean => QUANTITY.test(name);

/** Returns a name such as `temperature`. Undefined if the text names no state. */
export const stateOf = (text: string): string | undefined =>
  Object.entries(STATES).find(([, pattern]) => pattern.test(inWords(text)))?.[0];

const isPercent = (values: ReadonlySet<string>): boolean => [...values].every((cell) => /[%％]$/.test(cell));

/** @param isOverTime true if rows of several times are aggregated together. */
export const aggregateOf = ({ name, isLength, values }: FileColumn, isOverTime = false): 'sum' | 'average' => {
  const words = inWords(name);
  const hasNoSum = [SHARE, LEVEL, PRICE].some((pattern) => pattern.test(words)) || stateOf(name) !== undefined;
  return isLength || hasNoSum || isPercent(values) || (isOverTime && LASTING.test(words)) ? 'average' : 'sum';
};

/** True if an average over different things says nothing, such as the temperature of a hall and a cold room. */
export const isOfEachThing = ({ name }: FileColumn): boolean =>
  stateOf(name) !== undefined || PRICE.test(inWords(name));

/** Matches a unit in brackets or behind a blank at the end of a name: `Amount (EUR)`, `CPU %`. */
const UNIT_IN_NAME =
  /[([（【 ]\s*(%|‰|°[CF]?|℃|[€$£¥]|EUR|USD|GBP|CHF|CNY|RMB|JPY|[kMG]?Wh?|[kMGT]?B|[kM]?Hz|k?g|t|[kcm]?m|k?V|ms|s|min|h|km\/h|元|万元|亿元|人|件|个|次|台|吨|条)[)\]）】]?$/u;

const CURRENCY = /\p{Sc}|元|[A-Z]{3}/u;

/** Returns undefined if a cell has no sign or another one. */
const currencyOf = (values: ReadonlySet<string>): string | undefined => {
  const [first = '', ...others] = values;
  const named = [first, ...others].map((cell) => readOfficeNumber(cell)?.currency);
  const common = named.reduce((one, other) => one && other && commonCurrency(one, other));
  return common && CURRENCY.exec(first)?.[0];
};

const PERCENT = word('pct|perc|percents?|percentages?', '百分比');

/** True for a column named after percent. Numbers up to 1 may be shares of 1. */
const isNamedPercent = ({ name, values }: FileColumn): boolean =>
  PERCENT.test(inWords(name)) && [...values].some((cell) => Number(cell) > 1);

/** Returns a unit such as `€`, or a blank text if neither the cells nor the name have one. */
export const unitOf = (column: FileColumn): string => {
  const { name, values, unit } = column;
  if (values.size > 0 && (isPercent(values) || isNamedPercent(column))) return '%';
  return unit ?? currencyOf(values) ?? UNIT_IN_NAME.exec(name)?.[1] ?? '';
};

/** Returns what a column measures, if its name or its unit shows it. Measures of one axis measure the same. */
const dimensionOf = (column: FileColumn): string => {
  const words = inWords(column.name);
  const state = stateOf(words);
  if (state !== undefined) return state;
  if (SHARE.test(words) || unitOf(column) === '%') return '%';
  if (MONEY.test(words)) return 'money';
  return COUNT.test(words) ? 'count' : unitOf(column);
};

/** True if two measures can share an axis: they have one unit, as far as their names and cells show it. */
export const areAlike = (one: FileColumn, other: FileColumn): boolean => {
  const [first, second] = [dimensionOf(one), dimensionOf(other)];
  const isState = [first, second].some((name) => Object.hasOwn(STATES, name));
  return first === second || (!isState && (first === '' || second === ''));
};
