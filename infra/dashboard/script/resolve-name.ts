import type { AnyNode, Expression, MemberExpression } from 'acorn';
import { type Binding, isEmptyDeclaration, type ScriptTree, scopeOfThis } from './parse-script.ts';

/** The path of an expression: `['echarts', 'init']` from a global, `['this', 'myChart']` from the component. */
export type Steps = readonly string[];

/** Resolves an expression to its path; undefined if its value is only known when the script runs. */
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
