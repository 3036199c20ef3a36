import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import {
  type ColumnSource,
  isAggregate,
  type SelectedColumn,
  type Selection,
} from '../../../shared/config/selection.ts';
import type { Column } from '../../../shared/tabular/column.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { type ColumnOf, checkFigures } from './check-figures.ts';
import { checkColumns, checkValues, type SelectedFrom } from './check-values.ts';

const DAY_MS = 24 * 60 * 60_000;

const ROW_SOURCES: ReadonlySet<ColumnSource['from']> = new Set(['cell', 'bucket', 'map', 'list']);

const isAggregated = ({ source }: SelectedColumn): boolean => isAggregate(source);

const targetOf = (definition: TableDefinition, name: string, index: number): Column<unknown> | undefined => {
  if (definition.kind === 'fixed') return definition.columns[name];
  return index === 0 ? definition.first : definition.rest;
};

/** Types of columns that cannot contain the text of the key `rest`, each with its name for messages. */
const WORDLESS: Readonly<Partial<Record<Column<unknown>['type'], string>>> = {
  number: 'a number',
  time: 'a time',
  list: 'a list',
  numberList: 'a list of numbers',
};

const restInGroups = (selection: Selection, definition: TableDefinition, path: Path): readonly DefinitionProblem[] => {
  const { columns = [], rest = '', per } = selection;
  return columns.flatMap(({ name, source }, index) => {
    if (!ROW_SOURCES.has(source.from) || name === per) return [];
    const type = WORDLESS[targetOf(definition, name, index)?.type ?? 'text'];
    const word = shownName(rest);
    if (type !== undefined) {
      const message = say`\`rest\` cannot write ${word} into ${shownName(name)}, which is ${type}`;
      return [{ path: [...path, 'rest'], message, hint: 'leave `rest` out, or make that column an aggregate' }];
    }
    if (source.from !== 'map' || source.else !== undefined || Object.hasOwn(source.to, rest)) return [];
    const message = say`the map of ${shownName(name)} has no entry for ${word}, the value of \`rest\``;
    return [{ path: [...path, 'rest'], message, hint: `add ${word} to the map, or set \`else\`` }];
  });
};

const checkRest = (selection: Selection, definition: TableDefinition, path: Path): readonly DefinitionProblem[] => {
  const { columns, rest, limit } = selection;
  if (rest === undefined) return [];
  const at = { path: [...path, 'rest'], part: 'key' } as const;
  if (limit === undefined)
    return [
      { ...at, message: '`rest` needs `limit`', hint: 'add a limit such as `limit: 6`; the rest is one of these rows' },
    ];
  if (limit === 1)
    return [
      {
        ...at,
        message: '`rest` needs `limit: 2` or more',
        hint: '`rest` is one of the rows of `limit`: write at least 2',
      },
    ];
  if (!columns) {
    const hint =
      'say what fills each column of the component, such as `columns: { name: Region, value: { sum: Amount } }`';
    return [{ ...at, message: '`rest` needs `columns`', hint }];
  }
  if (!columns.some(isAggregated)) {
    const hint = 'make a column an aggregate, such as `{ sum: Amount }`, or leave `rest` out';
    return [{ ...at, message: '`rest` needs an aggregate', hint }];
  }
  return restInGroups(selection, definition, path);
};

/** Returns undefined if they are the names in the file's header. */
const sortable = ({ columns }: Selection, definition: TableDefinition): readonly string[] | undefined => {
  if (columns) return columns.map(({ name }) => name);
  return definition.kind === 'fixed' ? Object.keys(definition.columns) : undefined;
};

const isPosition = (column: string, count: number): boolean => /^[1-9]\d*$/.test(column) && Number(column) <= count;

const checkSort = (selection: Selection, definition: TableDefinition, path: Path): readonly DefinitionProblem[] => {
  const { sort = [] } = selection;
  const names = sortable(selection, definition);
  if (!names) return [];
  return sort
    .filter(({ column }) => !names.includes(column) && !isPosition(column, names.length))
    .map(({ column }) => {
      const near = nearestNames(column, names, 2);
      const hint =
        near.length > 0 ? didYouMean(near.map(shownName)) : `the component’s columns are ${names.join(', ')}`;
      return {
        path: [...path, 'sort'],
        message: `\`sort\` names ${shownName(column)}, which is not a column here`,
        hint,
      };
    });
};

const checkWithoutColumns = ({ columns, unpivot }: Selection, path: Path): readonly DefinitionProblem[] =>
  columns || !unpivot
    ? []
    : [
        {
          path: [...path, 'unpivot'],
          part: 'key',
          message: '`unpivot` needs `columns`',
          hint: 'say what fills each column of the component: `columns: { name: $name, value: $value }`',
        },
      ];

const mergesRows = ({ columns = [], unique }: Selection): boolean => unique === true || columns.some(isAggregated);

/** True if the window may be longer than a day. A request can choose any length for its window. */
const isLong = ({ window }: Selection): boolean => {
  if (!window) return true;
  if (window.last === 'today') return false;
  if (typeof window.last === 'string') return true;
  const longest = window.last ?? window.atMost;
  return longest !== undefined && longest >= DAY_MS;
};

const hourWarnings = (selection: Selection, definition: TableDefinition, path: Path): readonly DefinitionProblem[] =>
  isLong(selection) && mergesRows(selection)
    ? (selection.columns ?? []).flatMap(({ name, source }, index) => {
        const isHour = source.from === 'bucket' && (source.unit === 'hour' || source.unit === 'minute');
        const type = targetOf(definition, name, index)?.type;
        if (!isHour || type === 'time' || type === 'number') return [];
        const message = say`${shownName(name)} is the ${source.unit} of the day: the same ${source.unit} of two days is one group`;
        const hint = 'limit the `window` to less than 24 hours, or group by day or by a column of times';
        return [{ path: [...path, 'columns', name], message, hint, severity: 'warning' } as const];
      })
    : [];

const columnProblems = (
  selection: Selection,
  definition: TableDefinition,
  path: Path,
): readonly DefinitionProblem[] => {
  const { columns } = selection;
  if (!columns) return [];
  const names = columns.map(({ name }) => name);
  return checkColumns(names, definition, [...path, 'columns']);
};

/** @param path the path of the map that holds the selection. */
export const checkSelection = (
  from: SelectedFrom,
  definition: TableDefinition,
  path: Path,
): readonly DefinitionProblem[] => {
  const { selection } = from;
  const columnOf: ColumnOf = (name, index) => targetOf(definition, name, index);
  return [
    ...columnProblems(selection, definition, path),
    ...checkWithoutColumns(selection, path),
    ...checkSort(selection, definition, path),
    ...checkRest(selection, definition, path),
    ...hourWarnings(selection, definition, path),
    ...checkFigures(selection, columnOf, sortable(selection, definition), path),
    ...checkValues(from, columnOf, path),
  ];
};
