import type { ColumnSource, SelectedValue } from '../../../shared/config/selection.ts';
import { partsOf } from '../../../shared/config/sources.ts';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import { isSql } from '../../../shared/kinds/sql/is-sql.ts';
import type { BoundShape } from '../../../shared/pipeline/bind-endpoints.ts';
import type { FoldedFrom } from '../../../shared/pipeline/make-body.ts';
import { traceViolations } from '../../../shared/pipeline/trace-violations.ts';
import type { Cell } from '../../../shared/tabular/table.ts';
import type { WrittenDefinition } from '../folder/definition-problem.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';
import type { CheckSubject } from './data-diagnostics.ts';

export interface WrittenSelection {
  readonly fields: Fields;
  readonly path: Path;
}

const KINDS = ['csv', 'json'] as const;

const selectionIn = (fields: Fields, path: Path, index: number): WrittenSelection => {
  const kind = KINDS.find((key) => Object.hasOwn(fields, key));
  if (kind === undefined) return { fields, path };
  const { [kind]: value } = fields;
  if (Array.isArray(value)) return { fields: asFields(value[index]), path: [...path, kind, index] };
  return { fields: asFields(value), path: [...path, kind] };
};

/** @param index the place of the file in a list of files. */
export const selectionOfTable = (
  { value }: WrittenDefinition,
  slug: string,
  table: string,
  index: number,
): WrittenSelection => {
  const endpoint = asFields(asFields(value.endpoints)[slug]);
  const path = ['endpoints', slug];
  const { [table]: named } = endpoint;
  return hasFields(named) ? selectionIn(named, [...path, table], index) : selectionIn(endpoint, path, index);
};

export const selectionOfDataset = ({ value }: WrittenDefinition, name: string): WrittenSelection =>
  selectionIn(asFields(asFields(value.datasets)[name]), ['datasets', name], 0);

const isSame = (value: SelectedValue, cell: Cell | undefined): boolean => String(value) === String(cell ?? '');

const CELLS: ReadonlySet<ColumnSource['from']> = new Set(['cell', 'bucket', 'list']);

/** Returns the path of the word that gives a cell its value, below a column. Undefined for a value from the file. */
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
 * Returns for each error of a body the path of the word of dashboard.yml that causes it: a value of `palette`,
 * `constant`, `to` or `else`, or an aggregate. The path is undefined for an error that a cell of the file causes.
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
