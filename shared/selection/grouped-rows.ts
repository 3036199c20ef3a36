import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import { shownName } from '../tabular/column-count.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/row-limit.ts';
import { toColumnNumber } from './column-number.ts';
import { columnPlace, type FaultList } from './fault-list.ts';
import { type OutputPlan, type PlannedAggregate, readColumns } from './output-plan.ts';
import type { Value } from './read-value.ts';
import type { RowContext } from './row-context.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';

/** Rows that have the same values in all columns that are not aggregates. */
interface Group {
  readonly cells: Value[];
  /** The state of each aggregate. */
  readonly states: readonly unknown[];
  /** Line of the first row. */
  readonly line: number;
  /** Indexes of the file's columns that the cells come from; -1 for a cell that comes from no column. */
  readonly columns: readonly number[];
  /** Number of rows. */
  rows: number;
}

/** The header of the file, which errors of groups name, and the list that receives the errors. */
interface GroupErrors {
  readonly names: readonly string[];
  readonly faults: FaultList;
}

const columnsOfRow = ({ template, columns, aggregates }: OutputPlan): readonly number[] => {
  const used = new Array<number>(template.length).fill(-1);
  for (const { index, column } of columns) used[index] = column();
  for (const { index, column } of aggregates) used[index] = column();
  return used;
};

/** Creates a group without rows, which has the columns of the row under the cursor. */
const createGroup = (plan: OutputPlan, cells: readonly Value[], line: number): Group => ({
  cells: cells.slice(),
  states: plan.aggregates.map(({ accumulator }) => accumulator.create()),
  line,
  columns: columnsOfRow(plan),
  rows: 0,
});

/** Adds an error in a cell of a group to the list. */
const refuse = (group: Group, index: number, { names, faults }: GroupErrors, fault: CellFault): null => {
  const column = group.columns[index] ?? -1;
  const place = group.rows > 0 ? { line: group.line, rows: group.rows } : {};
  faults.refuseAt({ ...place, ...(column !== -1 && columnPlace(names, column)) }, fault);
  return null;
};

const noValue = (group: Group, { index, target, whole }: PlannedAggregate, names: readonly string[]): CellFault => {
  const name = names[whole()];
  const isShare = whole() !== group.columns[index];
  const cell = name ? `a value${isShare ? ' above 0' : ''} in '${shownName(name)}'` : 'a value';
  return {
    fault: `no rows of this group have ${cell}, so the column ${shownName(target.name)} is blank`,
    hint: 'set `else`, such as `else: 0`, leave the group out with `where`, or take an aggregate that is 0 without values: sum, count or distinct',
  };
};

/** Returns the result of one aggregate, whose state is `group.states[at]`. */
const resultOf = (group: Group, aggregate: PlannedAggregate, at: number, errors: GroupErrors): Value => {
  const { index, target, accumulator, otherwise = null } = aggregate;
  const result = accumulator.result(group.states[at]) ?? otherwise;
  if (result === null) {
    const isRefused = target.column.blank === 'refused';
    return isRefused ? refuse(group, index, errors, noValue(group, aggregate, errors.names)) : null;
  }
  if (typeof result === 'number') return toColumnNumber(result, target.column);
  return isCellFault(result) ? refuse(group, index, errors, result) : result;
};

/** Sets the cells of a group that are aggregates. Adds the errors of aggregates to the list. */
const setResults = (group: Group, { aggregates }: OutputPlan, errors: GroupErrors): void =>
  aggregates.forEach((aggregate, at) => {
    group.cells[aggregate.index] = resultOf(group, aggregate, at, errors);
  });

/** Sets the cells that are not aggregates, in the group of `rest`. `word` is the name of that group's row. */
const setNames = (group: Group, { columns }: OutputPlan, word: string, errors: GroupErrors): void => {
  for (const { index, ofRest } of columns) {
    const value = ofRest(word);
    group.cells[index] = isCellFault(value) ? refuse(group, index, errors, value) : value;
  }
};

type Branch<Leaf> = Map<Value, Branch<Leaf> | Leaf>;

