import { describe, expect, test } from '@jest/globals';
import { tablesOf } from '../../shared/pipeline/bind-endpoints.ts';
import type { Column } from '../../shared/tabular/column.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import { feedTables } from '../support/rejects/feed.ts';
import { readCells, withCell, writeCsv } from '../support/tables/csv-cells.ts';
import { eachShape, type ShapeFolder } from '../support/tables/shape-folders.ts';
import { columnsOf } from '../support/tables/sql-result.ts';

const NUMERIC = new Set(['number', 'numberList', 'time']);

const wrongCells = ({ type, blank }: Column<unknown>): readonly string[] => [
  ...(blank === 'refused' ? [''] : []),
  ...(NUMERIC.has(type) ? ['n/a'] : []),
];

/**
 * Returns the cells that a table's only column must refuse. A blank cell is not among them, because a blank line is not
 * a row.
 */
const withoutBlank = (column: Column<unknown>): readonly string[] => wrongCells(column).filter((cell) => cell !== '');

const wrongTables = ({ shape, tables, options }: ShapeFolder) =>
  Object.entries(tables).flatMap(([table, csv]) => {
    const cells = readCells(csv);
    const [header = []] = cells;
    const columns = columnsOf(tablesOf(shape, { options })[table] as TableDefinition, header);
    const wrong = columns.length === 1 ? withoutBlank : wrongCells;
    return columns.flatMap((column, index) =>
      wrong(column).map((cell) => ({
        name: `${table}: column ${index + 1} (${header[index]}) refuses '${cell}'`,
        texts: { ...tables, [table]: writeCsv(withCell(cells, cells.length - 1, index, cell)) },
        place: { line: cells.length, column: index + 1, columnName: header[index] },
      })),
    );
  });

/** The shapes with a column that can refuse a cell. Lists of free text accept any cell. */
const refusing = eachShape.filter(([, folder]) => wrongTables(folder).length > 0);

describe.each(refusing)('%s', (_, folder) => {
  test.each(wrongTables(folder).map((wrong) => [wrong.name, wrong] as const))('the table %s', (_, { texts, place }) => {
    const act = () => feedTables(folder, texts, { options: folder.options });
    expect(act).toThrow(expect.objectContaining({ code: 'TABLE_CELL', details: [expect.objectContaining(place)] }));
  });
});
