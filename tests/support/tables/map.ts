import fc from 'fast-check';
import { blankable, number, numberFrom, rows, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

const regions = fc.record({ table: rows({ name: text, value: number }) });

/** Rows of tips and alarms refer to a region. All tips of a series in a region have one scope. */
const ofRegions = (names: readonly string[]) => {
  const region = fc.constantFrom(...names);
  const tips = fc.uniqueArray(fc.tuple(region, text, blankable(number)), {
    maxLength: 5,
    selector: ([one, series]) => JSON.stringify([one, series]),
  });
  const tipRows = tips.chain((series) =>
    fc.array(fc.tuple(fc.constantFrom(...series, ['', '', ''] as const), text, number), { maxLength: 12 }),
  );
  return fc.record({
    tips: tipRows.map(
      (drawn): Cells => [
        ['region', 'series', 'name', 'value', 'scope'],
        ...drawn
          .filter(([[one]]) => one !== '')
          .map(([[one, series, scope], name, value]) => [one, series, name, value, scope]),
      ],
    ),
    alarms: rows({ region, title: text, node: text, alarmname: text }),
  });
};

const world = fc.uniqueArray(text, { minLength: 1, maxLength: 5 }).chain((names) =>
  fc
    .tuple(fc.array(fc.tuple(text, number), { minLength: names.length, maxLength: names.length }), ofRegions(names))
    .map(
      ([details, others]): Readonly<Record<string, Cells>> => ({
        regions: [['name', 'title', 'value'], ...names.map((name, index) => [name, ...(details[index] ?? ['', ''])])],
        ...others,
      }),
    ),
);

const earth = text.chain((unit) =>
  rows({ unit: fc.constant(unit), name: text, type: text, locationId: number, firstScreen: numberFrom(0, 60_000) }),
);

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  map: regions,
  'world-map': regions,
  '3d-world-map': world,
  '3d-earth': fc.record({ table: earth }),
};
