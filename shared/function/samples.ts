import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first row is the header. */
export type Cells = readonly (readonly string[])[];

/** Small valid data of a shape. Each bundle contains these samples. */
export interface ShapeSample {
  readonly options: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, Cells>>;
  /** JSON text of a body. */
  readonly document: string;
}

export type Samples = Readonly<Record<string, ShapeSample>>;

export const loadSamples = (): Samples =>
  JSON.parse(readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '.', 'samples.json'), 'utf8'));
