import { MAX_CACHED_COMBINATIONS } from '../../../shared/cache/variants.ts';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { ParameterConfig } from '../../../shared/config/dashboard-config.ts';
import type { TableSource } from '../../../shared/config/sources.ts';
import { isSql } from '../../../shared/kinds/sql/is-sql.ts';
import { createValues } from '../../../shared/middleware/request-values.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { checkSource } from '../sources/check-source.ts';
import { checkParameter, NAME } from './check-parameter.ts';
import { compileParameters, countCombinations, fillTable, MAX_COMBINATIONS } from './compile-parameters.ts';

interface ParameterUse {
  readonly name: string;
  readonly path: Path;
}

const usesInCondition = (value: unknown, path: Path): readonly ParameterUse[] => {
  if (Array.isArray(value)) return value.flatMap((one, index) => usesInCondition(one, [...path, index]));
  const fields = asFields(value);
  const { parameter } = fields;
  const own = typeof parameter === 'string' ? [{ name: parameter, path: [...path, 'parameter'] }] : [];
  return [...own, ...Object.entries(fields).flatMap(([key, one]) => usesInCondition(one, [...path, key]))];
};

const findUses = (value: unknown, path: Path): readonly ParameterUse[] => {
  if (Array.isArray(value)) return value.flatMap((one, index) => findUses(one, [...path, index]));
  return Object.entries(asFields(value)).flatMap(([key, one]) => {
    const at = [...path, key];
    if (key !== 'where') return findUses(one, at);
    return Object.entries(asFields(one)).flatMap(([column, value]) => usesInCondition(value, [...at, column]));
  });
};

const NOT_IN_DATASET = 'a dataset has no parameters, because it is read once for all requests';
export const IN_ENDPOINT = 'move the condition to the `where` of the endpoint that has the parameter';

/** Reports parameters in a dataset, which is read once for all requests. */
export const parametersOfDataset = (definition: unknown, path: Path): readonly DefinitionProblem[] =>
  findUses(definition, path).map((use) => ({ path: use.path, message: NOT_IN_DATASET, hint: IN_ENDPOINT }));

const MAX_PARAMETERS = 5;

const countProblems = (parameters: readonly ParameterConfig[], path: Path): readonly DefinitionProblem[] => {
  if (parameters.length > MAX_PARAMETERS) {
    const message = say`${parameters.length} parameters are too many`;
    return [{ path, part: 'key', message, hint: `an endpoint has at most ${MAX_PARAMETERS}` }];
  }
  const count = countCombinations(parameters);
  if (count > MAX_COMBINATIONS) {
    const most = MAX_COMBINATIONS.toLocaleString('en');
    const message = say`the parameters have more than ${most} combinations of values`;
    return [{ path, part: 'key', message, hint: 'write fewer values or a larger `step`, or make two endpoints' }];
  }
  if (count <= MAX_CACHED_COMBINATIONS) return [];
  const message = say`the parameters have ${count} combinations of values, and an environment caches ${MAX_CACHED_COMBINATIONS} responses of an endpoint`;
  const hint = 'requests for the others read the sources: write fewer values, if screens show them all';
  return [{ path, part: 'key', message, hint, severity: 'warning' }];
};

export interface FilledTable {
  readonly source: TableSource;
  readonly definition: TableDefinition;
  /** The path of the endpoint, or of its named table. */
  readonly path: Path;
}

export interface ParameterTables {
  readonly tables: readonly FilledTable[];
  /** True if a source is invalid, so that it may use any parameter. */
  readonly isPartial: boolean;
  readonly ofDatasets: readonly DatasetParameter[];
}

export interface DatasetParameter {
  readonly dataset: string;
  readonly name: string;
  readonly isRequired: boolean;
}

const textOf = ({ path, message }: DefinitionProblem): string => JSON.stringify([path, message]);

