import type { Aggregate, ColumnReference, Operand, Term } from '../../../shared/config/selection.ts';
import { inCode } from '../folder/name-words.ts';
import {
  AGGREGATES,
  FormulaError,
  type FormulaProblem,
  GRAMMAR,
  IN_BRACKETS,
  OF_TIMES,
  outsideAggregate,
  readTokens,
  SPANS_MS,
  type Token,
  unknownFunction,
} from './formula-tokens.ts';

interface FormulaColumn {
  readonly column: ColumnReference;
  readonly offset: number;
}

export interface ParsedFormula {
  readonly term: Term;
  /** Numbered from the number of names in `with`. */
  readonly parts: readonly Aggregate[];
  readonly columns: readonly FormulaColumn[];
  /** The names of `with` that the formula uses. */
  readonly used: ReadonlySet<string>;
}

const MAX_ROUNDING = 15;

class FormulaParser {
  readonly #tokens: readonly Token[];
  readonly #names: readonly string[];
  readonly #end: number;
  readonly parts: Aggregate[] = [];
  readonly columns: FormulaColumn[] = [];
  readonly loose: FormulaColumn[] = [];
  readonly used = new Set<string>();
  #at = 0;
  #inside: string | undefined;
  #areTimes = false;

  constructor(text: string, names: readonly string[]) {
    this.#tokens = readTokens(text);
    this.#names = names;
    this.#end = text.length;
  }

