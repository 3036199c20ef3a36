import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { inCode, shownName } from '../folder/name-words.ts';
import { FILE_NAME } from '../folder/read-dashboard-file.ts';
import type { YamlFile } from '../folder/read-yaml.ts';

/** Keys whose errors do not stop the endpoints. */
const HARMLESS = new Set<unknown>(
  'description region cache stale origins memory concurrency throttle bucket key budget hours watch accessLog log logDays refresh alarms domain wall datasets endpoints'.split(
    ' ',
  ),
);

/** Keys whose errors do not stop the endpoints, and that have no default. */
const WITHOUT_DEFAULT = ['description', 'datasets', 'endpoints'];

/** The syntax of dashboard.yml in words, for the list of the parts whose errors stop every endpoint. */
export const SYNTAX = `the syntax of ${FILE_NAME}`;

/** True if a problem concerns the dashboard as a whole, and not one endpoint or dataset. */
export const isOfHead = ({ path }: DefinitionProblem): boolean =>
  (path[0] !== 'endpoints' && path[0] !== 'datasets') || path.length < 2;

/** Returns the parts of the file whose errors stop every endpoint, in words. */
export const blockedBy = (yaml: YamlFile, headErrors: readonly DefinitionProblem[]): readonly string[] => {
  const keys = headErrors.map(({ path: [key] }) => key).filter((key) => !HARMLESS.has(key));
  const words = keys.map((key) =>
    key === undefined ? 'the file as a whole' : `the key ${inCode(shownName(String(key)))}`,
  );
  return [...new Set([...(yaml.problems.length > 0 ? [SYNTAX] : []), ...words])];
};

/** Returns the invalid keys that are replaced by their defaults. */
export const replacedKeys = (headErrors: readonly DefinitionProblem[]): readonly string[] => {
  const keys = new Set(headErrors.map(({ path: [key] }) => String(key)).filter((key) => HARMLESS.has(key)));
  return [...keys].filter((key) => !WITHOUT_DEFAULT.includes(key));
};
