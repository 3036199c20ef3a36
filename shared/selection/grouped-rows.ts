import type { Selection } from '../config/selection.ts';
import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import { shownName } from '../tabular/column-count.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/table.ts';
import { arrangeGroups } from './arrange-groups.ts';
import { toColumnNumber } from './column-number.ts';
import { columnPlace, type FaultList } from './fault-list.ts';
import { createGroup, createValueTree, type Group, type ValueTree } from './groups.ts';
import { type OutputPlan, type PlannedAggregate, type PlannedPart, readColumns } from './output-plan.ts';
import type { Value } from './read-value.ts';
import type { RowContext } from './row-context.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';

interface GroupErrors {
  readonly names: readonly string[];
  readonly faults: FaultList;
  /** True if an aggregate is of an earlier window. */
  readonly looksBack: boolean;
}

const refuse = (group: Group, index: number, { names, faults }: GroupErrors, fault: CellFault): null => {
  const column = group.columns[index] ?? -1;
  const place = group.rows > 0 ? { line: group.line, rows: group.rows } : {};
  faults.refuseAt({ ...place, ...(column !== -1 && columnPlace(names, column)) }, fault);
  return null;
};

const ELSE = 'set `else`, such as `else: 0`, or leave the group out with `where`';

const noValue = (
  group: Group,
  { index, target, whole, isFormula }: PlannedAggregate,
  names: readonly string[],
): CellFault => {
  const blank = `so the column ${shownName(target.name)} is blank`;
  if (isFormula) return { fault: `a part of the formula is blank, or a division is by 0, ${blank}`, hint: ELSE };
  const name = names[whole()];
  const isShare = whole() !== group.columns[index];
  const cell = name ? `a value${isShare ? ' above 0' : ''} in '${shownName(name)}'` : 'a value';
  return {
    fault: `no rows of this group have ${cell}, ${blank}`,
    hint: `${ELSE}, or take an aggregate that is 0 without values: sum, count or distinct`,
  };
};

/**
 * Returns undefined to leave the group out: if a required column stays blank because the group has no rows in one of
 * the windows.
 */
const resultOf = (group: Group, aggregate: PlannedAggregate, at: number, errors: GroupErrors): Value | undefined => {
  const { index, target, otherwise = null, windows } = aggregate;
  const own = group.results ? group.results[at] : aggregate.result(group.states);
  const result = own ?? otherwise;
  if (result === null) {
    const isRefused = target.column.blank === 'refused';
    if (isRefused && errors.looksBack && (windows & ~group.windows) !== 0) return undefined;
    return isRefused ? refuse(group, index, errors, noValue(group, aggregate, errors.names)) : null;
  }
  if (typeof result === 'number') return toColumnNumber(result, target.column);
  return isCellFault(result) ? refuse(group, index, errors, result) : result;
};

/** Adds the errors of aggregates to the list. Returns false if the group is left out. */
const setResults = (group: Group, { aggregates }: OutputPlan, errors: GroupErrors): boolean =>
  aggregates.every((aggregate, at) => {
    const result = resultOf(group, aggregate, at, errors);
    if (result === undefined) return false;
    group.cells[aggregate.index] = result;
    return true;
  });

/** Sets the cells of `rest` that are not aggregates. `word` is the name of that row. */
const setNames = (group: Group, { columns }: OutputPlan, word: string, errors: GroupErrors): void => {
  for (const { index, ofRest } of columns) {
    const value = ofRest(word);
    group.cells[index] = isCellFault(value) ? refuse(group, index, errors, value) : value;
  }
};

export interface GroupedRows extends RowCollector {
  /** Makes the row of `rest`, whose name is `word`. */
  readonly merge: (rows: readonly SelectedRow[], word: string) => SelectedRow | undefined;
}

