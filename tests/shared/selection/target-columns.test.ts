import { expect, test } from '@jest/globals';
import { checkTargets, targetsOf } from '../../../shared/selection/target-columns.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

test('a selection must name the source of each column that cannot be blank', () => {
  const definition = table({ name: text, value: number, pv: optional(number) });
  const selection = { columns: [{ name: 'name', source: { from: 'constant', value: 'x' } }] } as const;
  expect(checkTargets(targetsOf(definition, selection, [], {}))).toEqual([
    {
      message: '`columns` has no entry for value',
      hint: 'say where value comes from: `columns: { value: a column of the file }`',
    },
  ]);
});
