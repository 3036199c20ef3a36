import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { commandLine } from '../../build/command-line.ts';
import { endsOperand, type PlacedToken } from '../../trino/clauses.ts';
import { describeUnsupported, findUnsupported, type Unsupported } from '../../trino/find-unsupported.ts';
import { EMULATED_FUNCTIONS } from '../../trino/functions.ts';
import { INTERVAL_UNITS, isText, type Token } from '../../trino/sql-tokens.ts';
import type { TextProblem } from '../folder/diagnostic.ts';
import { didYouMean } from '../folder/name-words.ts';
import { foreignFunction, foreignWord, type Rule } from './foreign-names.ts';

const HINT = `${commandLine('start')} cannot show this dataset; ${commandLine('help', 'local-athena')} lists the functions that it runs`;

/** Suggests functions that run locally and have a similar name. Empty if there are none. */
const suggestFunction = ({ name }: Unsupported): string => {
  const [, called] = /^the function (\w+)$/.exec(name) ?? [];
  const near = called === undefined ? [] : nearestNames(called, EMULATED_FUNCTIONS, 2);
  return near.length > 0 ? `${didYouMean(near)} ` : '';
};

/** Warns of everything that the local emulator of Athena refuses to run. */
export const localProblems = (statement: string): readonly TextProblem[] =>
  findUnsupported(statement).map((unsupported) => ({
    offset: unsupported.offset,
    message: describeUnsupported(unsupported),
    hint: unsupported.hint ?? suggestFunction(unsupported) + HINT,
    severity: 'warning',
  }));

/** Words that end a list. Trino reserves all of these words, so none of them can be a column. */
const LIST_ENDS = ['from', 'where', 'group', 'having', 'order', 'union', 'intersect', 'except', ')', ';'] as const;

const QUERY_ENDS = ['having', 'order', 'limit', 'offset', 'union', 'intersect', 'except', ')', ';'] as const;

const endsHere = (token: Token | undefined, ends: readonly string[]): boolean => !token || isText(token, ...ends);

const trailingComma: Rule = (tokens, at) =>
  isText(tokens[at], ',') && endsHere(tokens[at + 1], LIST_ENDS)
    ? { message: 'a comma with nothing after it', hint: 'remove it' }
    : undefined;

const bareList: Rule = (tokens, at) =>
  isText(tokens[at], '[') && !endsOperand(tokens[at - 1])
    ? { message: 'a list without ARRAY', hint: 'write array[1, 2]' }
    : undefined;

const SYMBOLS: Readonly<Record<string, string>> = {
  '^': 'write power(x, 2)',
  '{': 'write map(array[...], array[...])',
};

/** Refuses symbols that Trino accepts only in MATCH_RECOGNIZE. */
const foreignSymbol: Rule = (tokens, at) => {
  const { kind, text } = tokens[at] as Token;
  const hint = kind === 'symbol' ? SYMBOLS[text] : undefined;
  if (hint === undefined || tokens.some((token) => isText(token, 'match_recognize'))) return undefined;
  return { message: `Athena’s SQL has no ${text} here`, hint };
};

const distinctOn: Rule = (tokens, at) =>
  isText(tokens[at], 'distinct') && isText(tokens[at + 1], 'on') && isText(tokens[at + 2], '(')
    ? { message: 'Athena has no DISTINCT ON', hint: 'group the rows, and take max_by(value, at) of each group' }
    : undefined;

/** Returns the unit that was meant: `day` for `days` and for `'1 day'`. */
const unitIn = (text: string): string => INTERVAL_UNITS.find((unit) => text.toLowerCase().includes(unit)) ?? 'day';

const interval: Rule = (tokens, at) => {
  if (!isText(tokens[at], 'interval')) return undefined;
  const [length, unit] = tokens.slice(isText(tokens[at + 1], '-', '+') ? at + 2 : at + 1);
  const isQuoted = length?.kind === 'string';
  if (length?.kind !== 'number' && !isQuoted) return undefined;
  if (isQuoted && isText(unit, ...INTERVAL_UNITS)) return undefined;
  const isWeek = isText(unit, 'week', 'weeks');
  const count = Number(/\d+/.exec(length.text)?.[0] ?? 1) * (isWeek ? 7 : 1);
  const meant = unitIn(`${length.text} ${unit?.kind === 'word' ? unit.text : ''}`);
  return { message: 'Athena writes intervals in another way', hint: `write interval '${count}' ${meant}` };
};

const percentLimit: Rule = (tokens, at) =>
  isText(tokens[at], '%') && isText(tokens[at - 2], 'limit') && tokens[at - 1]?.kind === 'number'
    ? { message: 'Athena has no percentage in LIMIT', hint: 'write a number of rows' }
    : undefined;

const filter: Rule = (tokens, at) =>
  isText(tokens[at - 1], ')') &&
  isText(tokens[at], 'filter') &&
  isText(tokens[at + 1], '(') &&
  !isText(tokens[at + 2], 'where')
    ? { message: 'FILTER without WHERE', hint: 'write filter (where ...)' }
    : undefined;

