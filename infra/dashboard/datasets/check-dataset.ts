import { type DefinitionProblem, isDefined } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { isBelow, type Path } from '../folder/read-yaml.ts';
import type { DatasetContext, LoadedDataset, ReadKind } from '../kinds/source-kind.ts';
import { IN_ENDPOINT, parametersOfDataset } from '../parameters/check-parameters.ts';
import { KINDS, kindOf, listKinds } from '../registry/kinds.ts';
import { windowLengthProblems } from '../selection/read-selection.ts';
import { checkSlot, compileSlot, compileWindow, foreignKeys, idleWindow } from './dataset-keys.ts';

/** A dataset of dashboard.yml, valid or not. */
export interface CheckedDataset extends Omit<ReadKind, 'source' | 'settings'> {
  readonly name: string;
  /** The compiled dataset. Present if it is valid. */
  readonly loaded?: LoadedDataset;
}

const compile = (
  fields: Fields,
  { source, settings }: Pick<ReadKind, 'source' | 'settings'>,
  context: DatasetContext,
): LoadedDataset | undefined => {
  if (!source) return undefined;
  const kind = kindOf(source);
  const window = compileWindow(fields.window);
  const stale = parseDuration(fields.stale ?? context.stale) ?? 0;
  return {
    config: {
      source,
      ...(window && { window }),
      ...compileSlot(fields.cache, kind),
      ...(kind.isBilled && { isBilled: true }),
      ...(stale > 0 && { stale }),
    },
    ...settings,
  };
};

const noSource = (name: string, path: Path): DefinitionProblem => {
  const hint = `add ${listKinds(KINDS, 'disjunction')}`;
  return { path, part: 'key', message: `the dataset ${name} has no source`, hint };
};

/** Says where a parameter of an endpoint belongs, if the query of a dataset uses it. */
const withParameterHint = (problem: DefinitionProblem, { top }: DatasetContext): DefinitionProblem => {
  const [, name = ''] = /^unknown parameter :(\w+)$/.exec(problem.message) ?? [];
  const isDeclared = Object.values(asFields(top.endpoints)).some(
    (endpoint) => name in asFields(asFields(endpoint).parameters),
  );
  return isDeclared ? { ...problem, hint: IN_ENDPOINT } : problem;
};

/**
 * Checks one dataset: its query or its file, and how long its rows may be used.
 * @param own the schema's problems of the dataset.
 */
export const checkDataset = async (
  name: string,
  definition: unknown,
  own: readonly DefinitionProblem[],
  context: DatasetContext,
): Promise<CheckedDataset> => {
  const path: Path = ['datasets', name];
  const fields = asFields(definition);
  const kind = KINDS.find((one) => one.name in fields);
  if (!kind) return { name, words: 'no source', problems: own.length > 0 ? own : [noSource(name, path)] };
  const { problems: ofSource, source, settings, columns, ...read } = await kind.check(fields, path, context);
  const foreign = foreignKeys(fields, kind, path);
  const problems = [
    ...own.filter((problem) => !foreign.some((key) => isBelow(problem.path, key.path))),
    ...ofSource.map((problem) => withParameterHint(problem, context)),
    ...parametersOfDataset(fields, path),
    ...foreign,
    ...windowLengthProblems(fields.window, [...path, 'window']),
    ...checkSlot(fields.cache, kind, path),
    ...(source ? idleWindow(source, fields, path) : []),
  ];
  const loaded = isDefined(problems)
    ? compile(fields, { ...(source && { source }), ...(settings && { settings }) }, context)
    : undefined;
  return { name, ...read, problems, ...(loaded && { loaded, ...(columns && { columns }) }) };
};
