import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import { shownName } from '../tabular/column-count.ts';
import { columnPlace, type FaultList } from './fault-list.ts';
import { fitNumber } from './fit-number.ts';
import type { OutputPlan, PlannedAggregate } from './output-plan.ts';
import type { Value } from './read-value.ts';

/** Rows that have the same values in all columns that are not aggregates. */
export interface Group {
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
export interface GroupErrors {
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
export const createGroup = (plan: OutputPlan, cells: readonly Value[], line: number): Group => ({
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
    hint: 'leave the group out with where, or take an aggregate that is 0 without values: sum, count or distinct',
  };
};

/** Returns the result of one aggregate, whose state is `group.states[at]`. */
const resultOf = (group: Group, aggregate: PlannedAggregate, at: number, errors: GroupErrors): Value => {
  const { index, target, accumulator } = aggregate;
  const result = accumulator.result(group.states[at]);
  if (result === null) {
    const isRefused = target.column.blank === 'refused';
    return isRefused ? refuse(group, index, errors, noValue(group, aggregate, errors.names)) : null;
  }
  if (typeof result === 'number') return fitNumber(result, target.column);
  return isCellFault(result) ? refuse(group, index, errors, result) : result;
};

/** Sets the cells of a group that are aggregates. Adds the errors of aggregates to the list. */
export const setResults = (group: Group, { aggregates }: OutputPlan, errors: GroupErrors): void =>
  aggregates.forEach((aggregate, at) => {
    group.cells[aggregate.index] = resultOf(group, aggregate, at, errors);
  });

/** Sets the cells that are not aggregates, in the group of `rest`. `word` is the name of that group's row. */
export const setNames = (group: Group, { columns }: OutputPlan, word: string, errors: GroupErrors): void => {
  for (const { index, ofRest } of columns) {
    const value = ofRest(word);
    group.cells[index] = isCellFault(value) ? refuse(group, index, errors, value) : value;
  }
};
