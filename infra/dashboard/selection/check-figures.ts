import { stepsOf } from '../../../shared/calendar/earlier.ts';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { isAggregate, type SelectedColumn, type Selection } from '../../../shared/config/selection.ts';
import type { Column } from '../../../shared/tabular/column.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { didYouMean, inCode, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

export type ColumnOf = (name: string, index: number) => Column<unknown> | undefined;

type Check = (selection: Selection, path: Path) => readonly DefinitionProblem[];

/** The groups of each window are kept separately. */
const MAX_STEPS = 4;

const checkEarlier: Check = (selection, path) => {
  const { columns = [], window } = selection;
  const steps = stepsOf(selection);
  const looksBack = ({ source }: SelectedColumn): boolean => stepsOf({ columns: [{ name: '', source }] }).length > 0;
  const first = columns.find(looksBack);
  if (!first) return [];
  const at = { path: [...path, 'columns', first.name, 'earlier'], part: 'key' } as const;
  if (!window) return [{ ...at, message: '`earlier` needs a `window`', hint: 'add one such as `window: Created at`' }];
  if (steps.length <= MAX_STEPS) return [];
  const message = say`the selection looks back by ${steps.length} different steps, and at most ${MAX_STEPS} are read`;
  return [{ ...at, message, hint: 'select the others as a further entry of the `csv` list' }];
};

const isBucket = ({ source }: SelectedColumn): boolean => source.from === 'bucket' && source.unit !== 'time';

const spreadOf = ({ source }: SelectedColumn): 'running' | 'moving' | undefined => {
  if (!isAggregate(source)) return undefined;
  if (source.running) return 'running';
  return source.moving === undefined ? undefined : 'moving';
};

/** Returns the first key that arranges rows by buckets, and its path. */
const arranging = ({ columns = [], fill }: Selection, path: Path) => {
  if (fill !== undefined) return { word: 'fill', at: [...path, 'fill'] };
  const column = columns.find((one) => spreadOf(one) !== undefined);
  const word = column && spreadOf(column);
  return word && { word, at: [...path, 'columns', column.name, word] };
};

const checkBuckets: Check = (selection, path) => {
  const { columns = [], rest, fill } = selection;
  const found = arranging(selection, path);
  if (!found) return [];
  const at = { path: found.at, part: 'key' } as const;
  const word = inCode(found.word);
  const count = columns.filter(isBucket).length;
  if (count === 0)
    return [
      { ...at, message: say`${word} needs a column of spans of time`, hint: 'add one such as `{ day: Created at }`' },
    ];
  if (count > 1 || columns.some(({ source }) => source.from === 'bucket' && source.unit === 'time'))
    return [{ ...at, message: say`${word} needs exactly one column of spans of time`, hint: 'keep one of them' }];
  if (fill !== undefined && !columns.some(({ source }) => isAggregate(source)))
    return [
      { ...at, message: say`${word} needs an aggregate`, hint: 'make a column an aggregate such as `{ sum: Amount }`' },
    ];
  if (rest === undefined || !columns.some(spreadOf)) return [];
  const message = '`rest` cannot be beside `running` and `moving`';
  return [{ path: [...path, 'rest'], part: 'key', message, hint: 'leave `rest` out' }];
};

const checkBlankFill = (
  { fill, columns = [] }: Selection,
  columnOf: ColumnOf,
  path: Path,
): readonly DefinitionProblem[] => {
  if (fill !== 'blank') return [];
  const refused = columns.find(
    (one, index) => isAggregate(one.source) && !spreadOf(one) && columnOf(one.name, index)?.blank === 'refused',
  );
  if (!refused) return [];
  return [
    { path: [...path, 'fill'], message: say`${shownName(refused.name)} cannot be blank`, hint: 'write `fill: 0`' },
  ];
};

/** @param names the names of the columns that `per` may name; undefined if `per` names columns of the file. */
const checkPer = (
  selection: Selection,
  names: readonly string[] | undefined,
  path: Path,
): readonly DefinitionProblem[] => {
  const { per, limit, columns = [] } = selection;
  if (per === undefined) return [];
  const at = [...path, 'per'];
  if (limit === undefined)
    return [{ path: at, part: 'key', message: '`per` needs `limit`', hint: 'add a limit such as `limit: 3`' }];
  const groups = columns.filter(({ source }) => !isAggregate(source)).map(({ name }) => name);
  if (columns.some(({ name, source }) => name === per && isAggregate(source))) {
    const hint = groups.length > 0 ? `write a group, such as ${shownName(groups[0] ?? '')}` : 'leave `per` out';
    return [{ path: at, message: say`${shownName(per)} is an aggregate`, hint }];
  }
  if (!names || names.includes(per)) return [];
  const near = nearestNames(per, names, 2);
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : `the component’s columns are ${names.join(', ')}`;
  return [{ path: at, message: say`\`per\` names ${shownName(per)}, which is not a column here`, hint }];
};

/** Checks `earlier`, `per`, and the keys that need a column of spans of time: `fill`, `running` and `moving`. */
export const checkFigures = (
  selection: Selection,
  columnOf: ColumnOf,
  names: readonly string[] | undefined,
  path: Path,
): readonly DefinitionProblem[] => [
  ...checkEarlier(selection, path),
  ...checkBuckets(selection, path),
  ...checkBlankFill(selection, columnOf, path),
  ...checkPer(selection, names, path),
];