/** Finds values of parameters that a condition compares as times, although the values are not times. */
const boundProblems = (
  parameters: readonly ParameterConfig[],
  { tables }: ParameterTables,
): readonly DefinitionProblem[] =>
  tables.flatMap(({ source, definition, path }) => {
    const known = new Set(checkSource(source, definition, path).map(textOf));
    const found = parameters.flatMap(({ name, values }) =>
      values.flatMap((value) => {
        const filled = fillTable(source, createValues(parameters, new Map([[name, value]])));
        return typeof value === 'string' ? checkSource(filled, definition, path) : [];
      }),
    );
    const added = new Map(found.filter((problem) => !known.has(textOf(problem))).map((one) => [textOf(one), one]));
    return [...added.values()];
  });

const unknownUse = ({ name, path }: ParameterUse, known: readonly string[]): readonly DefinitionProblem[] => {
  if (known.includes(name)) return [];
  const near = nearestNames(name, known, 2);
  const listed =
    known.length > 0
      ? `the endpoint has ${known.join(', ')}`
      : `add it to the endpoint: \`parameters: { ${NAME.test(name) ? name : 'region'}: { oneOf: [East, West] } }\``;
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : listed;
  return [{ path, message: say`there is no parameter ${shownName(name)}`, hint }];
};

const unusedProblems = (
  names: readonly string[],
  used: ReadonlySet<string>,
  path: Path,
): readonly DefinitionProblem[] =>
  names
    .filter((name) => !used.has(name))
    .map((name) => ({
      path: [...path, name],
      part: 'key' as const,
      message: say`nothing uses the parameter ${shownName(name)}`,
      hint: `write \`{ parameter: ${name} }\` in a condition, or :${name} in SQL`,
      severity: 'warning' as const,
    }));

const sqlUses = ({ tables }: ParameterTables): readonly string[] =>
  tables.flatMap(({ source }) => (isSql(source) ? (source.own ?? []) : []));

const neededProblems = (
  { ofDatasets }: ParameterTables,
  parameters: readonly ParameterConfig[],
  path: Path,
): readonly DefinitionProblem[] =>
  ofDatasets.flatMap(({ dataset, name, isRequired }): readonly DefinitionProblem[] => {
    const found = parameters.find((one) => one.name === name);
    if (!found) {
      const message = `the dataset ${dataset} needs the parameter ${name}, which this endpoint lacks`;
      return [{ path, part: 'key', message, hint: `add \`parameters: { ${name}: { oneOf: [...] } }\`` }];
    }
    const at = [...path, 'parameters', name];
    const message = `the dataset ${dataset} has the parameter ${name} in its path, so each request needs a value`;
    const dots = found.values.find((value) => /^\.{1,2}$/.test(String(value)));
    if (isRequired && dots !== undefined)
      return [
        { path: at, message: `the value ${dots} leads out of the path of the dataset ${dataset}`, hint: 'remove it' },
      ];
    if (!isRequired || !found.optional) return [];
    return [{ path: [...at, 'optional'], part: 'key', message, hint: 'write `default` in place of `optional`' }];
  });

export const checkParameters = (
  endpoint: Fields,
  path: Path,
  keyQuery: string | undefined,
  sources: ParameterTables,
): readonly DefinitionProblem[] => {
  const { parameters: written, ...others } = endpoint;
  const uses = findUses(others, path);
  const parameters = compileParameters(written) ?? [];
  const names = parameters.map(({ name }) => name);
  const at = [...path, 'parameters'];
  const ofEach = Object.entries(asFields(written)).flatMap(([name, definition]) =>
    checkParameter(name, definition, [...at, name], keyQuery),
  );
  const used = new Set([
    ...uses.map(({ name }) => name),
    ...sqlUses(sources),
    ...sources.ofDatasets.map(({ name }) => name),
  ]);
  return [
    ...ofEach,
    ...countProblems(parameters, at),
    ...uses.flatMap((use) => unknownUse(use, names)),
    ...neededProblems(sources, parameters, path),
    ...(sources.isPartial ? [] : unusedProblems(names, used, at)),
    ...(ofEach.length === 0 ? boundProblems(parameters, sources) : []),
  ];
};
