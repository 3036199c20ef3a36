import { option } from '../../../shared/catalogue/option.ts';
import { orderedObject } from '../../../shared/catalogue/serialize-body.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, numberOrText, optional, text } from '../../../shared/tabular/column.ts';
import { chosenTable, freeTable } from '../../../shared/tabular/define-table.ts';

const cell = optional(numberOrText);
const named = { option: 'text', column: optional(text) };

const anyColumns = freeTable(cell, cell, { hasNames: true, named });
const nameAndValue = freeTable(cell, optional(number), { columnCount: { min: 2, max: 2 }, named });

export const shape = defineShape({
  id: 'X1',
  name: 'rows',
  components: ['Rows'],
  tables: {
    table: chosenTable('form', { rows: anyColumns, dataset: anyColumns, table: anyColumns, pairs: nameAndValue }),
  },
  options: {
    form: option.described(
      option.or(option.word('rows', 'dataset', 'pairs', 'table'), 'rows'),
      'the form of the body: a list of rows, a dataset of a charting library, names with values, or a table',
    ),
    text: option.described(
      option.optional(option.list(option.text)),
      'the columns whose cells stay text, such as codes; without it, plain numbers become Numbers',
    ),
  },
  hasFreeKeys: true,
  fold({ table: { header, rows } }, { form }) {
    if (form === 'pairs') return rows.map(([name = null, value = null]) => ({ name, value }));
    const objects = rows.map((row) => orderedObject(header, (column) => row[column] ?? null));
    if (form === 'dataset') return { dimensions: header, source: objects };
    if (form === 'table') return { columns: header.map((name) => ({ id: name, name })), rows: objects };
    return objects;
  },
});
