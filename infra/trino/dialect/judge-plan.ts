import { tokenize } from '../sql-tokens.ts';

/** Found with the columns and types of a statement's tables. */
export interface PlanProblem {
  /** Trino's name for the error, such as TYPE_MISMATCH. */
  readonly name: string;
  readonly message: string;
  readonly hint: string;
  /** A warning says that only the local engine refuses the statement. */
  readonly severity?: 'warning';
  /** In UTF-16 units from the start of the statement before its translation. */
  readonly offset: number;
}

/** The form in which DuckDB writes a plan to JSON. The plan has many more members. */
export interface SerializedPlan {
  readonly error: boolean;
  readonly error_message?: string;
  readonly error_subtype?: string;
  readonly name?: string;
  readonly position?: string;
  readonly plans?: readonly unknown[];
}

interface Node {
  readonly type?: string;
  readonly expression_class?: string;
  readonly name?: string;
  readonly query_location?: number;
  readonly return_type?: { readonly id: string };
  readonly value?: { readonly type?: { readonly id: string } };
  readonly child?: Node;
  readonly children?: readonly Node[];
  readonly expressions?: readonly Node[];
  readonly try_cast?: boolean;
}

type TypeClass = 'a text' | 'a number' | 'a Boolean' | 'a time';

/** Kinds of values with DuckDB's types, and with advice how to write a value of this kind. */
const CLASSES: readonly (readonly [TypeClass, RegExp, remedy: string])[] = [
  ['a text', /^VARCHAR$/, 'write cast(value as varchar)'],
  [
    'a number',
    /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|INTEGER_LITERAL|FLOAT|DOUBLE|DECIMAL)\b/,
    'write cast(value as double), or a number without quotes',
  ],
  ['a Boolean', /^BOOLEAN$/, 'write a condition, such as value = 1'],
  [
    'a time',
    /^(?:DATE|TIMESTAMP)/,
    "write date '2026-11-20'; for a partition that is a text: day >= date_format(:from, '%Y-%m-%d')",
  ],
];

/** Returns undefined for types that are not compared with others. */
export const classOf = (type: string | undefined): TypeClass | undefined =>
  CLASSES.find(([, pattern]) => pattern.test(type ?? ''))?.[0];

const typeOf = ({ return_type, value }: Node): string | undefined => return_type?.id ?? value?.type?.id;

type Found = Omit<PlanProblem, 'offset'>;

const mismatch = (from: TypeClass, to: TypeClass): Found => ({
  name: 'TYPE_MISMATCH',
  message: `Athena does not convert ${from} to ${to}`,
  hint: CLASSES.find(([name]) => name === to)?.[2] ?? '',
});

/** Returns the problem of a conversion to another kind of value; undefined if a kind is unknown. */
const conversion = (from: string | undefined, to: string | undefined): Found | undefined => {
  const [one, other] = [classOf(from), classOf(to)];
  return one && other && one !== other ? mismatch(one, other) : undefined;
};

const onlyHere = (what: string, hint: string): Found => ({
  name: 'NOT_SUPPORTED',
  message: `${what} is not emulated locally; on Athena it may work`,
  hint,
  severity: 'warning',
});

const castProblem = ({ child, return_type }: Node): Found | undefined =>
  conversion(child && typeOf(child), return_type?.id);

/** An explicit conversion, a literal or one of our own macros begins with these words. */
const EXPLICIT =
  /^(?:cast|try_cast|try|date|timestamp|interval|case|struct_extract|true|false|trino_\w+|"\/\/"|"%")\b/i;

/** A text after these words is a literal of another type. */
const LITERAL = /\b(?:interval|date|timestamp)\s*$/i;
const LITERAL_CHARS = 12;

const isExplicit = (sql: string, at: number): boolean =>
  at >= sql.length || EXPLICIT.test(sql.slice(at)) || LITERAL.test(sql.slice(Math.max(0, at - LITERAL_CHARS), at));

/**
 * True if the engine converts a column of a UNION by itself. If the user converts the column, too, both conversions
 * have the same place.
 */
const isOfEngine = ({ child, query_location: at = 0 }: Node, sql: string): boolean =>
  !isExplicit(sql, at) || (child?.expression_class === 'BOUND_CAST' && child.query_location === at);

/**
 * Returns the problem of one node: an implicit conversion, or an operation that Athena lacks or that works differently
 * there.
 */
const judgeNode = (node: Node, sql: string): Found | undefined => {
  const { expression_class: kind, name, type = '', children = [] } = node;
  if (kind === 'BOUND_CAST')
    return node.try_cast || isExplicit(sql, node.query_location ?? 0) ? undefined : castProblem(node);
  const types = children.map(typeOf);
  if (kind === 'BOUND_FUNCTION' && name === '-')
    return types.join() === 'DATE,DATE'
      ? onlyHere('the difference of two dates', "write date_diff('day', a, b)")
      : undefined;
  if (kind === 'BOUND_AGGREGATE' && name === 'sum')
    return types[0] === 'BOOLEAN' ? mismatch('a Boolean', 'a number') : undefined;
  if (!/^LOGICAL_(?:UNION|EXCEPT|INTERSECT)$/.test(type)) return undefined;
  return children
    .flatMap(({ expressions = [] }) => expressions)
    .filter((one) => one.expression_class === 'BOUND_CAST' && isOfEngine(one, sql))
    .map(castProblem)
    .find(Boolean);
};

