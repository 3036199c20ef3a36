import type { Validators } from '../../../shared/catalogue/validate.ts';
import type { CsvFormat } from '../../../shared/csv/parse-csv.ts';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { createBudget } from '../../../shared/limits/budget.ts';
import { bindShape } from '../../../shared/pipeline/bind-shape.ts';
import { checkBody } from '../../../shared/pipeline/check-body.ts';
import { foldRows, typeRows } from '../../../shared/pipeline/make-body.ts';
import type { CatalogueEntry } from '../../build/load-catalogue.ts';

/** A shape that may fit a file, and the settings with which it is tried. */
export interface Trial {
  readonly entry: CatalogueEntry;
  /** The name of the table that the file fills. */
  readonly table: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly format: CsvFormat;
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

/** Makes the body as an endpoint does: parses, types, folds and validates. */
export const runTrial = (trial: Trial, { bytes, timezone, validators }: TriedFile): TrialResult => {
  const { shape, family } = trial.entry;
  const validate = validators[family]?.[shape.name];
  if (!validate) throw new Error(`there are no validators of ${shape.name}`);
  const budget = createBudget({ memoryMb: Number.POSITIVE_INFINITY, endsAt: performance.now() + MAX_TRIAL_MS });
  const bound = bindShape({ shape, validate, timezone }, { options: trial.options });
  const definition = bound.tables[trial.table];
  if (!definition) throw new Error(`${shape.name} has no table ${trial.table}`);
  try {
    const table = parseCsv(bytes, trial.format, definition, budget);
    const made = foldRows(bound, typeRows(bound, { [trial.table]: table }, budget), budget);
    checkBody(bound, made, budget);
    return { body: made.body };
  } catch (error) {
    if (error instanceof WallfeedError) return { error };
    throw error;
  }
};
