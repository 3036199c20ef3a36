import type { ColumnSource, SelectedValue } from '../../../shared/config/selection.ts';
import { partsOf } from '../../../shared/config/sources.ts';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import { isSql } from '../../../shared/kinds/sql/is-sql.ts';
import type { BoundShape } from '../../../shared/pipeline/bind-shape.ts';
import type { FoldedFrom } from '../../../shared/pipeline/make-body.ts';
import { traceViolations } from '../../../shared/pipeline/trace-violations.ts';
import type { Cell } from '../../../shared/tabular/table.ts';
import type { WrittenDefinition } from '../folder/place-problem.ts';
import type { Path } from '../folder/read-yaml.ts';
import type { CheckSubject } from './data-diagnostics.ts';
import { selectionOfTable } from './written-selection.ts';

const isSame = (value: SelectedValue, cell: Cell | undefined): boolean => String(value) === String(cell ?? '');

const CELLS: ReadonlySet<ColumnSource['from']> = new Set(['cell', 'bucket', 'list']);

/** Returns the steps from a column of a selection to the word of dashboard.yml that gives a cell. */
const stepsTo = (source: ColumnSource, cell: Cell | undefined): Path | undefined => {
  if (CELLS.has(source.from)) return undefined;
  if (source.from === 'constant') return ['constant'];
  if (source.from === 'palette')
    return [
      'palette',
      Math.max(
        0,
        source.values.findIndex((value) => isSame(value, cell)),
      ),
    ];
  if (source.from !== 'map') return [];
  const key = Object.keys(source.to).find((one) => isSame(source.to[one] ?? '', cell));
  return key === undefined ? ['else'] : ['to', key];
};

/**
 * Finds the words of dashboard.yml that cause errors of a body: of `palette`, `constant`, `to` and `else`, or an
 * aggregate. The path is undefined for an error that a cell of the file causes.
 */
export const pathsOfWords = (
  { endpoint }: CheckSubject,
  written: WrittenDefinition,
  bound: BoundShape,
  { tables, typed }: FoldedFrom,
  details: readonly Detail[],
): readonly (Path | undefined)[] => {
  const paths = details.map(({ path = '' }) => path);
  return traceViolations(bound.tables, typed, bound.fold, paths).map((origin) => {
    const definition = origin && bound.tables[origin.table];
    const source = origin && endpoint.config.tables[origin.table];
    const [part] = source ? partsOf(source) : [];
    if (!origin || !definition || !part || isSql(part)) return undefined;
    const columns = part.selection?.columns;
    const name =
      definition.kind === 'fixed' ? Object.keys(definition.columns)[origin.column] : columns?.[origin.column]?.name;
    const column = columns?.find((one) => one.name === name);
    const steps = column && stepsTo(column.source, tables[origin.table]?.rows[origin.row]?.[origin.column]);
    if (!steps || name === undefined) return undefined;
    return [...selectionOfTable(written, endpoint.slug, origin.table, 0).path, 'columns', name, ...steps];
  });
};
