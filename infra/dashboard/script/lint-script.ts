import type { AnyNode, CallExpression, MemberExpression, NewExpression } from 'acorn';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { TextProblem } from '../folder/diagnostic.ts';
import {
  type Binding,
  createResolve,
  functionsAround,
  isEmptyDeclaration,
  type Place,
  parseScript,
  type Resolve,
  type ScriptTree,
  type Steps,
  scopeOfThis,
} from './parse-script.ts';

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

const makingProblems = (tree: ScriptTree): readonly TextProblem[] => {
  const resolve = createResolve(tree);
  return tree.places.flatMap(({ node }) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
    const made = madeBy(node, resolve);
    const hint = `only define option: the component creates the chart, which is ${HANDLE}`;
    return made === undefined ? [] : [{ offset: node.start, message: say`${made} creates a chart`, hint }];
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
  const message = say`${property.name} of ${written(steps)}, which is not the component's chart`;
  return { offset: object.start, message, hint: `write ${HANDLE}.${property.name}(...)` };
};

/** Reports `myChart` without `this`, a variable that the editor does not define. */
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

/** Leaves out places that may update the component's chart. */
const updateProblems = (tree: ScriptTree): readonly TextProblem[] => {
  const resolve = createResolve(tree);
  return tree.places.flatMap((place) => {
    const problem = bareProblem(place, tree) ?? lostProblem(place, resolve) ?? updateProblem(place, resolve);
    return problem ? [problem] : [];
  });
};

const NAME = 'option';
const HINT = `write var ${NAME} = { ... } at the top level`;

/** How a place binds the name `option`: with a value, without a value, or in a scope other than the top level. */
type Kind = 'value' | 'empty' | 'inFunction' | 'inBlock' | 'ofFunction';

const MESSAGES: Readonly<Record<Exclude<Kind, 'value'>, string>> = {
  empty: `${NAME} never gets a value`,
  inFunction: `${NAME} is defined only inside a function`,
  inBlock: `${NAME} is defined only inside a block`,
  ofFunction: `${NAME} is a function or a class`,
};

const isLoop = (type: string | undefined): boolean => type === 'ForInStatement' || type === 'ForOfStatement';

const kindOf = (binding: Binding): Kind => {
  const { node, within } = binding;
  const parent = within.at(-1);
  if (parent && 'id' in parent && parent.id === node && parent.type !== 'VariableDeclarator') return 'ofFunction';
  if (functionsAround(binding).length > 0) return 'inFunction';
  const at = within.findLastIndex(({ type }) => type === 'VariableDeclaration');
  const declaration = within[at];
  if (declaration?.type !== 'VariableDeclaration') return 'value';
  const around = within[at - 1]?.type;
  if (declaration.kind !== 'var' && around !== 'Program') return 'inBlock';
  return isEmptyDeclaration(binding) && !isLoop(around) ? 'empty' : 'value';
};

const nearName = (bindings: ScriptTree['bindings']): Binding | undefined => {
  const [near = ''] = nearestNames(NAME, [...bindings.keys()], 1);
  return bindings.get(near)?.find((binding) => functionsAround(binding).length === 0);
};

const missing = (bindings: ScriptTree['bindings']): TextProblem => {
  const message = say`the script defines no variable named ${NAME}`;
  const near = nearName(bindings);
  return near
    ? { offset: near.node.start, message, hint: `rename ${near.node.name} to ${NAME}` }
    : { offset: 0, message, hint: HINT };
};

/** Checks that a script defines `option` at the top level, where the editor finds it. Does not check its value. */
const optionProblems = ({ bindings }: ScriptTree): readonly TextProblem[] => {
  const found = (bindings.get(NAME) ?? []).map((binding) => ({ binding, kind: kindOf(binding) }));
  const placesOf = (kind: Kind) => found.filter((one) => one.kind === kind);
  if (placesOf('value').length > 0) return [];
  if (placesOf('empty').length > 0 && placesOf('inFunction').length > 0) return [];
  for (const [kind, message] of Object.entries(MESSAGES)) {
    const [first] = placesOf(kind as Kind);
    if (first) return [{ offset: first.binding.node.start, message, hint: HINT }];
  }
  return [missing(bindings)];
};

const WITHOUT_MAKING = 'Scripted Chart B';

const TOO_DEEP: TextProblem = { offset: 0, message: 'the script is nested too deeply', hint: 'split its expressions' };

const syntaxHint = (script: string, message: string): string => {
  if (message.includes('import') || message.includes('export')) {
    return 'a script is not a module: remove import and export';
  }
  return script.trimStart().startsWith('{') ? 'write option = { ... }' : 'correct the script here';
};

const syntaxProblem = (error: unknown, script: string): TextProblem => {
  if (error instanceof RangeError) return TOO_DEEP;
  if (!(error instanceof SyntaxError)) throw error;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  if (message.startsWith('Not enough stack space')) return TOO_DEEP;
  const { pos: offset } = error as SyntaxError & { readonly pos: number };
  return { offset, message: say`not JavaScript: ${message}`, hint: syntaxHint(script, message) };
};

const parse = (script: string): ScriptTree | TextProblem => {
  try {
    return parseScript(script);
  } catch (error) {
    return syntaxProblem(error, script);
  }
};

const onceEach = (problems: readonly TextProblem[]): readonly TextProblem[] =>
  problems.filter(({ offset }, at) => problems.findIndex((other) => other.offset === offset) === at);

/** Parses the script without running it. */
export const lintScript = (script: string, component: string): readonly TextProblem[] => {
  const tree = parse(script);
  if ('message' in tree) return [tree];
  return [
    ...optionProblems(tree),
    ...onceEach([...(component === WITHOUT_MAKING ? makingProblems(tree) : []), ...updateProblems(tree)]),
  ];
};
