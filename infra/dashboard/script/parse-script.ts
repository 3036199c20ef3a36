import { type AnyNode, type Node, type Program, parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';

/** A node of a script, with those that it lies in: the program first, its parent last. */
export interface Place<N extends AnyNode = AnyNode> {
  readonly node: N;
  readonly within: readonly AnyNode[];
}

/** A place where a name gets a value, or is made known: a declaration, a parameter, an assignment. */
export type Binding = Place<Extract<AnyNode, { type: 'Identifier' }>>;

/** A script as its grammar has it. It is never run. */
export interface ScriptTree {
  /** Every node that is read, in the order of the text. */
  readonly places: readonly Place[];
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
}

const PLAIN_FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression']);
const THIS_SCOPES = new Set([...PLAIN_FUNCTIONS, 'PropertyDefinition', 'StaticBlock']);

/** What runs later, or more than once, or never: the functions that a place lies in. */
export const functionsAround = ({ node, within }: Place): readonly AnyNode[] =>
  [...within, node].filter(({ type }) => THIS_SCOPES.has(type) || type === 'ArrowFunctionExpression');

/** The innermost part of the script around a place that has a `this` of its own; none where it is the component's. */
export const scopeOfThis = ({ within }: Place): AnyNode | undefined =>
  within.findLast(({ type }) => THIS_SCOPES.has(type));

/** `var a`, `let a = null`: a name that is made known and has nothing yet. */
export const isEmptyDeclaration = ({ within }: Binding): boolean => {
  const parent = within.at(-1);
  if (parent?.type !== 'VariableDeclarator') return false;
  const { init } = parent;
  if (!init) return true;
  return (init.type === 'Literal' && init.raw === 'null') || (init.type === 'Identifier' && init.name === 'undefined');
};

/** Found when asked for: the ancestors of all nodes together grow with the square of the depth. */
const ancestorsOf = (node: AnyNode, parents: ReadonlyMap<AnyNode, AnyNode | undefined>): readonly AnyNode[] => {
  const found: AnyNode[] = [];
  for (let at = parents.get(node); at; at = parents.get(at)) found.unshift(at);
  return found;
};

const isBefore = (a: { node: Node }, b: { node: Node }): number => a.node.start - b.node.start;

/**
 * Parses the text of a script as an editor evaluates it: no module, a `return` at the top level is fine.
 * @throws SyntaxError with `pos`, RangeError when it is nested too deeply.
 */
export const parseScript = (script: string): ScriptTree => {
  const program: Program = parse(script, {
    ecmaVersion: 'latest',
    sourceType: 'script',
    allowReturnOutsideFunction: true,
  });
  const places: Place[] = [];
  const bindings = new Map<string, Binding[]>();
  const parents = new Map<AnyNode, AnyNode | undefined>();
  const placeOf = <N extends AnyNode>(node: N): Place<N> => ({
    node,
    get within() {
      return ancestorsOf(node, parents);
    },
  });
  fullAncestor(program, (node, _, ancestors, type) => {
    parents.set(node, ancestors.at(-2));
    if (type !== 'VariablePattern' || node.type !== 'Identifier') places.push(placeOf(node));
    else bindings.set(node.name, [...(bindings.get(node.name) ?? []), placeOf(node)]);
  });
  for (const found of bindings.values()) found.sort(isBefore);
  return { places: places.sort(isBefore), bindings };
};
