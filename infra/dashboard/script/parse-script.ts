import { type AnyNode, type Expression, type MemberExpression, type Node, type Program, parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';

/** A node of a script, with its ancestors: the program first, its parent last. */
export interface Place<N extends AnyNode = AnyNode> {
  readonly node: N;
  readonly within: readonly AnyNode[];
}

/** A declaration, a parameter or an assignment. */
export type Binding = Place<Extract<AnyNode, { type: 'Identifier' }>>;

export interface ScriptTree {
  /** In the order of the text. */
  readonly places: readonly Place[];
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
}

const PLAIN_FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression']);
const THIS_SCOPES = new Set([...PLAIN_FUNCTIONS, 'PropertyDefinition', 'StaticBlock']);

/** Returns functions, whose code may run later, several times or never. */
export const functionsAround = ({ node, within }: Place): readonly AnyNode[] =>
  [...within, node].filter(({ type }) => THIS_SCOPES.has(type) || type === 'ArrowFunctionExpression');

/** Returns the innermost node around a place that has its own `this`; undefined if `this` is the component. */
export const scopeOfThis = ({ within }: Place): AnyNode | undefined =>
  within.findLast(({ type }) => THIS_SCOPES.has(type));

/** True for a declaration without a value: `var a`, `let a = null`. */
export const isEmptyDeclaration = ({ within }: Binding): boolean => {
  const parent = within.at(-1);
  if (parent?.type !== 'VariableDeclarator') return false;
  const { init } = parent;
  if (!init) return true;
  return (init.type === 'Literal' && init.raw === 'null') || (init.type === 'Identifier' && init.name === 'undefined');
};

/** Finds the ancestors of a node on demand, because storing them for all nodes takes memory quadratic in the depth. */
const ancestorsOf = (node: AnyNode, parents: ReadonlyMap<AnyNode, AnyNode | undefined>): readonly AnyNode[] => {
  const found: AnyNode[] = [];
  for (let at = parents.get(node); at; at = parents.get(at)) found.unshift(at);
  return found;
};

const isBefore = (a: { node: Node }, b: { node: Node }): number => a.node.start - b.node.start;

/**
 * Parses a script in the way the editor evaluates it: not as a module, and with `return` allowed at the top level.
 * @throws SyntaxError with `pos`, or RangeError if the script is nested too deeply.
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

/** `['echarts', 'init']` from a global, `['this', 'myChart']` from the component. */
export type Steps = readonly string[];

/** Undefined if the value is only known when the script runs. */
export type Resolve = (node: AnyNode) => Steps | undefined;

const GLOBAL_OBJECTS = new Set(['window', 'globalThis', 'self']);

const propertyName = ({ property, computed }: MemberExpression): string | undefined => {
  if (!computed && property.type === 'Identifier') return property.name;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
};

/** Returns the key that a pattern destructures: `init` in `const { init: start } = echarts`. */
const keyOf = (pattern: AnyNode | undefined, { node }: Binding): string | undefined => {
  if (pattern?.type !== 'ObjectPattern') return undefined;
  const property = pattern.properties.find((one) => one.type === 'Property' && one.value === node);
  return property?.type === 'Property' && !property.computed && property.key.type === 'Identifier'
    ? property.key.name
    : undefined;
};

/** Returns the expression that a name is an alias for. The script must assign to the name exactly once. */
const aliasOf = (bindings: readonly Binding[]): { readonly of: Expression; readonly key?: string } | undefined => {
  const [binding, another] = bindings.filter((one) => !isEmptyDeclaration(one));
  if (!binding || another) return undefined;
  const parent = binding.within.at(-1);
  if (parent?.type === 'AssignmentExpression' && parent.operator === '=') return { of: parent.right };
  if (parent?.type === 'VariableDeclarator' && parent.init) return { of: parent.init };
  const declarator = binding.within.at(-2);
  const key = keyOf(parent, binding);
  if (key === undefined || declarator?.type !== 'VariableDeclarator' || !declarator.init) return undefined;
  return { of: declarator.init, key };
};

const withStep = (steps: Steps | undefined, step: string | undefined): Steps | undefined => {
  if (!steps || step === undefined) return undefined;
  return steps.length === 0 && GLOBAL_OBJECTS.has(step) ? [] : [...steps, step];
};

/** Creates a resolver for the names of a script. A name that the script does not bind is a global of the page. */
export const createResolve = ({ places, bindings }: ScriptTree): Resolve => {
  const ofComponent = new Set(
    places.filter((place) => place.node.type === 'ThisExpression' && !scopeOfThis(place)).map(({ node }) => node),
  );
  const resolve = (node: AnyNode, seen: readonly string[]): Steps | undefined => {
    if (node.type === 'ThisExpression') return ofComponent.has(node) ? ['this'] : undefined;
    if (node.type === 'ChainExpression') return resolve(node.expression, seen);
    if (node.type === 'MemberExpression') return withStep(resolve(node.object, seen), propertyName(node));
    if (node.type === 'CallExpression') return withStep(resolve(node.callee, seen), '()');
    if (node.type !== 'Identifier') return undefined;
    const bound = bindings.get(node.name);
    if (!bound) return withStep([], node.name);
    const alias = seen.includes(node.name) ? undefined : aliasOf(bound);
    if (!alias) return undefined;
    const steps = resolve(alias.of, [...seen, node.name]);
    return alias.key === undefined ? steps : withStep(steps, alias.key);
  };
  return (node) => resolve(node, []);
};
