import { type Diagnostic, type Place, type Problem, placeAt } from './diagnostic.ts';
import type { Fields } from './fields.ts';
import { inCode, shownName } from './name-words.ts';
import type { Path, YamlFile } from './read-yaml.ts';

/** A problem of dashboard.yml, before `placeProblem` gives it a place. */
export interface DefinitionProblem extends Problem {
  readonly path: Path;
  /** The invalid part of the entry. Defaults to the value. */
  readonly part?: 'key' | 'value';
  /** The offset of the invalid character in the text at the path, or in the key. */
  readonly offset?: number;
  readonly place?: Place;
  /** `data` if the endpoint is served in spite of the problem: with an error response, or without its script. */
  readonly about?: 'data';
  readonly severity?: 'warning' | 'note';
}

export const isWarning = ({ severity }: { readonly severity?: 'warning' | 'note' }): boolean => severity !== undefined;

export const isDefined = (problems: readonly DefinitionProblem[]): boolean =>
  problems.every((problem) => problem.about === 'data' || isWarning(problem));

/** Writes a path for messages, in backquotes: `throttle.rate`, `options.type[1]`. A path in an endpoint begins below the endpoint. */
export const namePath = (path: Path): string => {
  if (path[0] === 'endpoints' && path.length === 2) return 'the endpoint';
  const steps = path[0] === 'endpoints' && path.length > 2 ? path.slice(2) : path;
  if (steps.length === 0) return '';
  return inCode(
    steps
      .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${shownName(step)}`))
      .join(''),
  );
};

export type Owner = Pick<Diagnostic, 'endpoint' | 'component'>;

export interface WrittenDefinition {
  readonly value: Fields;
  readonly keysAt: YamlFile['keysAt'];
  readonly toDiagnostic: (problem: DefinitionProblem) => Diagnostic;
}

const findOffset = ({ path, part, offset }: DefinitionProblem, yaml: YamlFile): number => {
  if (offset === undefined) return yaml.findOffset(path, part);
  return part === 'key' ? yaml.findOffset(path, part) + offset : yaml.findCharacter(path, offset);
};

export const placeProblem = (
  file: string,
  yaml: YamlFile,
  problem: DefinitionProblem,
  owner: Owner = {},
): Diagnostic => ({
  ...(problem.place ?? placeAt(file, yaml.text, findOffset(problem, yaml))),
  message: problem.message,
  ...(problem.hint !== '' && { hint: problem.hint }),
  ...owner,
  severity: problem.severity ?? 'error',
  ...(problem.losesZone && { losesZone: true }),
});
