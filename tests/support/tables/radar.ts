import fc from 'fast-check';
import { number, pairs, rows, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

/** Draws the rows of a radar: value, indicator, max, series, amount. Each indicator has one maximum. */
export const radar = (indicators?: number, ofValue = number) =>
  fc
    .tuple(
      ofValue,
      pairs(['series', 'indicator', 'amount'], number, indicators),
      fc.array(number, { minLength: 6, maxLength: 6 }),
    )
    .map(([value, [, ...drawn], maxima]): Cells => {
      const names = [...new Set(drawn.map(([, indicator = '']) => indicator))];
      return drawn.map(([series = '', indicator = '', amount = '']) => [
        value,
        indicator,
        maxima[names.indexOf(indicator)] ?? '0',
        series,
        amount,
      ]);
    });

const radarTable = (indicators?: number) =>
  fc.record({
    table: radar(indicators).map((drawn): Cells => [['value1', 'name1', 'max', 'name2', 'value2'], ...drawn]),
  });

const rotating = fc.uniqueArray(text, { minLength: 1, maxLength: 4 }).chain((names) =>
  fc
    .tuple(
      fc.array(number, { minLength: names.length, maxLength: names.length }),
      rows({ group: fc.constantFrom(...names), name: text, value: fc.oneof(number, text) }),
      fc.array(radar(), { maxLength: names.length }),
    )
    .map(
      ([values, items, radars]): Readonly<Record<string, Cells>> => ({
        groups: [['name', 'value'], ...names.map((name, index) => [name, values[index] ?? '0'])],
        items,
        radars: [
          ['group', 'value', 'indicator', 'max', 'series', 'amount'],
          ...radars.flatMap((drawn, index) => drawn.map((cells) => [names[index] ?? '', ...cells])),
        ],
      }),
    ),
);

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'radar-chart': radarTable(),
  '3d-radar-chart': radarTable(6),
  'rotating-radar-chart': rotating,
};
