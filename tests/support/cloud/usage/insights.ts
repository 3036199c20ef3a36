export interface GroupedEvent {
  readonly log: string;
  readonly time: number;
  readonly message: string;
}

type Value = string | number | undefined;
type Fields = ReadonlyMap<string, Value>;
type Evaluate = (fields: Fields) => Value;
type Aggregate = (rows: readonly Fields[]) => Value;
type Command = (rows: readonly Fields[]) => readonly Fields[];

/** Named as by Logs Insights. */
export class MalformedQuery extends Error {}

/** Discovered by Logs Insights in a JSON line. */
const MAX_FIELDS = 200;
const TOKEN = /"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?[smhd]?|[@A-Za-z_][\w@]*(?:\.\w+)*|[<>!]=|[=<>(),|*]|\S/g;

const flatten = (value: unknown, path: string, into: Map<string, Value>): void => {
  if (into.size >= MAX_FIELDS) return;
  if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) flatten(one, path === '' ? key : `${path}.${key}`, into);
  else if (value !== null) into.set(path, value as string | number);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const dateOf = (time: number): string => new Date(time).toISOString().replace('T', ' ').slice(0, -1);

/**
 * Returns the fields that Logs Insights finds in a line: standard fields, members of JSON, and fields of Lambda's
 * lines.
 */
const fieldsOf = ({ log, time, message }: GroupedEvent): Fields => {
  const found = new Map<string, Value>();
  flatten(parseJson(message), '', found);
  found.set('@timestamp', dateOf(time)).set('@message', message).set('@log', `000000000000:${log}`);
  const type = log.startsWith('/aws/lambda/') ? /^(START|END|REPORT) RequestId/.exec(message)?.[1] : undefined;
  if (type) found.set('@type', type);
  const billed = type && /Billed Duration: (\d+) ms/.exec(message)?.[1];
  if (billed) found.set('@billedDuration', Number(billed));
  return found;
};

const known = new WeakMap<GroupedEvent, Fields>();

const knownFields = (event: GroupedEvent): Fields => {
  const fields = known.get(event) ?? fieldsOf(event);
  known.set(event, fields);
  return fields;
};

const numberOf = (value: Value): number | undefined => {
  const number = typeof value === 'number' ? value : Number.parseFloat(value ?? '');
  return Number.isNaN(number) ? undefined : number;
};

const timeOf = (value: Value): number | undefined =>
  typeof value === 'string' && /^\d{4}-/.test(value) ? Date.parse(`${value.replace(' ', 'T')}Z`) : numberOf(value);

const flag = (isTrue: boolean): Value => (isTrue ? 1 : 0);

const FUNCTIONS: Readonly<Record<string, (...values: readonly Value[]) => Value>> = {
  strlen: (text) => (text === undefined ? undefined : String(text).length),
  ceil: (value) => (numberOf(value) === undefined ? undefined : Math.ceil(numberOf(value) as number)),
  strcontains: (text, part) => (text === undefined ? undefined : flag(String(text).includes(String(part)))),
  ispresent: (value) => flag(value !== undefined),
};

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const AGGREGATES: Readonly<Record<string, (values: readonly Value[]) => Value>> = {
  count: (values) => values.filter((value) => value !== undefined).length,
  sum: (values) => values.reduce<number>((sum, value) => sum + (numberOf(value) ?? 0), 0),
  min: (values) => values.reduce<Value>((least, value) => pick(least, timeOf(value), Math.min), undefined),
  max: (values) => values.reduce<Value>((most, value) => pick(most, timeOf(value), Math.max), undefined),
};

const pick = (one: Value, other: number | undefined, choose: (a: number, b: number) => number): Value =>
  other === undefined ? one : one === undefined ? other : choose(Number(one), other);

const compare = (operator: string, a: Value, b: Value): boolean => {
  if (operator === 'like') return a !== undefined && String(a).includes(String(b));
  if (operator === '=') return a !== undefined && String(a) === String(b);
  if (operator === '!=') return String(a) !== String(b);
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left === undefined || right === undefined) return false;
  return { '<': left < right, '>': left > right, '<=': left <= right, '>=': left >= right }[operator] ?? false;
};

/** Supports only the syntax that this project's commands use. */
class Parser {
  private readonly tokens: readonly string[];
  private index = 0;

  constructor(text: string) {
    this.tokens = text.match(TOKEN) ?? [];
  }

  private peek(): string {
    return this.tokens[this.index] ?? '';
  }

  private take(expected?: string): string {
    const token = this.peek();
    if (token === '' || (expected !== undefined && token !== expected))
      throw new MalformedQuery(`unexpected symbol found ${token} at token ${this.index}`);
    this.index += 1;
    return token;
  }