interface Grouping extends GroupErrors {
  readonly plan: OutputPlan;
  readonly context: RowContext;
  /** Groups in the order of their first rows. */
  readonly groups: Group[];
  readonly findGroup: ValueTree<Group>;
  /** Columns whose values tell groups apart. */
  readonly indexes: readonly number[];
  /** Cells of the row under the cursor, without aggregates. */
  readonly cells: Value[];
  /**
   * A group that is not part of the result. It gets the rows whose group cannot be read, so that other errors in these
   * rows are found too.
   */
  readonly scratch: Group;
  /** Set if `rest` needs it. */
  readonly groupsOfRows: Map<SelectedRow, Group> | undefined;
}

const NO_LINE = 0;

/** Memory of one aggregate's state, in cells. */
const CELLS_OF_A_STATE = 2;

const openGroup = ({ plan, context, cells, groups }: Grouping): Group => {
  const { line } = context.cursor.record;
  const start = plan.series?.startOf(context.cursor.bucketTime);
  if (groups.length >= MAX_ROWS) throw tooManyRows(line);
  context.budget.hold({ cells: plan.template.length + plan.parts.length * CELLS_OF_A_STATE });
  const group = createGroup(plan, cells, line, start);
  groups.push(group);
  return group;
};

const readGroup = ({ plan, cells, findGroup, indexes, scratch }: Grouping, open: () => Group): Group =>
  readColumns(plan.columns, cells) ? findGroup(cells, indexes, open) : scratch;

const finishGroup = (grouping: Grouping, group: Group): SelectedRow | undefined => {
  if (!setResults(group, grouping.plan, grouping)) return undefined;
  const { cells, line, columns, rows } = group;
  const row = { cells, line, columns, rows };
  grouping.groupsOfRows?.set(row, group);
  return row;
};

const mergeGroups = (grouping: Grouping, merged: readonly Group[], word: string): Group => {
  const { plan, cells } = grouping;
  const rest = createGroup(plan, cells, Math.min(...merged.map(({ line }) => line)));
  rest.rows = merged.reduce((rows, group) => rows + group.rows, 0);
  rest.windows = merged.reduce((windows, group) => windows | group.windows, 0);
  for (const { states } of merged)
    plan.parts.forEach(({ accumulator }, at) => {
      accumulator.merge(rest.states[at], states[at]);
    });
  setNames(rest, plan, word, grouping);
  return rest;
};

/** Keeps no rows in memory, only the state of each aggregate for each group. */
export const createGroupedRows = (
  plan: OutputPlan,
  { rest }: Selection,
  context: RowContext,
  names: readonly string[],
): GroupedRows => {
  const grouping: Grouping = {
    plan,
    context,
    names,
    faults: context.faults,
    looksBack: plan.parts.some(({ window }) => window > 0),
    groups: [],
    findGroup: createValueTree(),
    indexes: plan.columns.map(({ index }) => index),
    cells: plan.template.slice(),
    scratch: createGroup(plan, plan.template, NO_LINE),
    groupsOfRows: rest === undefined ? undefined : new Map(),
  };
  const { groups, groupsOfRows } = grouping;
  const { parts } = plan;
  const { cursor } = context;
  const open = () => openGroup(grouping);
  return {
    add: () => {
      const group = readGroup(grouping, open);
      group.rows += 1;
      group.windows |= 1 << cursor.window;
      for (let at = 0; at < parts.length; at += 1) {
        const part = parts[at] as PlannedPart;
        if (part.window === cursor.window) part.accumulator.add(group.states[at]);
      }
      return true;
    },
    finish: () => {
      if (groups.length === 0 && plan.columns.length === 0) groups.push(createGroup(plan, plan.template, NO_LINE));
      const arranged = plan.series ? arrangeGroups(groups, plan, plan.series, context) : groups;
      return arranged.flatMap((group) => finishGroup(grouping, group) ?? []);
    },
    merge: (rows, word) => {
      const merged = rows.flatMap((row) => groupsOfRows?.get(row) ?? []);
      return finishGroup(grouping, mergeGroups(grouping, merged, word));
    },
  };
};
