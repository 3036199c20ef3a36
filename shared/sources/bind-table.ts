import type { DashboardConfig } from '../config/dashboard-config.ts';
import type { ColumnReference, Selection } from '../config/selection.ts';
import {
  type CellReading,
  type CsvSource,
  type DatasetSource,
  type DatasetTable,
  partsOf,
  type SingleSource,
  type TableSource,
} from '../config/sources.ts';
import { bindSelection, type SelectedSource, type SelectionSettings } from '../selection/bind-selection.ts';
import type { Selector } from '../selection/create-selector.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import { type BoundTable, bindPosition, type FileReader, isByPosition } from './bound-table.ts';

const bindSelected = (source: SelectedSource, definition: TableDefinition, settings: SelectionSettings): FileReader => {
  const bound = bindSelection(source, definition, settings);
  return (request, rowsBefore) => {
    const reader = bound.reader(request);
    return {
      fits: reader.fits,
      create: (budget) => {
        const selector: Selector = reader.create(budget);
        return { ...selector, finish: () => selector.finish(rowsBefore) };
      },
    };
  };
};

/**
 * Binds a file. The files of a list are always read by a selector, even without a selection, so that their rows have
 * the same types.
 */
const bindCsv = (
  source: CsvSource,
  definition: TableDefinition,
  settings: SelectionSettings,
  isOfList: boolean,
): FileReader => {
  if (isOfList || !isByPosition(source)) return bindSelected(source, definition, settings);
  return bindPosition(source, definition);
};

export interface TableSettings extends SelectionSettings {
  readonly datasets?: DashboardConfig['datasets'];
}

/** True if a selection converts times to the usual form, so that the form of its file no longer applies. */
const writesTimes = ({ columns = [] }: Selection): boolean => columns.some(({ source }) => source.from === 'bucket');

/** Returns columns of a dataset that show a column of its file unchanged. */
const namesOf = (column: ColumnReference, { columns }: Selection): readonly ColumnReference[] =>
  columns
    ? columns.flatMap(({ name, source }) => (source.from === 'cell' && source.of === column ? [name] : []))
    : [column];

const renamed = <Setting>(list: readonly (readonly [ColumnReference, Setting])[], selection: Selection) =>
  list.flatMap(([column, setting]) => namesOf(column, selection).map((name) => [name, setting] as const));

/** Returns forms by the columns of the dataset. */
export const formatOf = ({
  decimal,
  dates,
  months,
  units,
  durations,
  selection = {},
}: Partial<DatasetSource>): CellReading => ({
  ...(decimal !== undefined && { decimal }),
  ...(months && { months }),
  ...(units && { units }),
  ...(durations && { durations: renamed(durations, selection) }),
  ...(dates !== undefined &&
    !writesTimes(selection) && { dates: typeof dates === 'string' ? dates : renamed(dates, selection) }),
});

/**
 * Returns how the rows of a dataset are read: in the form of the dataset's file, unless the table names another form.
 */
const rowsOf = (
  { source: _, dataset, ...table }: DatasetTable,
  datasets: TableSettings['datasets'],
): SelectedSource => {
  return { isHeaderOptional: true, ...formatOf(datasets?.[dataset]?.source ?? {}), ...table };
};

type Bind<Source extends SingleSource> = (
  source: Source,
  definition: TableDefinition,
  settings: TableSettings,
  isOfList: boolean,
) => readonly FileReader[];

const BINDERS: { readonly [Kind in SingleSource['source']]: Bind<Extract<SingleSource, { readonly source: Kind }>> } = {
  csv: (source, definition, settings, isOfList) => [bindCsv(source, definition, settings, isOfList)],
  jsonRows: (source, definition, settings) => [
    bindSelected({ ...source, isHeaderOptional: true }, definition, settings),
  ],
  dataset: (source, definition, { datasets, ...settings }) => [
    bindSelected(rowsOf(source, datasets), definition, settings),
  ],
  sql: (source, definition, settings) => (source.selection ? [bindSelected(source, definition, settings)] : []),
};

const bindPart: Bind<SingleSource> = (source, ...others) =>
  (BINDERS[source.source] as Bind<SingleSource>)(source, ...others);

export const bindTable = (source: TableSource, definition: TableDefinition, settings: TableSettings): BoundTable => ({
  source,
  definition,
  readers: partsOf(source).flatMap((part) => bindPart(part, definition, settings, source.source === 'list')),
});