/** Finds an object by a list of values, and creates it if the list is new. Does not join the values to a text. */
type ValueTree<Leaf> = (values: readonly Value[], columns: readonly number[], create: () => Leaf) => Leaf;

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

/** Collects rows into groups. `merge` creates the row of `rest`. */
export interface GroupedRows extends RowCollector {
  /** Returns one row for several finished rows. `word` is the name of that row. */
  readonly merge: (rows: readonly SelectedRow[], word: string) => SelectedRow;
}

/** The groups of one pass over a file. */
interface Grouping extends GroupErrors {
  readonly plan: OutputPlan;
  readonly context: RowContext;
  /** In the order of first appearance. */
  readonly groups: Group[];
  readonly findGroup: ValueTree<Group>;
  /** Indexes of the columns whose values tell groups apart. */
  readonly indexes: readonly number[];
  /** Cells of the row under the cursor, without aggregates. */
  readonly cells: Value[];
  /**
   * A group that is not part of the result. It gets the rows whose group cannot be read, so that their other errors are
   * found too.
   */
  readonly scratch: Group;
  readonly groupsOfRows: Map<SelectedRow, Group>;
}

const NO_LINE = 0;

/** Memory of one aggregate's state, in cells. */
const CELLS_OF_A_STATE = 2;

/** Creates the group of the row under the cursor. */
const openGroup = ({ plan, context, cells, groups }: Grouping): Group => {
  const { line } = context.cursor.record;
  if (groups.length >= MAX_ROWS) throw tooManyRows(line);
  context.budget.hold({ cells: plan.template.length + plan.aggregates.length * CELLS_OF_A_STATE });
  const group = createGroup(plan, cells, line);
  groups.push(group);
  return group;
};

/** Reads the row under the cursor, and returns its group. */
const readGroup = ({ plan, cells, findGroup, indexes, scratch }: Grouping, open: () => Group): Group =>
  readColumns(plan.columns, cells) ? findGroup(cells, indexes, open) : scratch;

const finishGroup = (grouping: Grouping, group: Group): SelectedRow => {
  setResults(group, grouping.plan, grouping);
  const { cells, line, columns, rows } = group;
  const row = { cells, line, columns, rows };
  grouping.groupsOfRows.set(row, group);
  return row;
};

const mergeGroups = (grouping: Grouping, merged: readonly Group[], word: string): Group => {
  const { plan, cells } = grouping;
  const rest = createGroup(plan, cells, Math.min(...merged.map(({ line }) => line)));
  rest.rows = merged.reduce((rows, group) => rows + group.rows, 0);
  for (const { states } of merged)
    plan.aggregates.forEach(({ accumulator }, at) => {
      accumulator.merge(rest.states[at], states[at]);
    });
  setNames(rest, plan, word, grouping);
  return rest;
};

/**
 * Collects the rows of a file into groups. Keeps no rows in memory, only the state of each aggregate for each group.
 */
export const createGroupedRows = (plan: OutputPlan, context: RowContext, names: readonly string[]): GroupedRows => {
  const grouping: Grouping = {
    plan,
    context,
    names,
    faults: context.faults,
    groups: [],
    findGroup: createValueTree(),
    indexes: plan.columns.map(({ index }) => index),
    cells: plan.template.slice(),
    scratch: createGroup(plan, plan.template, NO_LINE),
    groupsOfRows: new Map(),
  };
  const { groups, groupsOfRows } = grouping;
  const { aggregates } = plan;
  const open = () => openGroup(grouping);
  return {
    add: () => {
      const group = readGroup(grouping, open);
      group.rows += 1;
      for (let at = 0; at < aggregates.length; at += 1) aggregates[at]?.accumulator.add(group.states[at]);
      return true;
    },
    finish: () => {
      if (groups.length === 0 && plan.columns.length === 0) groups.push(createGroup(plan, plan.template, NO_LINE));
      return groups.map((group) => finishGroup(grouping, group));
    },
    merge: (rows, word) => {
      const merged = rows.flatMap((row) => groupsOfRows.get(row) ?? []);
      return finishGroup(grouping, mergeGroups(grouping, merged, word));
    },
  };
};
