import { defineRule, selector } from '../../../shared/catalogue/rule.ts';
import { sameLength, within } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { list, number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { agree } from '../../../shared/tabular/key-checks.ts';
import { parseNumberOrText } from '../../../shared/tabular/parse-number.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';

/** A row of `name` and `num`. */
const PAIR_COLUMNS = 2;

const headers = selector('seriestitle');
const rowsOf = selector('series[]');

/** If rows are objects of `name` and `num`, the header has exactly two columns. */
const pairColumns = defineRule('pairColumns', function* (menu, base) {
  const hasPairs = rowsOf(menu).some(({ value }) => !Array.isArray(value));
  for (const { path, value } of headers(menu, base)) {
    const { length } = value as readonly string[];
    if (!hasPairs || length === PAIR_COLUMNS) continue;
    yield {
      path,
      message: `has length ${length}, but rows of name and num fill exactly ${PAIR_COLUMNS} columns`,
      hint: 'keep two columns, or make each row a list of cells (reading: sample)',
    };
  }
});

/**
 * Turns a row into an object of `name` and `num`. A row of the wrong length stays a list, so that the rule `sameLength`
 * refuses it.
 */
const toPair = (cells: readonly string[], columns: number) =>
  columns === PAIR_COLUMNS && cells.length !== PAIR_COLUMNS
    ? cells
    : { name: cells[0], num: parseNumberOrText(cells[1] ?? '') };

export const shape = defineShape({
  id: 'S28',
  name: 'carousel-list',
  components: ['Carousel List'],
  tables: {
    table: table(
      { id: number, name: text, seriestitle: list, textAlign: list, series: list },
      { keys: ['name', 'seriestitle', 'textAlign'].map((column) => agree(column, { by: 'id' })) },
    ),
  },
  defaultReading: 'sample',
  rules: [within('menus[]', sameLength('seriestitle', 'textAlign', 'series[]')), within('menus[]', pairColumns)],
  fold({ table: rows }, _options, reading) {
    const menus = Array.from(groupBy(rows, 'id'), ([id, group]) => {
      const { name = '', seriestitle = [], textAlign = [] } = group[0] ?? {};
      const cells = group.map(({ series }) => series);
      const series = reading === 'sample' ? cells : cells.map((row) => toPair(row, seriestitle.length));
      return { id, name, seriestitle, textAlign, series };
    });
    return { status: 200, menus };
  },
});
