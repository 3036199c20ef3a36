import type { AnyNode, CallExpression, MemberExpression, NewExpression } from 'acorn';
import type { TextProblem } from '../diagnostic.ts';
import { type Place, type ScriptTree, scopeOfThis } from './parse-script.ts';
import { createResolve, type Resolve, type Steps } from './resolve-name.ts';

const HANDLE = 'this.myChart';
const MAKERS = new Set(['init', 'chart', 'stockChart', 'mapChart', 'ganttChart']);
/** Methods that only charts have. */
const UPDATES = new Set(['setOption', 'appendData']);
const TIMERS = new Set(['setTimeout', 'setInterval', 'requestAnimationFrame']);

const written = (steps: Steps): string => steps.join('.').replaceAll('.()', '(...)');

const isGlobal = (steps: Steps): boolean => steps[0] !== 'this';

/** True for a call that creates a chart: `init`, or the equivalent of another library, on a global of the page. */
const isMaking = (steps: Steps): boolean =>
  isGlobal(steps) && steps.length > 1 && MAKERS.has(steps.at(-1) ?? '') && !steps.includes('()');

/** True for a call that looks up an existing chart, which is not the component's chart. */
const isFinding = (steps: Steps): boolean => isGlobal(steps) && /^getInstanceBy/.test(steps.at(-1) ?? '');

const madeBy = (node: CallExpression | NewExpression, resolve: Resolve): string | undefined => {
  const steps = resolve(node.callee);
  if (!steps) return undefined;
  if (node.type === 'CallExpression') return isMaking(steps) ? `${written(steps)}(...)` : undefined;
  const makes = isGlobal(steps) && !steps.includes('()') && /charts?$/i.test(steps.at(-1) ?? '');
  return makes ? `new ${written(steps)}(...)` : undefined;
};

/** Finds all places where a script creates a chart itself. */
export const makingProblems = (tree: ScriptTree): readonly TextProblem[] => {
  const resolve = createResolve(tree);
  return tree.places.flatMap(({ node }) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
    const made = madeBy(node, resolve);
    const hint = `only define option: the component creates the chart, which is ${HANDLE}`;
    return made === undefined ? [] : [{ offset: node.start, message: `${made} creates a chart`, hint }];
  });
};

/** True if an updated object is certainly not the component's chart. The result of a function may be the chart. */
const isAnother = (steps: Steps): boolean => {
  if (written(steps) === HANDLE) return false;
  if (!steps.includes('()')) return true;
  return steps.at(-1) === '()' && (isMaking(steps.slice(0, -1)) || isFinding(steps.slice(0, -1)));
};

const updateProblem = ({ node }: Place, resolve: Resolve): TextProblem | undefined => {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  if (property.type !== 'Identifier' || !UPDATES.has(property.name)) return undefined;
  const steps = resolve(object);
  if (!steps || !isAnother(steps)) return undefined;
  const message = `${property.name} of ${written(steps)}, which is not the component's chart`;
  return { offset: object.start, message, hint: `write ${HANDLE}.${property.name}(...)` };
};

/** Returns the problem of `myChart` without `this`: the editor defines no such variable. */
const bareProblem = ({ node, within }: Place, { bindings }: ScriptTree): TextProblem | undefined => {
  if (node.type !== 'Identifier' || node.name !== 'myChart' || bindings.has(node.name)) return undefined;
  const parent = within.at(-1);
  if (parent?.type === 'UnaryExpression' && parent.operator === 'typeof') return undefined;
  return { offset: node.start, message: 'myChart is not defined', hint: `write ${HANDLE}` };
};

/** True if a function is passed to a timer of the page, which calls it without a `this`. */
const isOfTimer = (scope: AnyNode, call: AnyNode | undefined, resolve: Resolve): boolean => {
  if (scope.type !== 'FunctionExpression' || call?.type !== 'CallExpression' || call.arguments[0] !== scope)
    return false;
  const [name = '', ...more] = resolve(call.callee) ?? [];
  return TIMERS.has(name) && more.length === 0;
};

const isHandle = ({ object, property }: MemberExpression): boolean =>
  object.type === 'ThisExpression' && property.type === 'Identifier' && property.name === 'myChart';

const lostProblem = (place: Place, resolve: Resolve): TextProblem | undefined => {
  const { node, within } = place;
  if (node.type !== 'MemberExpression' || !isHandle(node)) return undefined;
  const scope = scopeOfThis(place);
  if (!scope || !isOfTimer(scope, within[within.indexOf(scope) - 1], resolve)) return undefined;
  const hint = 'write an arrow function, () => { ... }, which keeps this';
  return { offset: node.start, message: 'this is not the component inside a function that a timer calls', hint };
};

/** Finds all places where a script certainly updates an object other than the component's chart. */
export const updateProblems = (tree: ScriptTree): readonly TextProblem[] => {
  const resolve = createResolve(tree);
  return tree.places.flatMap((place) => {
    const problem = bareProblem(place, tree) ?? lostProblem(place, resolve) ?? updateProblem(place, resolve);
    return problem ? [problem] : [];
  });
};