const MARK = /\/\*@(\d+)\*\//g;

/** Converts a place in the statement before its translation: that of the next word, or else of the last word. */
const offsetOf = (sql: string, at: number | undefined): number => {
  if (at === undefined || at >= sql.length) return 0;
  const marks = Array.from(sql.matchAll(MARK));
  return Number((marks.find(({ index }) => index >= at) ?? marks.at(-1))?.[1] ?? 0);
};

/** Yields a node before those inside it. */
export function* nodesOf(plan: unknown): Generator<object> {
  if (typeof plan !== 'object' || plan === null) return;
  yield plan;
  for (const inner of Object.values(plan)) yield* nodesOf(inner);
}

const writeTypes = (text: string): string => text.replace(/\b[A-Z]+(?:_LITERAL)?\b/g, (type) => type.toLowerCase());

const OTHER_NAME = 'correct the name, or the name of its table';

/** Patterns of DuckDB's messages: Trino's name and message, and a hint. `$1` is a group of the pattern. */
const ERRORS: readonly (readonly [pattern: RegExp, name: string, message: string, hint: string])[] = [
  [/Table with name (\S+) does not exist/, 'TABLE_NOT_FOUND', "Table '$1' does not exist", 'correct the name'],
  [/does not have a column named "([^"]+)"/, 'COLUMN_NOT_FOUND', "Column '$1' cannot be resolved", OTHER_NAME],
  [/^Referenced table "([^"]+)" not found/, 'COLUMN_NOT_FOUND', 'no table here is called $1', OTHER_NAME],
  [
    /^Ambiguous reference to column name "([^"]+)"/,
    'AMBIGUOUS_NAME',
    "Column '$1' is ambiguous",
    'several tables have it: write the name of its table before it, as in orders.$1',
  ],
  [
    /^column "?([^"]+)"? must appear in the GROUP BY/,
    'EXPRESSION_NOT_AGGREGATE',
    "'$1' must be an aggregate expression or appear in GROUP BY clause",
    'add it to GROUP BY, or take max_by(value, at) of each group',
  ],
];

const describeTypes = (message: string): Found | undefined => {
  const [, one, other] = /^Cannot (?:compare|mix) values of type (\w+)[^ ]* and (?:type )?(\w+)/.exec(message) ?? [];
  const [from, to] = [classOf(one), classOf(other)];
  if (from && to) return from === 'a text' ? mismatch(from, to) : mismatch(to, from);
  const [, name, types = ''] = /argument types '(?:trino_)?([a-z_]+)\(([A-Z_, ]*)\)'/.exec(message) ?? [];
  if (!one && !name) return undefined;
  return {
    name: 'TYPE_MISMATCH',
    message: one
      ? `Athena does not compare ${writeTypes(one)} with ${writeTypes(other ?? '')}`
      : `Athena has no ${name}(${writeTypes(types)})`,
    hint: one ? 'convert one of them with cast' : 'convert the value with cast',
  };
};

const suggestColumns = (message: string): string => {
  const names = Array.from(message.split('Candidate bindings:')[1]?.matchAll(/"(\w+)"/g) ?? [], ([, name]) => name);
  return names.length > 0 ? `did you mean ${names.slice(0, 2).join(' or ')}?` : 'correct the name';
};

const describeError = ({ error_message: message = '', error_subtype, name: column = '' }: SerializedPlan): Found => {
  if (error_subtype === 'COLUMN_NOT_FOUND') {
    const hint = suggestColumns(message);
    return { name: 'COLUMN_NOT_FOUND', message: `Column '${column}' cannot be resolved`, hint };
  }
  for (const [pattern, name, ...texts] of ERRORS) {
    const found = pattern.exec(message)?.[1];
    const [said = '', hint = ''] = texts.map((text) => text.replace('$1', () => found ?? ''));
    if (found !== undefined) return { name, message: said, hint };
  }
  if (message.includes('STRUCT(instant'))
    return onlyHere(
      'a time with a zone from a subquery',
      'convert the time to a text or a timestamp where its zone is set',
    );
  return describeTypes(message) ?? onlyHere('the statement', message.split('\n')[0] ?? message);
};

/**
 * Returns the first problem that the unoptimized plan shows.
 * @param sql the translated statement.
 */
export const judgePlan = (plan: SerializedPlan, sql: string): PlanProblem | undefined => {
  if (!plan.error) {
    for (const node of nodesOf(plan.plans)) {
      const found = judgeNode(node, sql);
      if (found) return { ...found, offset: offsetOf(sql, (node as Node).query_location) };
    }
    return undefined;
  }
  const at = plan.position === undefined ? undefined : Number(plan.position);
  const found = describeError(plan);
  const named = at === undefined ? tokenize(sql).find(({ text }) => text === plan.name)?.offset : at;
  return { ...found, offset: offsetOf(sql, named) };
};
