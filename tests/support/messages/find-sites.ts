import type { Node, Program } from 'acorn';
import { full } from 'acorn-walk';

/** Stands for a value in the text of a site. */
export const HOLE = '\uE000';

/** Properties whose texts people read. */
const PROPERTIES = /^(?:message|hint|fault|found|meaning|summary|failure|problem|remedy)$/;
/** Functions and classes whose arguments people read. */
const CALLS = /^(?:fail|print|printError|step|ask|WallfeedError|refuse|timeFault|forReader)$/;

interface Expression extends Node {
  readonly name?: string;
  readonly value?: unknown;
  readonly operator?: string;
  readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[];
  readonly expressions?: readonly Expression[];
  readonly consequent?: Expression;
  readonly alternate?: Expression;
  readonly left?: Expression;
  readonly right?: Expression;
  readonly body?: Expression;
  readonly quasi?: Expression;
  readonly key?: Expression;
  readonly callee?: Expression;
  readonly arguments?: readonly Expression[];
}

const MAX_VARIANTS = 16;

const join2 = (left: readonly string[], right: readonly string[]): readonly string[] =>
  left.flatMap((one) => right.map((other) => one + other)).slice(0, MAX_VARIANTS);

/** Values other than texts are holes. */
const textsOf = (node: Expression | undefined): readonly string[] => {
  if (!node) return [];
  const orHole = (one: Expression | undefined): readonly string[] => {
    const texts = textsOf(one);
    return texts.length > 0 ? texts : [HOLE];
  };
  const { quasis = [], expressions = [], consequent, alternate, left, right, body, operator, value } = node;
  if (node.type === 'Literal') return typeof value === 'string' ? [value] : [];
  if (node.type === 'TemplateLiteral')
    return quasis.reduce<readonly string[]>(
      (texts, quasi, index) =>
        join2(join2(texts, [quasi.value.cooked ?? '']), index < expressions.length ? orHole(expressions[index]) : ['']),
      [''],
    );
  if (node.type === 'TaggedTemplateExpression') return textsOf(node.quasi);
  if (node.type === 'ConditionalExpression') return [...orHole(consequent), ...orHole(alternate)];
  if (node.type === 'BinaryExpression') return operator === '+' ? join2(orHole(left), orHole(right)) : [];
  if (node.type === 'LogicalExpression') return textsOf(right);
  return node.type === 'ArrowFunctionExpression' && body?.type !== 'BlockStatement' ? textsOf(body) : [];
};

const readIn = (node: Expression, isOfTerminal: boolean): readonly Expression[] => {
  const { key, value, callee, arguments: given = [] } = node;
  if (node.type === 'Property') return PROPERTIES.test(key?.name ?? '') ? [value as Expression] : [];
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const name = callee?.name ?? '';
  return CALLS.test(name) || (isOfTerminal && name === 'Error') ? given : [];
};

const isSentence = (text: string): boolean => /[a-z]{2,} /.test(text) && /[a-z]{3}/.test(text);

export const textsIn = (code: Program): readonly string[] => {
  const texts = new Set<string>();
  full(code, (node) => {
    for (const text of textsOf(node as Expression)) texts.add(text);
  });
  return [...texts];
};

export const findSites = (file: string, code: Program): readonly string[] => {
  const texts = new Set<string>();
  full(code, (node) => {
    for (const read of readIn(node as Expression, file.startsWith('infra/')))
      for (const text of textsOf(read)) if (isSentence(text)) texts.add(text.trim());
  });
  return [...texts];
};