  private takeIf(token: string): boolean {
    if (this.peek() !== token) return false;
    this.index += 1;
    return true;
  }

  private list<Item>(item: () => Item): readonly Item[] {
    const items = [item()];
    while (this.takeIf(',')) items.push(item());
    return items;
  }

  private call(name: string): Evaluate {
    this.take('(');
    if (name === 'bin') {
      const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(this.take()) ?? [];
      this.take(')');
      const step = Number(count) * (UNITS[unit] ?? Number.NaN);
      return (fields) => dateOf(Math.floor((timeOf(fields.get('@timestamp')) ?? 0) / step) * step);
    }
    const values = this.list(() => this.either());
    this.take(')');
    const run = FUNCTIONS[name];
    if (!run) throw new MalformedQuery(`unknown function ${name}`);
    return (fields) => run(...values.map((value) => value(fields)));
  }

  private primary(): Evaluate {
    const token = this.take();
    if (token === '(') {
      const inner = this.either();
      this.take(')');
      return inner;
    }
    if (token.startsWith('"')) return () => JSON.parse(token);
    if (/^\d/.test(token)) return () => Number(token);
    if (!/^[@A-Za-z_]/.test(token)) throw new MalformedQuery(`unexpected symbol found ${token}`);
    return this.peek() === '(' ? this.call(token) : (fields) => fields.get(token);
  }

  private comparison(): Evaluate {
    const left = this.primary();
    const isNot = this.peek() === 'not' && this.takeIf('not');
    if (!/^(?:like|[<>!]?=|[<>])$/.test(this.peek())) return left;
    const operator = this.take();
    const right = this.primary();
    return (fields) => flag(compare(operator, left(fields), right(fields)) !== isNot);
  }

  private both(): Evaluate {
    const left = this.comparison();
    if (!this.takeIf('and')) return left;
    const right = this.both();
    return (fields) => flag(left(fields) === 1 && right(fields) === 1);
  }

  private either(): Evaluate {
    const left = this.both();
    if (!this.takeIf('or')) return left;
    const right = this.either();
    return (fields) => flag(left(fields) === 1 || right(fields) === 1);
  }

  private named<Parsed>(parse: () => Parsed): readonly [string, Parsed] {
    const start = this.index;
    const parsed = parse();
    const own = this.tokens.slice(start, this.index).join('');
    return [this.takeIf('as') ? this.take() : own, parsed];
  }

  private aggregate(): Aggregate {
    const name = this.take();
    const run = AGGREGATES[name];
    if (!run) throw new MalformedQuery(`unknown function ${name}`);
    this.take('(');
    const value: Evaluate = this.takeIf('*') ? () => 1 : this.either();
    this.take(')');
    return (rows) => run(rows.map(value));
  }

  private stats(): Command {
    const aggregates = this.list(() => this.named(() => this.aggregate()));
    const keys = this.takeIf('by') ? this.list(() => this.named(() => this.primary())) : [];
    return (rows) => {
      const groups = Map.groupBy(rows, (row) => JSON.stringify(keys.map(([, key]) => key(row) ?? null)));
      return Array.from(groups.values(), (own) => {
        const names = keys.map(([name, key]) => [name, key(own[0] as Fields)] as const);
        return new Map([...names, ...aggregates.map(([name, run]) => [name, run(own)] as const)]);
      });
    };
  }

  private command(): Command {
    const name = this.take();
    if (name === 'stats') return this.stats();
    if (name === 'filter') {
      const isKept = this.either();
      return (rows) => rows.filter((row) => isKept(row) === 1);
    }
    if (name === 'fields') {
      const named = this.list(() => this.named(() => this.either()));
      return (rows) =>
        rows.map((row) => {
          const further = new Map(row);
          for (const [as, value] of named) further.set(as, value(row));
          return further;
        });
    }
    if (name !== 'sort') throw new MalformedQuery(`unexpected symbol found ${name}`);
    const by = this.primary();
    this.take('asc');
    return (rows) => rows.toSorted((a, b) => ((by(a) ?? '') < (by(b) ?? '') ? -1 : 1));
  }

  parse(): readonly Command[] {
    const commands = [this.command()];
    while (this.takeIf('|')) commands.push(this.command());
    if (this.peek() !== '') throw new MalformedQuery(`unexpected symbol found ${this.peek()}`);
    return commands;
  }
}

/** @throws MalformedQuery. */
export const compileQuery = (text: string): ((events: readonly GroupedEvent[]) => readonly Fields[]) => {
  const commands = new Parser(text).parse();
  return (events) => commands.reduce((rows, run) => run(rows), events.map(knownFields) as readonly Fields[]);
};
