import type { ColumnReference, ColumnSource, Condition, Operand, Selection, Term } from '../config/selection.ts';
import type { CellReading, JoinedSource } from '../config/sources.ts';
import { NAME, VALUE } from './cursor.ts';

const ofConditions = (where: readonly Condition[] = []): readonly ColumnReference[] =>
  where.map(({ column }) => column);

const ofTerm = (term: Term): readonly ColumnReference[] => {
  if (typeof term === 'number' || 'part' in term) return [];
  if ('call' in term) return term.of.flatMap(ofTerm);
  return ['column' in term ? term.column : term.time];
};

export const columnsOf = (operand: Operand): readonly ColumnReference[] =>
  typeof operand === 'object' ? ofTerm(operand.formula) : [operand];

const ofSource = (source: ColumnSource): readonly ColumnReference[] => {
  if (source.from === 'constant' || source.from === 'palette') return [];
  if (source.from === 'list') return source.of;
  return [
    ...('parts' in source ? source.parts.flatMap(ofSource) : []),
    ...('of' in source ? columnsOf(source.of) : []),
    ...('part' in source ? [source.part] : []),
    ...('by' in source && source.by !== undefined ? [source.by] : []),
    ...('where' in source ? ofConditions(source.where) : []),
  ];
};

export const cellReferences = ({ dates, durations = [], fillDown = [] }: CellReading): readonly ColumnReference[] => [
  ...(Array.isArray(dates) ? dates.map(([column]) => column) : []),
  ...durations.map(([column]) => column),
  ...fillDown,
];

/** Returns the columns of the file that a selection names, without duplicates. */
export const referencesOf = ({ unpivot = [], where, window, columns = [] }: Selection): readonly ColumnReference[] => {
  const all = [
    ...unpivot,
    ...ofConditions(where),
    ...(window ? [window.of] : []),
    ...columns.flatMap(({ source }) => ofSource(source)),
  ];
  const own = unpivot.length > 0 ? all.filter((one) => one !== NAME && one !== VALUE) : all;
  return [...new Set(own)];
};

/** True if a column is one of a joined file, such as `goals.Goal`. */
export const isJoined = (reference: ColumnReference, join: readonly Pick<JoinedSource, 'name'>[]): boolean =>
  join.some(({ name }) => String(reference).trim().startsWith(`${name}.`));

/** Returns columns of the selection, and those by which the source is joined. */
export const ownReferences = (selection: Selection, join: readonly JoinedSource[]): readonly ColumnReference[] => [
  ...referencesOf(selection).filter((reference) => !isJoined(reference, join)),
  ...join.flatMap(({ on }) => on.map(([ours]) => ours)),
];
