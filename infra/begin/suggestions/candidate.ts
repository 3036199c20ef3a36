import type { Validators } from '../../../shared/catalogue/accepts.ts';
import type { CsvSource } from '../../../shared/config/sources.ts';
import type { CsvRecord, RecordReader } from '../../../shared/csv/csv-record.ts';
import { scanBytes, tableOf } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { type Budget, createBudget } from '../../../shared/limits/budget.ts';
import { type BoundShape, bindShape } from '../../../shared/pipeline/bind-endpoints.ts';
import { checkBody } from '../../../shared/pipeline/check-body.ts';
import { foldRows, typeRows } from '../../../shared/pipeline/make-body.ts';
import { bindTable } from '../../../shared/sources/bind-table.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import type { CatalogueEntry } from '../../build/catalogue/load-catalogue.ts';
import { asFields } from '../../dashboard/folder/fields.ts';
import { readCellKeys } from '../../dashboard/selection/read-cell-keys.ts';
import { type KeysAt, readSelection } from '../../dashboard/selection/read-selection.ts';
import type { SelectionFields } from './column-sources.ts';
import type { FileFormat } from './probe-file.ts';

export interface CandidateTable {
  readonly name: string;
  /** How the table's columns are selected from those of the file. Absent if columns are taken by position. */
  readonly selection?: SelectionFields;
}

export interface Candidate {
  readonly entry: CatalogueEntry;
  /** Each table is read from the same file. */
  readonly tables: readonly CandidateTable[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly format: FileFormat;
  /** `where` and `window`, for every candidate of the file. */
  readonly keys: SelectionFields;
  /** Present if the component does not show the names of its figures. */
  readonly title?: string;
}

/** True if the columns are chosen by name or type, not by position. */
export const isSelected = ({ tables }: Candidate): boolean => tables.some(({ selection }) => selection !== undefined);

export interface TriedFile {
  readonly bytes: Uint8Array;
  readonly timezone: string;
  readonly maxRows: number;
  /** By `performance.now()`, for all candidates. */
  readonly endsAt: number;
  /** By family and shape. */
  readonly validators: Readonly<Record<string, Validators>>;
}

export type CandidateResult = { readonly body: unknown } | { readonly error: WallfeedError };

/** Time limit of one candidate. The console's page waits for all candidates of a file. */
const MAX_CANDIDATE_MS = 2_000;
const DAY_MINUTES = 1440;

export const POSITION = /^\d{1,4}$/;

/** Works like `keysAt` of a parsed dashboard.yml. */
const keysIn =
  (fields: object): KeysAt =>
  (path) => {
    const found = path.reduce<unknown>((value, step) => asFields(value)[String(step)], fields);
    const isPosition = (name: string): boolean => path.join() === 'where' && POSITION.test(name);
    return Object.keys(asFields(found)).map((name) => ({ name, isNumber: isPosition(name) }));
  };

export const readingOf = ({ encoding, delimiter, header, comments, ...cells }: FileFormat): CsvSource => ({
  source: 'csv',
  key: '',
  ...(encoding !== undefined && { encoding }),
  ...(delimiter !== undefined && { delimiter }),
  ...(header !== undefined && { header }),
  ...(comments !== undefined && { comments }),
  ...readCellKeys(cells, [], keysIn(cells)).reading,
});

const sourceOf = ({ selection }: CandidateTable, { format, keys }: Candidate): CsvSource => {
  const fields = { ...keys, ...selection };
  const read = readSelection(fields, [], keysIn(fields));
  return { ...readingOf(format), ...(read.selection && { selection: read.selection }) };
};

const bind = ({ entry, options }: Candidate, { timezone, validators }: TriedFile): BoundShape => {
  const { shape, family } = entry;
  const validate = validators[family]?.[shape.name];
  if (!validate) throw new Error(`there are no validators of ${shape.name}`);
  return bindShape({ shape, validate, timezone }, { options });
};

/** Ends a reader as if the file ended after these rows. */
const limitRows = (reader: RecordReader<Table>, maxRows: number): RecordReader<Table> => ({
  fits: reader.fits,
  create: (budget) => {
    const consumer = reader.create(budget);
    let rows = 0;
    const row = (record: CsvRecord): boolean => {
      rows += 1;
      return consumer.row(record) && rows < maxRows;
    };
    return { ...consumer, row };
  },
});

const readTable = (
  one: CandidateTable,
  candidate: Candidate,
  { definition, budget }: { readonly definition: TableDefinition | undefined; readonly budget: Budget },
  { bytes, timezone, maxRows }: TriedFile,
): Table => {
  const { entry, options } = candidate;
  const source = sourceOf(one, candidate);
  const [reader] = definition ? bindTable(source, definition, { timezone, options }).readers : [];
  if (!reader) throw new Error(`${entry.shape.name} has no table ${one.name}`);
  const window = { currentTime: Date.now(), timePeriod: DAY_MINUTES };
  return tableOf(scanBytes(bytes, source, limitRows(reader(window), maxRows), { budget }));
};

/** Makes the body as an endpoint does: parses, selects, types, folds and validates. */
export const tryCandidate = (candidate: Candidate, tried: TriedFile): CandidateResult => {
  const budget = createBudget({
    memoryMb: Number.POSITIVE_INFINITY,
    endsAt: Math.min(performance.now() + MAX_CANDIDATE_MS, tried.endsAt),
  });
  const bound = bind(candidate, tried);
  try {
    const tables = candidate.tables.map((one) => {
      const definition = bound.tables[one.name];
      return [one.name, readTable(one, candidate, { definition, budget }, tried)] as const;
    });
    const made = foldRows(bound, typeRows(bound, Object.fromEntries(tables), budget), budget);
    checkBody(bound, made, budget);
    return { body: made.body };
  } catch (error) {
    if (error instanceof WallfeedError) return { error };
    throw error;
  }
};
