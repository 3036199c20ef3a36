import { tokenize } from '../sql-tokens.ts';

/** A problem that a statement has with the columns and types of its tables. */
export interface PlanProblem {
  /** Trino's name for the error, such as TYPE_MISMATCH. */
  readonly name: string;
  readonly message: string;
  readonly hint: string;
  /** A warning says that only the local engine refuses the statement. */
  readonly severity?: 'warning';
  /** Place in UTF-16 units from the start of the statement before its translation. */
  readonly offset: number;
}

/** A plan as DuckDB writes it to JSON, or the reason why there is none. The plan has many more members. */
export interface SerializedPlan {
  readonly error: boolean;
  readonly error_message?: string;
  readonly error_subtype?: string;
  readonly name?: string;
  readonly position?: string;
  readonly plans?: readonly unknown[];
}

/** A node or an expression of a plan. */
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

const CLASSES: readonly (readonly [TypeClass, RegExp])[] = [
  ['a text', /^VARCHAR$/],
  ['a number', /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|INTEGER_LITERAL|FLOAT|DOUBLE|DECIMAL)\b/],
  ['a Boolean', /^BOOLEAN$/],
  ['a time', /^(?:DATE|TIMESTAMP)/],
];

/** Returns the kind of value that a type of DuckDB has; undefined for types that are not compared with others. */
export const classOf = (type: string | undefined): TypeClass | undefined =>
  CLASSES.find(([, pattern]) => pattern.test(type ?? ''))?.[0];

const typeOf = ({ return_type, value }: Node): string | undefined => return_type?.id ?? value?.type?.id;

const REMEDIES: Readonly<Record<TypeClass, string>> = {
  'a text': 'write cast(value as varchar)',
  'a number': 'write cast(value as double), or a number without quotes',
  'a Boolean': 'write a condition, such as value = 1',
  'a time': "write date '2026-11-20'; for a partition that is a text: day >= date_format(:from, '%Y-%m-%d')",
};

type Found = Omit<PlanProblem, 'offset'>;

const mismatch = (from: TypeClass, to: TypeClass): Found => ({
  name: 'TYPE_MISMATCH',
  message: `Athena does not convert ${from} to ${to}`,
  hint: REMEDIES[to],
});

/** Words with which an explicit conversion, a literal or one of our own macros begins. */
const EXPLICIT =
  /^(?:cast|try_cast|try|date|timestamp|interval|case|struct_extract|true|false|trino_\w+|"\/\/"|"%")\b/i;

/** Words after which a text is a literal of another type. */
const LITERAL = /\b(?:interval|date|timestamp)\s*$/i;
const LITERAL_CHARS = 12;

const isExplicit = (sql: string, at: number): boolean =>
  at >= sql.length || EXPLICIT.test(sql.slice(at)) || LITERAL.test(sql.slice(Math.max(0, at - LITERAL_CHARS), at));

/** Returns the problem of a conversion that the statement does not write. */
const implicitCast = (
  { child, return_type, try_cast: isTry, query_location: at = 0 }: Node,
  sql: string,
): Found | undefined => {
  const [from, to] = [child && classOf(typeOf(child)), classOf(return_type?.id)];
  if (isTry || !from || !to || from === to || isExplicit(sql, at)) return undefined;
  return mismatch(from, to);
};

const dateDifference = ({ children = [] }: Node): Found | undefined =>
  children.length === 2 && children.every((one) => typeOf(one) === 'DATE')
    ? {
        name: 'NOT_SUPPORTED',
        message: 'the difference of two dates is not emulated locally',
        hint: "write date_diff('day', a, b)",
      }
    : undefined;

/** Returns the problem of a sum of Booleans, which only DuckDB adds up. */
const sumOfBooleans = ({ children = [] }: Node): Found | undefined =>
  children[0] && typeOf(children[0]) === 'BOOLEAN' ? mismatch('a Boolean', 'a number') : undefined;

const SET_OPERATIONS = /^LOGICAL_(?:UNION|EXCEPT|INTERSECT)$/;

/** Returns the problem of UNION, EXCEPT or INTERSECT over columns of different types. */
const mixedColumns = ({ children = [] }: Node): Found | undefined => {
  for (const { expressions = [] } of children) {
    for (const { expression_class, child, return_type } of expressions) {
      const [from, to] = [child && classOf(typeOf(child)), classOf(return_type?.id)];
      if (expression_class === 'BOUND_CAST' && from && to && from !== to) return mismatch(from, to);
    }
  }
  return undefined;
};

const judgeNode = (node: Node, sql: string): Found | undefined => {
  if (node.expression_class === 'BOUND_CAST') return implicitCast(node, sql);
  if (node.expression_class === 'BOUND_FUNCTION' && node.name === '-') return dateDifference(node);
  if (node.expression_class === 'BOUND_AGGREGATE' && node.name === 'sum') return sumOfBooleans(node);
  return SET_OPERATIONS.test(node.type ?? '') ? mixedColumns(node) : undefined;
};

