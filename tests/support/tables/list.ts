import fc from 'fast-check';
import { blankable, colour, number, rows, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

const part = text.filter((one) => !one.includes('|'));
const pair = fc.tuple(part, part).map((parts) => parts.join('|'));

const alignment = fc.constantFrom('left', 'center', 'right');

const group = fc.tuple(
  fc.tuple(
    text,
    pair,
    fc.tuple(alignment, alignment).map((words) => words.join('|')),
  ),
  fc.array(pair, { minLength: 1, maxLength: 4 }),
);

/** The lists of groups have two columns. Both readings accept such a table. */
const menus = fc
  .dictionary(fc.integer().map(String), group, { maxKeys: 4 })
  .map(
    (groups): Cells => [
      ['id', 'name', 'seriestitle', 'textAlign', 'series'],
      ...Object.entries(groups).flatMap(([id, [shared, series]]) => series.map((cells) => [id, ...shared, cells])),
    ],
  );

const twoDigits = (max: number) => fc.nat(max).map((value) => String(value).padStart(2, '0'));

const clock = fc.tuple(twoDigits(23), twoDigits(59), twoDigits(59)).map((parts) => parts.join(':'));

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2400-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const time = fc.oneof(
  clock,
  fc.tuple(day, clock).map((parts) => parts.join(' ')),
);

const cell = blankable(text);

/** As many columns as the sample's option textAlign has entries. */
const paging = rows({ Order: cell, Customer: cell, Amount: cell, State: cell });

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'alarm-list-2': fc.record({ table: rows({ name: text, value: number, color: blankable(colour) }) }),
  'carousel-list': fc.record({ table: menus }),
  'alarm-list': fc.record({
    table: rows({ status: fc.constantFrom('1', '2', '3'), title: text, content: text, time }),
  }),
  'alarm-information': fc.record({ table: rows({ name: text, value: text }) }),
  'paging-list': fc.record({ table: paging }),
};
