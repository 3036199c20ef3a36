import { expect, test } from '@jest/globals';
import { themes } from '../../../../infra/console/drawing/theme.ts';
import { drawRows } from '../../../../infra/console/drawing/wall/draw-rows.ts';
import type { TablePicture } from '../../../../schemas/common/charts/picture.ts';

const style = {
  theme: themes.dark,
  component: 'Paging List',
  prefix: '',
  turn: 0,
  unit: 12,
  tiles: 9,
  moreColumns: (count: number) => `${count} more columns`,
};

const header = ['Warehouse', 'Distribution', 'Replenishment', 'Satisfaction', 'Development'];
const table: TablePicture = { kind: 'table', header, align: header.map(() => 'left'), rows: [header, header] };

const drawIn = (width: number): string => drawRows(table, { x: 0, y: 0, width, height: 200 }, style).svg;

test('a table says how many of its columns have no room on the wall', () => {
  const svg = drawIn(200);
  const shown = header.filter((one) => svg.includes(`>${one}<`)).length;
  expect(shown).toBeGreaterThan(0);
  expect(svg).toContain(`>${header.length - shown} more columns<`);
  expect(drawIn(900)).not.toContain('more columns');
});