const MARK = /\/\*@(\d+)\*\//g;

/** Returns the place in the statement of a place in its translation: that of the next word, or else of the last one. */
const offsetOf = (sql: string, at: number | undefined): number => {
  if (at === undefined || at >= sql.length) return 0;
  const marks = Array.from(sql.matchAll(MARK));
  return Number((marks.find(({ index }) => index >= at) ?? marks.at(-1))?.[1] ?? 0);
};

/** Finds the first node with a problem anywhere in a plan. */
const findProblem = (value: unknown, sql: string): PlanProblem | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = judgeNode(value, sql);
  if (found) return { ...found, offset: offsetOf(sql, (value as Node).query_location) };
  for (const inner of Object.values(value)) {
    const problem = findProblem(inner, sql);
    if (problem) return problem;
  }
  return undefined;
};

const writeTypes = (text: string): string => text.replace(/\b[A-Z]+(?:_LITERAL)?\b/g, (type) => type.toLowerCase());

const onlyHere = (what: string) =>
  ({
    name: 'NOT_SUPPORTED',
    message: `${what} is not emulated locally; on Athena it may work`,
    severity: 'warning',
  }) as const;

/** Errors of DuckDB by words of their message. */
const ERRORS: readonly (readonly [RegExp, (...groups: readonly string[]) => Found])[] = [
  [
    /Table with name (\S+) does not exist/,
    (name) => ({ name: 'TABLE_NOT_FOUND', message: `Table '${name}' does not exist`, hint: 'correct the name' }),
  ],
  [
    /does not have a column named "([^"]+)"|^Referenced table "([^"]+)" not found/,
    (column, table) => ({
      name: 'COLUMN_NOT_FOUND',
      message: column === undefined ? `no table here is called ${table}` : `Column '${column}' cannot be resolved`,
      hint: 'correct the name, or the name of its table',
    }),
  ],
  [
    /^Ambiguous reference to column name "([^"]+)"/,
    (name) => ({
      name: 'AMBIGUOUS_NAME',
      message: `Column '${name}' is ambiguous`,
      hint: `several tables have it: write the name of its table before it, as in orders.${name}`,
    }),
  ],
  [
    /^Cannot (?:compare|mix) values of type (\w+)[^ ]* and (?:type )?(\w+)/,
    (one = '', other = '') => {
      const [from, to] = [classOf(one), classOf(other)];
      if (from && to) return from === 'a text' ? mismatch(from, to) : mismatch(to, from);
      return {
        name: 'TYPE_MISMATCH',
        message: `Athena does not compare ${writeTypes(one)} with ${writeTypes(other)}`,
        hint: 'convert one of them with cast',
      };
    },
  ],
  [
    /STRUCT\(instant/,
    () => ({
      ...onlyHere('a time with a zone of a subquery'),
      hint: 'convert the time to a text or a timestamp where its zone is set',
    }),
  ],
  [
    /argument types '([a-z_]+)\(([A-Z_, ]*)\)'/,
    (name = '', types = '') => ({
      name: 'TYPE_MISMATCH',
      message: `Athena has no ${name.replace('trino_', '')}(${writeTypes(types)})`,
      hint: 'convert the value with cast',
    }),
  ],
  [
    /^column "?([^"]+)"? must appear in the GROUP BY/,
    (name) => ({
      name: 'EXPRESSION_NOT_AGGREGATE',
      message: `'${name}' must be an aggregate expression or appear in GROUP BY clause`,
      hint: 'add it to GROUP BY, or take max_by(value, at) of each group',
    }),
  ],
];

/** Suggests columns that DuckDB found near a name. */
const suggestColumns = (message: string): string => {
  const names = Array.from(message.split('Candidate bindings:')[1]?.matchAll(/"(\w+)"/g) ?? [], ([, name]) => name);
  return names.length > 0 ? `did you mean ${names.slice(0, 2).join(' or ')}?` : 'correct the name';
};

/** Describes the reason why there is no plan. */
const describeError = ({ error_message: message = '', error_subtype, name = '' }: SerializedPlan): Found => {
  if (error_subtype === 'COLUMN_NOT_FOUND')
    return { name: 'COLUMN_NOT_FOUND', message: `Column '${name}' cannot be resolved`, hint: suggestColumns(message) };
  for (const [pattern, describe] of ERRORS) {
    const match = pattern.exec(message);
    if (match) return describe(...match.slice(1));
  }
  return { ...onlyHere('the statement'), hint: message.split('\n')[0] ?? message };
};

/**
 * Returns the first problem of a statement by its plan, which is not optimized.
 * @param sql the translated statement.
 */
export const judgePlan = (plan: SerializedPlan, sql: string): PlanProblem | undefined => {
  if (!plan.error) return findProblem(plan.plans, sql);
  const at = plan.position === undefined ? undefined : Number(plan.position);
  const found = describeError(plan);
  const named = at === undefined ? tokenize(sql).find(({ text }) => text === plan.name)?.offset : at;
  return { ...found, offset: offsetOf(sql, named) };
};
