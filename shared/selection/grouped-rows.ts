import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import { shownName } from '../tabular/column-count.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/row-limit.ts';
import { columnPlace } from './fault-list.ts';
import { fitNumber } from './fit-number.ts';
import type { OutputPlan, PlannedAggregate } from './output-plan.ts';
import type { Value } from './read-value.ts';
import type { RowContext } from './row-context.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';
import { createValueTree } from './value-tree.ts';

/** Rows that have the same values in all columns that are not aggregates. */
interface Group {
  readonly cells: Value[];
  readonly states: readonly unknown[];
  readonly line: number;
  readonly columns: readonly number[];
  rows: number;
}

/** Collects rows into groups. `merge` creates the row of `rest`. */
export interface GroupedRows extends RowCollector {
  /** Returns one row for several finished rows. `word` is the name of that row. */
  readonly merge: (rows: readonly SelectedRow[], word: string) => SelectedRow;
}

const NO_LINE = 0;

/** Memory of one aggregate's state, in cells. */
const CELLS_OF_A_STATE = 2;

/**
 * Collects the rows of a file into groups. Keeps no rows in memory, only the state of each aggregate for each group.
 */
export const createGroupedRows = (plan: OutputPlan, context: RowContext, names: readonly string[]): GroupedRows => {
  const { template, columns, aggregates } = plan;
  const { cursor, faults, budget } = context;
  const indexes = columns.map(({ index }) => index);
  const findGroup = createValueTree<Group>();
  const groups: Group[] = [];
  const groupsOfRows = new Map<SelectedRow, Group>();
  const cells = template.slice();

  const columnsOfRow = (): readonly number[] => {
    const used = new Array<number>(template.length).fill(-1);
    for (const { index, column } of columns) used[index] = column();
    for (const { index, column } of aggregates) used[index] = column();
    return used;
  };

  const createGroup = (line: number): Group => ({
    cells: cells.slice(),
    states: aggregates.map(({ accumulator }) => accumulator.create()),
    line,
    columns: columnsOfRow(),
    rows: 0,
  });

  const openGroup = (): Group => {
    if (groups.length >= MAX_ROWS) throw tooManyRows(cursor.record.line);
    budget.hold({ cells: template.length + aggregates.length * CELLS_OF_A_STATE });
    const group = createGroup(cursor.record.line);
    groups.push(group);
    return group;
  };

  /**
   * A group that is not part of the result. It gets the rows whose group cannot be read, so that their other errors are
   * found too.
   */
  const scratch = createGroup(NO_LINE);

  const readGroup = (): Group => {
    let areValid = true;
    for (const { read, index } of columns) {
      const value = read();
      if (value === undefined) areValid = false;
      else cells[index] = value;
    }
    return areValid ? findGroup(cells, indexes, openGroup) : scratch;
  };

  const refuse = (group: Group, index: number, fault: CellFault): null => {
    const column = group.columns[index] ?? -1;
    const place = group.rows > 0 ? { line: group.line, rows: group.rows } : {};
    faults.refuseAt({ ...place, ...(column !== -1 && columnPlace(names, column)) }, fault);
    return null;
  };

  const noValue = ({ index, target, whole }: PlannedAggregate, group: Group): CellFault => {
    const name = names[whole()];
    const isShare = whole() !== group.columns[index];
    const cell = name ? `a value${isShare ? ' above 0' : ''} in '${shownName(name)}'` : 'a value';
    return {
      fault: `no rows of this group have ${cell} for ${shownName(target.name)}`,
      hint: 'leave the group out with where, or take an aggregate that is 0 without values: sum, count or distinct',
    };
  };

  const resultOf = (group: Group, aggregate: PlannedAggregate, at: number): Value => {
    const { index, target, accumulator } = aggregate;
    const result = accumulator.result(group.states[at]);
    if (result === null)
      return target.column.blank === 'refused' ? refuse(group, index, noValue(aggregate, group)) : null;
    if (typeof result === 'number') return fitNumber(result, target.column);
    return isCellFault(result) ? refuse(group, index, result) : result;
  };

  const finishGroup = (group: Group): SelectedRow => {
    aggregates.forEach((aggregate, at) => {
      group.cells[aggregate.index] = resultOf(group, aggregate, at);
    });
    const { line, columns: used, rows } = group;
    const row = { cells: group.cells, line, columns: used, rows };
    groupsOfRows.set(row, group);
    return row;
  };

  const mergeGroups = (merged: readonly Group[], word: string): Group => {
    const line = Math.min(...merged.map((group) => group.line));
    const rest = createGroup(line);
    rest.rows = merged.reduce((rows, group) => rows + group.rows, 0);
    for (const { states } of merged)
      aggregates.forEach(({ accumulator }, at) => {
        accumulator.merge(rest.states[at], states[at]);
      });
    for (const { index, ofRest } of columns) {
      const value = ofRest(word);
      rest.cells[index] = isCellFault(value) ? refuse(rest, index, value) : value;
    }
    return rest;
  };

  return {
    add: () => {
      const group = readGroup();
      group.rows += 1;
      for (let at = 0; at < aggregates.length; at += 1)
        (aggregates[at] as PlannedAggregate).accumulator.add(group.states[at]);
      return true;
    },
    finish: () => {
      if (groups.length === 0 && columns.length === 0) groups.push(createGroup(NO_LINE));
      return groups.map(finishGroup);
    },
    merge: (rows, word) =>
      finishGroup(
        mergeGroups(
          rows.flatMap((row) => groupsOfRows.get(row) ?? []),
          word,
        ),
      ),
  };
};
