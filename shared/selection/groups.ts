import type { CellFault } from '../tabular/cell-fault.ts';
import type { OutputPlan } from './output-plan.ts';
import type { Value } from './read-value.ts';

/** The same values in all columns that are not aggregates. */
export interface Group {
  readonly cells: Value[];
  readonly states: readonly unknown[];
  readonly line: number;
  /** Columns of the file that the cells come from; -1 for a cell that comes from no column. */
  readonly columns: readonly number[];
  rows: number;
  /** The windows in which the group has rows: a bit for each. */
  windows: number;
  /** Start of the group's bucket, if the selection arranges buckets. NaN for a blank cell. */
  readonly start: number;
  readonly isFilled?: boolean;
  /** Results that depend on other groups, by the indexes of the plan's aggregates. */
  readonly results?: (Value | CellFault)[];
}

const columnsOfRow = ({ template, columns, aggregates }: OutputPlan): readonly number[] => {
  const used = new Array<number>(template.length).fill(-1);
  for (const { index, column } of columns) used[index] = column();
  for (const { index, column } of aggregates) used[index] = column();
  return used;
};

/** Creates a group without rows, which has the columns of the row under the cursor. */
export const createGroup = (plan: OutputPlan, cells: readonly Value[], line: number, start = Number.NaN): Group => ({
  cells: cells.slice(),
  states: plan.parts.map(({ accumulator }) => accumulator.create()),
  windows: 0,
  line,
  columns: columnsOfRow(plan),
  rows: 0,
  start,
});

type Branch<Leaf> = Map<Value, Branch<Leaf> | Leaf>;

/** Creates the object if the list of values is new. Does not join the values to a text. */
export type ValueTree<Leaf> = (values: readonly Value[], columns: readonly number[], create: () => Leaf) => Leaf;

/** Creates a tree. Every call must pass the same columns. */
export const createValueTree = <Leaf>(): ValueTree<Leaf> => {
  const root: Branch<Leaf> = new Map();
  return (values, columns, create) => {
    let branch = root;
    const last = columns.length - 1;
    for (let depth = 0; depth < last; depth += 1) {
      const value = values[columns[depth] as number] as Value;
      let next = branch.get(value) as Branch<Leaf> | undefined;
      if (!next) {
        next = new Map();
        branch.set(value, next);
      }
      branch = next;
    }
    const value = last < 0 ? null : (values[columns[last] as number] as Value);
    let leaf = branch.get(value) as Leaf | undefined;
    if (leaf === undefined) {
      leaf = create();
      branch.set(value, leaf);
    }
    return leaf;
  };
};
