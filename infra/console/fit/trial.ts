import type { Validators } from '../../../shared/catalogue/validate.ts';
import type { CsvSource } from '../../../shared/config/sources.ts';
import type { CsvFormat } from '../../../shared/csv/csv-format.ts';
import { scanBytes, tableOf } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { createBudget } from '../../../shared/limits/budget.ts';
import { type BoundShape, bindShape } from '../../../shared/pipeline/bind-shape.ts';
import { checkBody } from '../../../shared/pipeline/check-body.ts';
import { foldRows, typeRows } from '../../../shared/pipeline/make-body.ts';
import { bindTable } from '../../../shared/sources/bind-table.ts';
import type { CatalogueEntry } from '../../build/load-catalogue.ts';
import { asFields } from '../../dashboard/fields.ts';
import { type KeysAt, readSelection } from '../../dashboard/read-selection.ts';
import type { SelectionFields } from './propose-selection.ts';

/** A shape that may fit a file, and the settings with which it is tried. */
export interface Trial {
  readonly entry: CatalogueEntry;
  /** The name of the table that the file fills. */
  readonly table: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly format: CsvFormat;
  /** How the file's columns become those of the table. Absent if they are taken by position. */
  readonly selection?: SelectionFields;
}

/** The file to be tried, and the dashboard that it is for. */
export interface TriedFile {
  readonly bytes: Uint8Array;
  readonly timezone: string;
  /** The compiled schemas by family and shape. */
  readonly validators: Readonly<Record<string, Validators>>;
}

/** The body that a shape makes of the file, or why it makes none. */
export type TrialResult = { readonly body: unknown } | { readonly error: WallfeedError };

/** A file that takes longer would keep the page waiting. */
const MAX_TRIAL_MS = 2_000;
const DAY_MINUTES = 1440;

/** Lists the keys of a map inside of fields, as the reader of dashboard.yml does. */
const keysIn =
  (fields: SelectionFields): KeysAt =>
  (path) => {
    const found = path.reduce<unknown>((value, step) => asFields(value)[String(step)], fields);
    return Object.keys(asFields(found)).map((name) => ({ name, isNumber: false }));
  };

const sourceOf = ({ format, selection: fields }: Trial): CsvSource => {
  const read = fields && readSelection(fields, [], keysIn(fields));
  return { source: 'csv', key: '', ...format, ...(read?.selection && { selection: read.selection }) };
};

const bind = ({ entry, options }: Trial, { timezone, validators }: TriedFile): BoundShape => {
  const { shape, family } = entry;
  const validate = validators[family]?.[shape.name];
  if (!validate) throw new Error(`there are no validators of ${shape.name}`);
  return bindShape({ shape, validate, timezone }, { options });
};

/** Makes the body as an endpoint does: parses, selects, types, folds and validates. */
export const runTrial = (trial: Trial, tried: TriedFile): TrialResult => {
  const { table: name, format, options } = trial;
  const { bytes, timezone } = tried;
  const budget = createBudget({ memoryMb: Number.POSITIVE_INFINITY, endsAt: performance.now() + MAX_TRIAL_MS });
  const bound = bind(trial, tried);
  const definition = bound.tables[name];
  const [reader] = definition ? bindTable(sourceOf(trial), definition, { timezone, options }).readers : [];
  if (!reader) throw new Error(`${trial.entry.shape.name} has no table ${name}`);
  try {
    const window = { currentTime: Date.now(), timePeriod: DAY_MINUTES };
    const table = tableOf(scanBytes(bytes, format, reader(window), { budget }));
    const made = foldRows(bound, typeRows(bound, { [name]: table }, budget), budget);
    checkBody(bound, made, budget);
    return { body: made.body };
  } catch (error) {
    if (error instanceof WallfeedError) return { error };
    throw error;
  }
};