  #isSign(...signs: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'sign' && signs.includes(token.text);
  }

  #next(): Token {
    const token = this.#tokens[this.#at];
    if (!token) throw new FormulaError(Math.max(0, this.#end - 1), 'the formula ends too early', GRAMMAR);
    this.#at += 1;
    return token;
  }

  #expect(sign: string, opened: Token): void {
    if (!this.#tokens[this.#at]) throw new FormulaError(opened.offset, `${sign} is missing`, 'close the parenthesis');
    const token = this.#next();
    if (token.kind === 'sign' && token.text === sign) return;
    const hint = token.kind === 'word' ? IN_BRACKETS : GRAMMAR;
    throw new FormulaError(token.offset, `${sign} is missing before '${token.text}'`, hint);
  }

  parseAll(): Term {
    const term = this.#parseSum();
    const extra = this.#tokens[this.#at];
    if (!extra) return term;
    if (extra.text === ')' && extra.kind === 'sign') throw new FormulaError(extra.offset, ') has no (', 'remove it');
    const hint =
      'write a column with blanks in brackets, such as [Unit price], and an operator such as * between two values';
    throw new FormulaError(extra.offset, `'${extra.text}' does not belong here`, hint);
  }

  #parseSum(): Term {
    let term = this.#parseProduct();
    while (this.#isSign('+', '-')) term = { call: this.#next().text as '+', of: [term, this.#parseProduct()] };
    return term;
  }

  #parseProduct(): Term {
    let term = this.#parseSigned();
    while (this.#isSign('*', '/')) term = { call: this.#next().text as '*', of: [term, this.#parseSigned()] };
    return term;
  }

  #parseSigned(): Term {
    if (!this.#isSign('-')) return this.#parseValue();
    this.#next();
    const term = this.#parseSigned();
    return typeof term === 'number' ? -term : { call: '-', of: [0, term] };
  }

  #parseValue(): Term {
    const token = this.#next();
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'bracket') return this.#column(token.text.trim(), token);
    if (token.kind === 'word') return this.#isSign('(') ? this.#parseCall(token) : this.#parseWord(token);
    if (token.text !== '(') throw new FormulaError(token.offset, `'${token.text}' has no value before it`, GRAMMAR);
    const term = this.#parseSum();
    this.#expect(')', token);
    return term;
  }

  #column(column: ColumnReference, { offset }: Token): Term {
    if (column === '') throw new FormulaError(offset, 'the brackets are empty', 'name a column: [Unit price]');
    const placed = { column, offset };
    this.columns.push(placed);
    if (this.#inside === undefined) this.loose.push(placed);
    return this.#areTimes ? { time: column } : { column };
  }

  #parseWord(token: Token): Term {
    const part = this.#inside === undefined ? this.#names.indexOf(token.text) : -1;
    if (part === -1) return this.#column(token.text, token);
    this.used.add(token.text);
    return { part };
  }

  #parseCall(name: Token): Term {
    const open = this.#next();
    const term = this.#parseArguments(name, open);
    this.#expect(')', open);
    return term;
  }

  #parseArguments(name: Token, open: Token): Term {
    const { text } = name;
    if (text === 'column') return this.#parsePosition(name);
    if (text === 'abs') return { call: 'abs', of: [this.#parseSum()] };
    if (text === 'round') return this.#parseRound();
    if (text === 'count') return this.#parseCount(name);
    if (text === 'percentile') return this.#parsePercentile(name, open);
    const aggregate = AGGREGATES.find((one) => one === text);
    if (aggregate) return this.#part(name, { from: aggregate, of: this.#parseOperand(name) });
    if (Object.hasOwn(SPANS_MS, text)) return this.#parseSpan(name, open);
    throw unknownFunction(name);
  }

  #part({ text, offset }: Token, aggregate: Aggregate): Term {
    if (this.#inside !== undefined)
      throw new FormulaError(offset, `${inCode(text)} is inside of ${inCode(this.#inside)}`, 'aggregates do not nest');
    const known = this.parts.findIndex((one) => JSON.stringify(one) === JSON.stringify(aggregate));
    return { part: this.#names.length + (known === -1 ? this.parts.push(aggregate) - 1 : known) };
  }

  #parseOperand({ text, offset }: Token): Operand {
    if (this.#areTimes && !OF_TIMES.includes(text))
      throw new FormulaError(
        offset,
        `${inCode(text)} is no time`,
        `write a column of times, or one of ${OF_TIMES.join(', ')}`,
      );
    if (this.#inside !== undefined) this.#part({ kind: 'word', text, offset }, { from: 'count' });
    this.#inside = text;
    const term = this.#parseSum();
    this.#inside = undefined;
    return typeof term === 'object' && 'column' in term ? term.column : { formula: term };
  }

  #parseCount(name: Token): Term {
    const rows = this.#next();
    if (rows.text !== 'rows') throw new FormulaError(rows.offset, '`count` counts rows', 'write count(rows)');
    return this.#part(name, { from: 'count' });
  }

  #parsePercentile(name: Token, open: Token): Term {
    const of = this.#parseOperand(name);
    this.#expect(',', open);
    const percent = this.#next();
    if (percent.kind !== 'number' || Number(percent.text) > 100)
      throw new FormulaError(
        percent.offset,
        `${inCode(percent.text)} is no percentage`,
        'write a number from 0 to 100',
      );
    return this.#part(name, { from: 'percentile', percent: Number(percent.text), of });
  }

  #parsePosition({ offset }: Token): Term {
    const position = this.#next();
    if (position.kind === 'number' && /^[1-9]\d*$/.test(position.text))
      return this.#column(Number(position.text), position);
    throw new FormulaError(offset, '`column` takes a position', 'write a whole number from 1, such as column(3)');
  }

  #parseRound(): Term {
    const term = this.#parseSum();
    if (!this.#isSign(',')) return { call: 'round', of: [term] };
    const comma = this.#next();
    const digits = this.#parseSigned();
    if (typeof digits === 'number' && Number.isInteger(digits) && Math.abs(digits) <= MAX_ROUNDING)
      return { call: 'round', of: [term, digits] };
    const hint = `write a whole number of decimals up to ${MAX_ROUNDING}, such as round(x, 2)`;
    throw new FormulaError(comma.offset + 1, '`round` takes a number of decimals', hint);
  }

  /** Reads `seconds(a, b)`, the time from a to b. */
  #parseSpan(name: Token, open: Token): Term {
    const from = this.#parseTime(name);
    this.#expect(',', open);
    const to = this.#parseTime(name);
    return { call: '/', of: [{ call: '-', of: [to, from] }, SPANS_MS[name.text as keyof typeof SPANS_MS]] };
  }

  #parseTime({ text }: Token): Term {
    const { offset = this.#end } = this.#tokens[this.#at] ?? {};
    this.#areTimes = true;
    const term = this.#parseValue();
    this.#areTimes = false;
    if (typeof term === 'object' && ('time' in term || 'part' in term)) return term;
    throw new FormulaError(
      offset,
      `${inCode(text)} takes two columns of times`,
      `write ${text}(Created at, Closed at) with brackets around names with blanks`,
    );
  }
}

/** @param names the names of `with`. */
export const parseFormula = (text: string, names: readonly string[]): ParsedFormula | FormulaProblem => {
  try {
    const parser = new FormulaParser(text, names);
    const term = parser.parseAll();
    const { parts, columns, used, loose } = parser;
    const [first] = loose;
    if (first && (parts.length > 0 || names.length > 0))
      throw outsideAggregate(String(first.column), first.offset, names);
    return { term, parts, columns, used };
  } catch (error) {
    if (error instanceof FormulaError) return error.problem;
    throw error;
  }
};
