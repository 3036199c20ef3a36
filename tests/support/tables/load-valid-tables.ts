import type fc from 'fast-check';
import type { Cells } from './csv-cells.ts';
import type { ShapeFolder } from './shape-folders.ts';

/** A shape must accept these tables. */
export type ValidTables = fc.Arbitrary<Readonly<Record<string, Cells>>>;

export const loadValidTables = async ({ family, name }: Pick<ShapeFolder, 'family' | 'name'>): Promise<ValidTables> => {
  const { validTables } = (await import(`./${family}.ts`)) as {
    validTables: Readonly<Record<string, ValidTables>>;
  };
  const valid = validTables[name];
  if (!valid) throw new Error(`tests/support/tables/${family}.ts has no tables for ${name}. Add them.`);
  return valid;
};
