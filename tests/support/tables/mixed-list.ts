import fc from 'fast-check';
import { blankable, colour, number, numberFrom, rows, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';
import { radar } from './radar.ts';

const cell = blankable(text);

const line = blankable(fc.array(number, { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join('|')));

const other = fc.option(rows({ name: text, value: fc.oneof(number, text) }), { nil: undefined });

const keyed = (list: fc.Arbitrary<Cells>) =>
  fc
    .tuple(list, other)
    .map(
      ([drawn, others]): Readonly<Record<string, Cells>> => (others ? { list: drawn, other: others } : { list: drawn }),
    );

const ids = (max: number) => fc.uniqueArray(fc.integer().map(String), { minLength: 1, maxLength: max });

const faults = fc.tuple(ids(4), ids(6)).chain(([groupIds, faultIds]) => {
  const details = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 3 });
  const group = fc.tuple(...groupIds.map((id) => fc.tuple(fc.constant(id), text, details)));
  const fault = fc.tuple(fc.constantFrom(...groupIds), text, blankable(number), blankable(colour));
  return fc.record({
    infolist: rows({ name: text, value: fc.oneof(number, text) }, { min: 3, max: 3 }),
    group: group.map(
      (drawn): Cells => [
        ['id', 'name', 'infoName', 'infoValue'],
        ...drawn.flatMap(([id, name, infos]) => infos.map((info) => [id, name, ...info])),
      ],
    ),
    series: fc
      .tuple(...faultIds.map(() => fault))
      .map(
        (drawn): Cells => [
          ['id', 'groupId', 'name', 'value', 'color'],
          ...drawn.map((cells, index) => [faultIds[index] ?? '', ...cells]),
        ],
      ),
  });
});

const titled = rows({ Service: text, Score: cell, Owner: cell }, { min: 1, max: 3 });

/** As many columns as the sample's options align, and a radar for each row. */
const radarList = (indicators: fc.Arbitrary<number>, value: fc.Arbitrary<string>) =>
  titled.chain((list) => {
    const radars = fc.tuple(...list.slice(1).map(() => indicators.chain((count) => radar(count, value))));
    return radars.map(
      (drawn): Readonly<Record<string, Cells>> => ({
        rows: list,
        radars: [
          ['row', 'value', 'indicator', 'max', 'series', 'amount'],
          ...drawn.flatMap((cells, index) => cells.map((one) => [String(index + 1), ...one])),
        ],
      }),
    );
  });

const share = numberFrom(0, 100);
const word = text.filter((one) => Number.isNaN(Number(one)));

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'multi-field-list': keyed(rows({ Service: cell, Trend: line, Owner: cell })),
  'legend-list': keyed(rows({ Region: cell, Orders: cell })),
  'alarm-fault-list': faults,
  'radar-chart-list': radarList(fc.integer({ min: 5, max: 6 }), share),
  'radar-chart-list-2': fc.oneof(
    radarList(fc.integer({ min: 3, max: 6 }), fc.oneof(share, word)),
    titled.map((list): Readonly<Record<string, Cells>> => ({ rows: list })),
  ),
};
