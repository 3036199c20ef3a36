import type { DefinitionProblem } from './definition-problem.ts';
import { type Diagnostic, placeAt } from './diagnostic.ts';
import type { Fields } from './fields.ts';
import type { YamlFile } from './read-yaml.ts';

/** The endpoint that a diagnostic concerns, and its component. */
export type Owner = Pick<Diagnostic, 'endpoint' | 'component'>;

/** The value of dashboard.yml, and the places in its text. */
export interface WrittenDefinition {
  readonly value: Fields;
  readonly keysAt: YamlFile['keysAt'];
  /** Gives a problem its line and column, and the endpoint and component that it concerns. */
  readonly toDiagnostic: (problem: DefinitionProblem) => Diagnostic;
}

const findOffset = ({ path, part, offset }: DefinitionProblem, yaml: YamlFile): number => {
  if (offset === undefined) return yaml.findOffset(path, part);
  return part === 'key' ? yaml.findOffset(path, part) + offset : yaml.findCharacter(path, offset);
};

/** Converts a problem of dashboard.yml to a diagnostic, with the line and column of its path. */
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
});
