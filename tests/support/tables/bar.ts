import fc from 'fast-check';
import { blankable, colour, number, pairs, rows, text, time } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

const colouredPairs = fc
  .tuple(pairs(['name2', 'name1', 'value'], number), fc.infiniteStream(colour))
  .map(([[, ...cells], colours]): Cells => {
    const names = [...new Set(cells.map(([, name1]) => name1 ?? ''))];
    const byName = new Map(names.map((name) => [name, colours.next().value]));
    return [
      ['name1', 'color', 'name2', 'value'],
      ...cells.map(([name2 = '', name1 = '', value = '']) => [name1, byName.get(name1) ?? '', name2, value]),
    ];
  });

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'color-bar-chart': fc.record({ table: rows({ name: text, unit: text, value: number, color: colour }) }),
  '3d-bar-chart-2': fc.record({
    table: rows({ name: text, unit: blankable(text), value: number, color: blankable(colour) }),
  }),
  'bar-chart': fc.record({ table: pairs(['series', 'category', 'value'], number) }),
  'summary-bar-chart': fc.record({
    table: rows({ name: text, item: text, value: number, color: blankable(colour) }),
  }),
  '3d-bar-chart': fc.record({ table: rows({ x: time, y: number }) }),
  '3d-stacked-bar-chart': fc.record({ table: pairs(['set', 'legend', 'value'], number) }),
  'gradient-bar-chart': fc.record({ table: colouredPairs }),
};
