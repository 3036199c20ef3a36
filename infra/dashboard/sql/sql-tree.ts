import type { Problem } from '../folder/diagnostic.ts';

/** A construct that a statement must not contain. */
export interface Forbidden extends Problem {
  /** Offset of the construct in bytes, if the tree has it. */
  readonly bytes?: number;
  /** Matches the construct in the text of the statement, if the tree does not have its offset. */
  readonly words?: RegExp;
}

type Fields = Readonly<Record<string, unknown>>;

const ONLY_READS = 'a source only reads: write one SELECT, or WITH whose every part is a SELECT';

const WRITES: Readonly<Record<string, string>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const entry = (value: unknown, ...steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Fields)[step] : undefined),
    value,
  );

const located = (node: unknown): { readonly bytes?: number } => {
  const location = entry(node, 'location');
  return typeof location === 'number' && location >= 0 ? { bytes: location } : {};
};

/** Checks one field of a node of the syntax tree. */
const judge = (name: string, value: unknown): readonly Forbidden[] => {
  const write = WRITES[name];
  if (write !== undefined) {
    return [{ message: `${write} inside the statement`, hint: ONLY_READS, words: new RegExp(`^${write}$`, 'i') }];
  }
  if (name === 'intoClause') {
    const hint = 'leave INTO out: the rows of the SELECT are the result';
    return [{ message: 'SELECT INTO creates a table', hint, words: /^INTO$/i, ...located(entry(value, 'rel')) }];
  }
  if (name === 'lockingClause') {
    const hint = 'leave it out: a source only reads';
    return [{ message: 'FOR UPDATE or FOR SHARE locks rows', hint, words: /^FOR (UPDATE|SHARE|NO|KEY)$/i }];
  }
  return [];
};

/** Finds all forbidden constructs at any depth of a tree. */
const findForbidden = (tree: unknown): readonly Forbidden[] =>
  Array.isArray(tree)
    ? tree.flatMap(findForbidden)
    : Object.entries(fieldsOf(tree)).flatMap(([name, value]) => [...judge(name, value), ...findForbidden(value)]);

/** Returns the offsets of positional parameters, in bytes. */
export const findPositional = (tree: unknown): readonly number[] => {
  if (Array.isArray(tree)) return tree.flatMap(findPositional);
  return Object.entries(fieldsOf(tree)).flatMap(([name, value]) => [
    ...(name === 'ParamRef' ? [Number(entry(value, 'location') ?? 0)] : []),
    ...findPositional(value),
  ]);
};

/** Names a statement by the word that its author wrote. After a WITH, only the tree has the kind of the statement. */
const wordsOf = (kind: string, firstWord: string): string => {
  const word = WRITES[kind] ?? firstWord.toUpperCase();
  return word === 'REFRESH' ? 'REFRESH MATERIALIZED VIEW' : word;
};

/** Finds all constructs that a statement must not contain, at any depth. */
export const judgeStatement = (tree: unknown, firstWord: string): readonly Forbidden[] => {
  const [kind = 'nothing'] = Object.keys(fieldsOf(tree));
  if (kind !== 'SelectStmt') {
    const words = WRITES[kind] === undefined ? {} : { words: new RegExp(`^${WRITES[kind]}$`, 'i') };
    return [{ message: `${wordsOf(kind, firstWord)} is not a SELECT`, hint: ONLY_READS, ...words }];
  }
  const select = entry(tree, kind);
  if (entry(select, 'valuesLists')) {
    return [
      { message: 'VALUES is not a SELECT', hint: 'write select * from (values ...) as rows', words: /^VALUES$/i },
    ];
  }
  const isTable = entry(select, 'targetList', 0, 'ResTarget', 'location') === -1;
  const hint = 'write select * from and the name';
  return [
    ...(isTable ? [{ message: 'TABLE is not a SELECT', hint, words: /^TABLE$/i }] : []),
    ...findForbidden(select),
  ];
};
