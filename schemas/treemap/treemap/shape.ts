import { defineShape } from '../../../shared/catalogue/shape.ts';
import { list, number } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { maxLevels, uniqueKeys } from '../../../shared/tabular/key-checks.ts';
import { growTree, MAX_LEVELS, nestedNodes, withinMaxLevels } from '../../common/tree.ts';

export const shape = defineShape({
  id: 'S48',
  name: 'treemap',
  components: ['Treemap'],
  tables: {
    table: table(
      { path: list, value: number },
      { keys: [uniqueKeys('path'), maxLevels('path', MAX_LEVELS, 'children')] },
    ),
  },
  rules: [withinMaxLevels],
  fold: ({ table: rows }) => ({ children: nestedNodes(growTree(rows)) }),
});
