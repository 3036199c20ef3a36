import type { DefinitionProblem } from './definition-problem.ts';
import { type Diagnostic, placeAt } from './diagnostic.ts';
import type { YamlFile } from './read-yaml.ts';

/** The endpoint that a diagnostic concerns, and its component. */
export type Owner = Pick<Diagnostic, 'endpoint' | 'component'>;

const findOffset = ({ path, part, offset }: DefinitionProblem, yaml: YamlFile): number =>
  offset === undefined ? yaml.findOffset(path, part) : yaml.findCharacter(path, offset);

/** Converts a problem of dashboard.yml to a diagnostic, with the line and column of its path. */
export const placeProblem = (
  file: string,
  yaml: YamlFile,
  problem: DefinitionProblem,
  owner: Owner = {},
): Diagnostic => ({
  ...(problem.place ?? placeAt(file, yaml.text, findOffset(problem, yaml))),
  message: problem.message,
  hint: problem.hint,
  ...owner,
  severity: problem.severity ?? 'error',
});