const byAll: Rule = (tokens, at) => {
  if (!isText(tokens[at], 'all') || !isText(tokens[at - 1], 'by') || !isText(tokens[at - 2], 'group', 'order'))
    return undefined;
  const next = isText(tokens[at + 1], 'asc', 'desc') ? tokens[at + 2] : tokens[at + 1];
  const hint = 'write the columns, or their positions: 1, 2';
  return endsHere(next, QUERY_ENDS) ? { message: `Athena has no ${tokens[at - 2]?.text} by all`, hint } : undefined;
};

const byName: Rule = (tokens, at) =>
  isText(tokens[at], 'by') && isText(tokens[at - 1], 'union', 'all') && isText(tokens[at + 1], 'name')
    ? { message: 'Athena has no UNION BY NAME', hint: 'select the columns in the same order' }
    : undefined;

const sample: Rule = (tokens, at) =>
  isText(tokens[at], 'using') && isText(tokens[at + 1], 'sample')
    ? { message: 'Athena has no USING SAMPLE', hint: 'write from orders tablesample bernoulli (10)' }
    : undefined;

/** Refuses a number that is joined to a text, or added to a date. */
const numberBeside: Rule = (tokens, at) => {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (isText(token, '||') && (before?.kind === 'number' || next?.kind === 'number'))
    return {
      message: 'Athena cannot join a number to a text',
      hint: 'write cast(value as varchar), or quote the number',
    };
  const isDate = isText(before, 'current_date') || (before?.kind === 'string' && isText(tokens[at - 2], 'date'));
  if (!isDate || !isText(token, '+', '-') || next?.kind !== 'number') return undefined;
  const hint = `write ${token?.text} interval '${next.text}' day`;
  return { message: 'Athena cannot add a number to a date', hint };
};

/** Returns the bracket or parenthesis around a token. */
const openedBy = (tokens: readonly Token[], at: number): string | undefined => {
  const open: string[] = [];
  for (const token of tokens.slice(0, at)) {
    if (isText(token, '(', '[')) open.push(token.text);
    else if (isText(token, ')', ']')) open.pop();
  }
  return open.at(-1);
};

/** Refuses colons outside of parentheses. Trino accepts colons only in json_object. */
const colon: Rule = (tokens, at) => {
  const around = isText(tokens[at], ':') ? openedBy(tokens, at) : '(';
  if (around === '(') return undefined;
  const hint = around === '[' ? 'write slice(list, 1, 2), or substr(name, 1, 2)' : 'write value as name';
  return { message: 'Athena’s SQL has no colon here', hint };
};

const TIME_UNITS = [...INTERVAL_UNITS, 'millisecond', 'week', 'quarter'];

const timeUnit: Rule = (tokens, at) => {
  const unit = tokens[at + 2];
  if (!isText(tokens[at], 'date_trunc', 'date_diff', 'date_add') || !isText(tokens[at + 1], '(')) return undefined;
  if (unit?.kind !== 'string' || TIME_UNITS.includes(unit.text.slice(1, -1).toLowerCase())) return undefined;
  return { message: `${tokens[at]?.text} has no unit ${unit.text}`, hint: `its units are ${TIME_UNITS.join(', ')}` };
};

const PARAMETER_TEXT = /^':(?:from|to|currentTime|timePeriod)'$/;

const quotedParameter: Rule = (tokens, at) => {
  const { kind, text } = tokens[at] as Token;
  return kind === 'string' && PARAMETER_TEXT.test(text)
    ? { message: `${text} is a text, not a parameter`, hint: `write ${text.slice(1, -1)} without quotes` }
    : undefined;
};

const misspeltFrom: Rule = (tokens, at) => {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const isName = next?.kind === 'quoted' || (next?.kind === 'word' && !isText(next, ...LIST_ENDS));
  return isText(token, 'fro', 'form', 'frm', 'fom', 'rfom', 'fron') && endsOperand(before) && isName
    ? { message: `Athena has no word ${token?.text} here`, hint: 'did you mean from?' }
    : undefined;
};

const lateOffset: Rule = (tokens, at) =>
  isText(tokens[at], 'offset') && isText(tokens[at - 2], 'limit') && tokens[at - 1]?.kind === 'number'
    ? {
        message: 'Athena has no OFFSET after LIMIT',
        hint: `write offset ${tokens[at + 1]?.text ?? 5} limit ${tokens[at - 1]?.text}`,
      }
    : undefined;

const RULES: readonly Rule[] = [
  foreignFunction,
  foreignWord,
  misspeltFrom,
  lateOffset,
  trailingComma,
  bareList,
  foreignSymbol,
  distinctOn,
  interval,
  percentLimit,
  filter,
  byAll,
  byName,
  sample,
  numberBeside,
  colon,
  timeUnit,
  quotedParameter,
];

/** Reports what DuckDB or PostgreSQL accept, and Trino refuses: such a query would run locally and fail on Athena. */
export const foreignSyntax = (tokens: readonly PlacedToken[]): readonly TextProblem[] =>
  tokens.flatMap(({ offset }, at) =>
    RULES.flatMap((rule) => {
      const problem = rule(tokens, at);
      return problem ? [{ offset, ...problem }] : [];
    }),
  );
