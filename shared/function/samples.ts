import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The cells of a table, its header first. */
export type Cells = readonly (readonly string[])[];

/** Small data that a shape accepts, as the bundle carries it for the rehearsal. */
export interface ShapeSample {
  readonly options: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, Cells>>;
  /** JSON text of a body. */
  readonly document: string;
}

/** By the names of the shapes. */
export type Samples = Readonly<Record<string, ShapeSample>>;

/** Reads `samples.json` beside the bundle. */
export const loadSamples = (): Samples =>
  JSON.parse(readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '.', 'samples.json'), 'utf8'));
