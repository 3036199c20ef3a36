import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { TextProblem } from '../diagnostic.ts';
import { type Binding, functionsAround, isEmptyDeclaration, type ScriptTree } from './parse-script.ts';

const NAME = 'option';
const HINT = `write var ${NAME} = { ... } at the top level`;

/** How a place binds the name `option`: with a value, without a value, or in a scope other than the top level. */
type Kind = 'value' | 'empty' | 'inFunction' | 'inBlock' | 'ofFunction';

/** Messages for scripts that never set a value for `option` at the top level. */
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

/** Finds a similar name at the top level, which may be a typo. */
const nearName = (bindings: ScriptTree['bindings']): Binding | undefined => {
  const [near = ''] = nearestNames(NAME, [...bindings.keys()], 1);
  return bindings.get(near)?.find((binding) => functionsAround(binding).length === 0);
};

const missing = (bindings: ScriptTree['bindings']): TextProblem => {
  const message = `the script defines no variable named ${NAME}`;
  const near = nearName(bindings);
  return near
    ? { offset: near.node.start, message, hint: `rename ${near.node.name} to ${NAME}` }
    : { offset: 0, message, hint: HINT };
};

/** Checks that a script defines `option` at the top level, where the editor finds it. Does not check its value. */
export const optionProblems = ({ bindings }: ScriptTree): readonly TextProblem[] => {
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
