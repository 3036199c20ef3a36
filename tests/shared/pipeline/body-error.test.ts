import { expect, test } from '@jest/globals';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { bodyError } from '../../../shared/pipeline/body-error.ts';
import { text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

const shape = defineShape({
  id: 'S0',
  name: 'any',
  components: [],
  tables: { table: table({ name: text }) },
  fold: (tables) => tables,
});

test('an error shows only the beginning of a path with very long keys', () => {
  const path = `series[0].${'key'.repeat(5_000)}`;
  const { message, details } = bodyError(shape, [{ path, rule: 'type', message: 'must be a Number' }], undefined);
  expect(details).toEqual([{ path: `${path.slice(0, 200)}…`, message: 'must be a Number' }]);
  expect(message.length).toBeLessThan(300);
});
