import fc from 'fast-check';
import { number, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

/** Few names, so that paths share branches; sometimes any text. */
const part = fc
  .oneof({ weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', '__proto__') }, text)
  .map((name) => name.replaceAll('|', '/').trim());

const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('|'));

const table = fc
  .uniqueArray(
    fc.tuple(
      path.filter((one) => one !== ''),
      number,
    ),
    { maxLength: 12, selector: ([one]) => one },
  )
  .map((rows): Cells => [['path', 'value'], ...rows]);

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  treemap: fc.record({ table }),
};
