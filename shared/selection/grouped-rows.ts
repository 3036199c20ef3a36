import { MAX_ROWS, tooManyRows } from '../tabular/row-limit.ts';
import { createGroup, type Group, type GroupErrors, setNames, setResults } from './group.ts';
import { type OutputPlan, readColumns } from './output-plan.ts';
import type { Value } from './read-value.ts';
import type { RowContext } from './row-context.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';
import { createValueTree, type ValueTree } from './value-tree.ts';

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
