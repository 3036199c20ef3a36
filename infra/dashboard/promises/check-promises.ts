import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { datasetUses, windowDependence } from '../../../shared/config/depends-on-window.ts';
import type { DatasetConfig } from '../../../shared/config/sources.ts';
import type { Column } from '../../../shared/tabular/column.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { say } from '../../../shared/tabular/say.ts';
import { MAX_ROWS } from '../../../shared/tabular/table.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { columnProblem, type RowSource } from '../selection/place-references.ts';
import { promisedColumns } from './compile-promises.ts';
import { parseDueTime } from './due-time.ts';

const isNumber = (value: unknown): value is number => typeof value === 'number';

const crossedBounds = (bounds: unknown, path: Path): readonly DefinitionProblem[] => {
  const { atLeast, atMost } = asFields(bounds);
  if (!isNumber(atLeast) || !isNumber(atMost) || atLeast <= atMost) return [];
  const message = `\`atLeast\` is ${atLeast}, above \`atMost\` ${atMost}: the promise can never hold`;
  return [{ path: [...path, 'atLeast'], message, hint: 'swap the two numbers' }];
};

const tooManyRows = (rows: unknown, path: Path): readonly DefinitionProblem[] => {
  const { atLeast } = asFields(rows);
  if (!isNumber(atLeast) || atLeast <= MAX_ROWS) return [];
  const message = `\`atLeast\` is ${atLeast}, and no table has more than ${MAX_ROWS} rows: the promise can never hold`;
  return [{ path: [...path, 'atLeast'], message, hint: `write at most ${MAX_ROWS}` }];
};

const outsideBounds = (promise: unknown, path: Path): readonly DefinitionProblem[] => {
  const { oneOf, atLeast, atMost } = asFields(promise);
  const [low, high] = [isNumber(atLeast) ? atLeast : -Infinity, isNumber(atMost) ? atMost : Infinity];
  const hasBounds = isNumber(atLeast) || isNumber(atMost);
  const isInside = (value: unknown): boolean => Number(value) >= low && Number(value) <= high;
  if (!hasBounds || !Array.isArray(oneOf) || oneOf.some(isInside)) return [];
  const message = 'no value of `oneOf` is between the bounds: the promise can never hold';
  return [{ path: [...path, 'oneOf'], message, hint: 'remove `oneOf`, or the bounds' }];
};

const valueProblems = (values: Fields, path: Path): readonly DefinitionProblem[] =>
  Object.entries(values).flatMap(([column, promise]) => [
    ...crossedBounds(promise, [...path, column]),
    ...outsideBounds(promise, [...path, column]),
  ]);

const RESERVED = ['newest', 'by', 'rows'];

const reservedColumns = (values: Fields, path: Path): readonly DefinitionProblem[] =>
  RESERVED.filter((name) => Object.hasOwn(values, name)).map((name) => ({
    path: [...path, name],
    part: 'key',
    message: say`the column ${name} has the name of a promise`,
    hint: 'give the column another name by `columns` of the dataset',
  }));

const timeProblems = ({ newest, by }: Fields, path: Path): readonly DefinitionProblem[] => {
  const { of, within } = asFields(newest);
  const due = typeof by === 'string' ? parseDueTime(by) : undefined;
  return [
    ...(due && 'message' in due ? [{ path: [...path, 'by'], ...due }] : []),
    ...(by !== undefined && of === undefined
      ? [
          {
            path: [...path, 'by'],
            part: 'key' as const,
            message: '`by` needs the column of the times',
            hint: 'add `newest: { of: Created at }`, with the name of your column',
          },
        ]
      : []),
    ...(of !== undefined && within === undefined && by === undefined
      ? [
          {
            path: [...path, 'newest'],
            part: 'key' as const,
            message: '`newest` without `within` promises nothing',
            hint: 'add `within: 2h`, with the greatest age of the newest row',
          },
        ]
      : []),
    ...(parseDuration(within) === 0
      ? [
          {
            path: [...path, 'newest', 'within'],
            message: '`within` is 0: the promise can never hold',
            hint: 'write the greatest age of the newest row, such as 2h',
          },
        ]
      : []),
  ];
};

/** Finds nothing if the columns are unknown. */
const unknownColumns = ({ newest, values }: Fields, path: Path, rows: RowSource): readonly DefinitionProblem[] => {
  if (!rows.columns) return [];
  const { of } = asFields(newest);
  return [
    ...(typeof of === 'string' || typeof of === 'number'
      ? columnProblem({ column: of, path: [...path, 'newest', 'of'], part: 'value' }, rows)
      : []),
    ...Object.keys(asFields(values)).flatMap((column) =>
      columnProblem({ column, path: [...path, 'values', column], part: 'key' }, rows),
    ),
  ];
};

