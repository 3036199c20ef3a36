import { expect, test } from '@jest/globals';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import { bindShape } from '../../../shared/pipeline/bind-endpoints.ts';
import { typeRows } from '../../../shared/pipeline/make-body.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';

const definition = table({ name: text, value: number });

const bind = (...names: readonly string[]) => {
  const shape = defineShape({
    id: 'S1',
    name: 'typed',
    components: [],
    tables: Object.fromEntries(names.map((name) => [name, definition])),
    fold: () => ({}),
  });
  return bindShape({ shape, validate: () => true, timezone: 'UTC' }, { options: {} });
};

const createTable = (): Table => ({ header: ['name', 'value'], rows: [['A', '1']], locate: () => ({ line: 2 }) });

test('an unchanged table of an endpoint with several tables is typed once', () => {
  const bound = bind('one', 'other');
  const one = createTable();
  const first = typeRows(bound, { one, other: createTable() }, UNLIMITED);
  const second = typeRows(bound, { one, other: createTable() }, UNLIMITED);
  expect(second.typed.one).toBe(first.typed.one);
  expect(second.typed.other).not.toBe(first.typed.other);
});

test('the typed rows of the only table of an endpoint are not kept in memory', () => {
  const bound = bind('table');
  const only = createTable();
  typeRows(bound, { table: only }, UNLIMITED);
  expect(bound.typedBefore.has(only)).toBe(false);
});
