/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Environment, type PromisedWall, startPromisedWall } from '../../support/promises/start-promised-wall.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEP_MS = 5 * MINUTE_MS;

/** Saturday; in the night to Sunday, clocks in Berlin are set back by an hour. */
const START = Date.parse('2026-10-24T00:00:00+02:00');
const LENGTH_HOURS = 48;

/** The wall opens at 07:00 and closes at 22:00 on every day. */
const OPEN = Array.from({ length: 7 }, (_, day) => ({ from: day * 1440 + 7 * 60, to: day * 1440 + 22 * 60 }));
const SECOND_OPENING = Date.parse('2026-10-25T07:00:00+01:00');
const FIRST_OPENING = Date.parse('2026-10-24T07:00:00+02:00');

const isOpenAt = (time: number): boolean =>
  (time >= FIRST_OPENING && time < FIRST_OPENING + 15 * HOUR_MS) ||
  (time >= SECOND_OPENING && time < SECOND_OPENING + 15 * HOUR_MS);

const EXPECT = {
  newest: { of: 'Created at', within: 2 * HOUR_MS },
  by: { days: [5, 6], minute: 510 },
  rows: { atLeast: 2 },
  values: { amount: { atLeast: 0 }, status: { oneOf: ['paid', 'open'] }, order: { unique: true, blank: 'never' } },
} as const;

let wall: PromisedWall;
let environments: readonly Environment[];
beforeAll(async () => {
  wall = await startPromisedWall();
});
beforeEach(() => wall.reset());
afterAll(() => wall.close());

interface Row {
  readonly at: number;
  readonly amount?: number;
  readonly status?: string;
  readonly order?: string;
}

const textOf = (rows: readonly Row[]): string =>
  [
    'Created at,amount,status,order',
    ...rows.map(
      ({ at, amount = 5, status = 'paid', order = String(at) }) =>
        `${new Date(at).toISOString()},${amount},${status},${order}`,
    ),
  ].join('\n');

/** Returns the rows of the file at a time. Each fault lasts for a while on one of the days. */
const rowsAt = (time: number): readonly Row[] => {
  const on = (from: string, to: string): boolean => time >= Date.parse(from) && time < Date.parse(to);
  // From 10:30 to 15:00 on Saturday, and all of the night, no rows arrive.
  const isLate = on('2026-10-24T10:30+02:00', '2026-10-24T15:00+02:00');
  const isNight = on('2026-10-24T21:30+02:00', '2026-10-25T09:10+01:00');
  const newest = isLate ? Date.parse('2026-10-24T10:30+02:00') : isNight ? Date.parse('2026-10-24T21:30+02:00') : time;
  const first: Row = {
    at: newest,
    ...(on('2026-10-24T16:00+02:00', '2026-10-24T16:30+02:00') && { amount: -3 }),
    ...(on('2026-10-24T17:00+02:00', '2026-10-24T17:20+02:00') && { status: 'lost' }),
    ...(on('2026-10-24T18:00+02:00', '2026-10-24T18:20+02:00') && { order: '' }),
  };
  const isShort = on('2026-10-25T12:00+01:00', '2026-10-25T12:40+01:00');
  return isShort ? [first] : [first, { at: newest - MINUTE_MS }, { at: newest - 2 * MINUTE_MS }];
};

const EXPECTED = [
  // At the first opening, the rows are new, and by 08:30 those of the day are there.
  ['2026-10-24T12:35+02:00', 'broken: orders: the newest row is from 10:30, 2 h 5 min old; promised within 2h'],
  ['2026-10-24T15:00+02:00', 'holds: orders: the newest row is from 15:00, as promised again after 2 h 25 min'],
  ['2026-10-24T16:00+02:00', 'broken: orders: amount is -3 in line 2; promised at least 0'],
  ['2026-10-24T16:30+02:00', 'holds: orders.amount: as promised again, after 30 min'],
  ['2026-10-24T17:00+02:00', "broken: orders: status is 'lost' in line 2; promised one of paid, open"],
  ['2026-10-24T17:20+02:00', 'holds: orders.status: as promised again, after 20 min'],
  ['2026-10-24T18:00+02:00', 'broken: orders: order is blank in line 2; promised never'],
  ['2026-10-24T18:20+02:00', 'holds: orders.order: as promised again, after 20 min'],
  // At the second opening, the clock has changed, and the rows are those of the evening.
  [
    '2026-10-25T07:00+01:00',
    'broken: orders: the newest row is from 2026-10-24 21:30, 10 h 30 min old; promised within 2h',
  ],
  [
    '2026-10-25T08:30+01:00',
    'broken: orders: no row of today is there at 08:30, and the newest is from 2026-10-24 21:30; promised by 08:30',
  ],
  ['2026-10-25T09:10+01:00', 'holds: orders: the newest row is from 09:10, as promised again after 2 h 10 min'],
  ['2026-10-25T09:10+01:00', 'holds: orders: the newest row is from 09:10, as promised again after 40 min'],
  ['2026-10-25T12:00+01:00', 'broken: orders: 1 row; promised at least 2'],
  ['2026-10-25T12:40+01:00', 'holds: orders: 3 rows, as promised again after 40 min'],
].map(([at = '', text]) => [new Date(at).toISOString(), text]);

const WALLS = [
  ['screens ask', { asks: true, restarts: false }],
  ['nobody asks', { asks: false, restarts: false }],
  ['screens ask and all environments restart each hour', { asks: true, restarts: true }],
] as const;

test.each(WALLS)(
  'in two days with a clock change, two environments send one message for each change and none at closed hours, while %s',
  async (_, { asks, restarts }) => {
    const settings = { hours: OPEN };
    const create = (): readonly Environment[] => [1, 2].map(() => wall.createEnvironment({ expect: EXPECT, settings }));
    environments = create();
    const told: (readonly [string, string])[] = [];
    let steps = 0;
    for (let time = START; time < START + LENGTH_HOURS * HOUR_MS; time += STEP_MS) {
      wall.setTime(time);
      steps += 1;
      await wall.write(textOf(rowsAt(time)));
      if (restarts && steps % 12 === 0) environments = create();
      // The schedule has whole hours, so it also runs in closed minutes, and wakes any environment.
      if (isOpenAt(time) || steps % 7 === 0) await environments[steps % 2]?.judge();
      if (asks) for (const one of environments) await one.ask();
      const known = told.length;
      for (const text of wall.messages().slice(known)) told.push([new Date(time).toISOString(), text]);
    }
    expect(told).toEqual(EXPECTED);
  },
);