const ONE_PERIOD = 'all requests must get the same rows: give the dataset a window of its own, such as `last: 24h`';

export const checkPromises = (
  expect: unknown,
  path: Path,
  rows: RowSource,
  config: DatasetConfig | undefined,
): readonly DefinitionProblem[] => {
  if (expect === undefined) return [];
  const fields = asFields(expect);
  const values = asFields(fields.values);
  return [
    ...timeProblems(fields, path),
    ...crossedBounds(fields.rows, [...path, 'rows']),
    ...tooManyRows(fields.rows, [...path, 'rows']),
    ...valueProblems(values, [...path, 'values']),
    ...reservedColumns(values, [...path, 'values']),
    ...unknownColumns(fields, path, rows),
    ...(config && datasetUses(config, 'timePeriod')
      ? [
          {
            path,
            part: 'key' as const,
            message: 'the rows depend on `timePeriod`, which each request sends',
            hint: ONE_PERIOD,
          },
        ]
      : []),
  ];
};

const TEXTS = new Set<string>(['text', 'list']);

const boundsOfText = (
  promise: unknown,
  name: string,
  { type }: Column<unknown>,
  path: Path,
): readonly DefinitionProblem[] =>
  ['atLeast', 'atMost']
    .filter((key) => TEXTS.has(type) && Object.hasOwn(asFields(promise), key))
    .map((key) => ({
      path: [...path, key],
      part: 'key',
      message: say`${shownName(name)} is no number: the promise can never hold`,
      hint: 'write `oneOf`, `unique` or `blank`',
    }));

/** Finds also bounds of columns that are no numbers. */
const columnPromises = (
  expect: unknown,
  path: Path,
  definitions: readonly TableDefinition[],
): readonly DefinitionProblem[] => {
  const known = Object.assign({}, ...definitions.map((one) => (one.kind === 'fixed' ? one.columns : {})));
  const names = Object.keys(known);
  return Object.entries(promisedColumns(expect)).flatMap(([name, promise]): readonly DefinitionProblem[] => {
    const column = known[name] as Column<unknown> | undefined;
    if (column) return boundsOfText(promise, name, column, [...path, name]);
    const near = nearestNames(name, names, 2);
    const others = names.length > 0 ? `it has ${names.map(shownName).join(', ')}` : 'promise it of a dataset';
    const hint = near.length > 0 ? didYouMean(near.map(shownName)) : others;
    return [{ path: [...path, name], part: 'key', message: say`the component has no column ${shownName(name)}`, hint }];
  });
};

/** Undefined if the rows are the same for all requests. */
const unpromising = (
  config: Pick<EndpointConfig, 'document' | 'parameters' | 'tables'>,
  datasets: Readonly<Record<string, DatasetConfig>>,
): { readonly message: string; readonly hint: string } | undefined => {
  const { document, parameters, tables } = config;
  if (document) return { message: 'a JSON document has no rows', hint: 'remove `expect`' };
  if (parameters) return { message: 'the rows depend on `parameters`', hint: 'promise them of a dataset' };
  if (windowDependence({ tables, datasets }).period)
    return {
      message: 'the rows depend on `timePeriod`, which each request sends',
      hint: 'give the rows a window of their own, such as `last: 24h`, or promise them of a dataset',
    };
  return undefined;
};

export const checkEndpointPromises = (
  expect: unknown,
  path: Path,
  definitions: readonly TableDefinition[],
  config: Pick<EndpointConfig, 'document' | 'parameters' | 'tables'>,
  datasets: Readonly<Record<string, DatasetConfig>>,
): readonly DefinitionProblem[] => {
  if (expect === undefined) return [];
  const why = unpromising(config, datasets);
  if (why) return [{ path, part: 'key', ...why }];
  const [, slug] = path;
  if (datasets[String(slug)]?.expect) {
    const message = say`the dataset ${String(slug)} has promises, too, and theirs would have the same names`;
    return [{ path, part: 'key', message, hint: 'give the dataset or the endpoint another name' }];
  }
  const columns = definitions.length > 0 ? columnPromises(expect, path, definitions) : [];
  return [...columns, ...valueProblems(promisedColumns(expect), path)];
};
