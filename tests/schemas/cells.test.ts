import { describe, expect, test } from '@jest/globals';
import { tablesOf } from '../../shared/catalogue/settings.ts';
import type { Column } from '../../shared/tabular/column.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import { columnsOf } from './columns-of.ts';
import { readCells, withCell, writeCsv } from './csv-cells.ts';
import { feedTables } from './feed.ts';
import { eachShape, type ShapeFolder } from './shape-folders.ts';

const NUMERIC = new Set(['number', 'numberList', 'time']);

/** Cells that a column must refuse. */
const wrongCells = ({ type, blank }: Column<unknown>): readonly string[] => [
  ...(blank === 'refused' ? [''] : []),
  ...(NUMERIC.has(type) ? ['n/a'] : []),
];

/** A blank cell alone on its line is a blank line, which is no row. */
const withoutBlank = (column: Column<unknown>): readonly string[] => wrongCells(column).filter((cell) => cell !== '');

/** Every column of the sample's tables, with each cell that it must refuse put into its last row. */
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

/** A list that shows any cell as it is refuses none. */
const refusing = eachShape.filter(([, folder]) => wrongTables(folder).length > 0);

describe.each(refusing)('%s', (_, folder) => {
  test.each(wrongTables(folder).map((wrong) => [wrong.name, wrong] as const))('%s', (_, { texts, place }) => {
    const act = () => feedTables(folder, texts, { options: folder.options });
    expect(act).toThrow(expect.objectContaining({ code: 'TABLE_CELL', details: [expect.objectContaining(place)] }));
  });
});
