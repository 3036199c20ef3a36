import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import type { Reading } from '../../shared/tabular/table.ts';
import { feedDocument, feedTables } from '../support/rejects/feed.ts';
import { requireFilled } from '../support/shapes/parts-to-fill.ts';
import { anyCharacter } from '../support/tables/arbitrary-cells.ts';
import { type Cells, mapTables, readCells, withCell, writeCsv } from '../support/tables/csv-cells.ts';
import { loadValidTables } from '../support/tables/load-valid-tables.ts';
import { eachShape, namedReadings } from '../support/tables/shape-folders.ts';

/** Damages to a table: another cell, more or fewer cells or rows, or another order. */
const damages: readonly ((cells: Cells, row: number, column: number, junk: string) => Cells)[] = [
  withCell,
  (cells, row, column) => cells.with(row, (cells[row] ?? []).toSpliced(column, 1)),
  (cells, row, column, junk) => cells.with(row, (cells[row] ?? []).toSpliced(column, 0, junk)),
  (cells, row) => cells.toSpliced(row, 1),
  (cells, row) => cells.toSpliced(row, 0, cells[row] ?? []),
  (cells, row) => [...cells.toSpliced(row, 1), cells[row] ?? []],
  (cells, row, column) => withCell(cells, row, column, cells.at(-1)?.[column] ?? ''),
];

const junk = fc.oneof(
  fc.constantFrom(
    '',
    '-',
    '0',
    '-1',
    '101',
    '1e400',
    'NaN',
    '#fff',
    '1,234',
    '12%',
    '１２',
    '=1+1',
    '__proto__',
    'constructor',
  ),
  fc.string({ unit: anyCharacter, maxLength: 6 }),
);

const damaged = (cells: Cells) =>
  fc
    .tuple(fc.constantFrom(...damages), fc.nat(cells.length - 1), fc.nat(20), junk)
    .map(([damage, row, column, text]) => damage(cells, row, column % (cells[row]?.length || 1), text));

/** Returns an accepted body or a WallfeedError. Rethrows any other error. Properties return booleans: `expect` is slow. */
const outcome = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
};

describe.each(eachShape)('%s', (_, folder) => {
  const { tables, options, bodies } = folder;
  const readings = namedReadings(bodies);
  const settings = (reading?: Reading) => ({ options, ...(reading && { reading }) });

  test.each(readings)('every valid table in %s gives a body that is accepted', async (_name, reading) => {
    const valid = await loadValidTables(folder);
    fc.assert(
      fc.property(valid, (drawn) => {
        const body = JSON.stringify(feedTables(folder, mapTables(drawn, writeCsv), settings(reading)));
        return JSON.stringify(feedDocument(folder, JSON.parse(body))) === body;
      }),
    );
  });

  test.each(readings)(
    'a table in %s with one damaged cell is refused with a message, or gives a body',
    (_name, reading) => {
      requireFilled(folder);
      const cells = mapTables(tables, readCells);
      const drawn = fc
        .constantFrom(...Object.keys(tables))
        .chain((table) => damaged(cells[table] ?? []).map((damage) => ({ ...cells, [table]: damage })));
      fc.assert(
        fc.property(
          drawn,
          (one) => outcome(() => feedTables(folder, mapTables(one, writeCsv), settings(reading))) !== undefined,
        ),
        { numRuns: 300 },
      );
    },
  );

  test('any JSON document is refused with a message, or accepted unchanged', () => {
    requireFilled(folder);
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const found = outcome(() => feedDocument(folder, body));
        return found === body || found instanceof WallfeedError;
      }),
    );
  });
});
