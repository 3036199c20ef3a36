import { expect, test } from '@jest/globals';
import { drawTable } from '../../../../infra/console/drawing/picture/draw-table.ts';
import { pictureStyles } from '../../../../infra/console/drawing/picture-style.ts';
import { themes } from '../../../../infra/console/drawing/theme.ts';
import type { TablePicture } from '../../../../schemas/common/charts/picture.ts';

const SETTING = {
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

const drawIn = (width: number, height: number, style: 'wall' | 'tile') =>
  drawTable(table, { x: 0, y: 0, width, height }, { ...pictureStyles[style], ...SETTING });

test('a table says how many of its columns have no room on the wall', () => {
  const { svg } = drawIn(200, 200, 'wall');
  const shown = header.filter((one) => svg.includes(`>${one}<`)).length;
  expect(shown).toBeGreaterThan(0);
  expect(svg).toContain(`>${header.length - shown} more columns<`);
  expect(drawIn(900, 200, 'wall').svg).not.toContain('more columns');
});

test('a table on the page of the console is as large as all of its columns and rows need', () => {
  const { svg, end, turns } = drawIn(200, 30, 'tile');
  expect(header.filter((one) => svg.split(`>${one}<`).length !== 1 + 3)).toEqual([]);
  expect(turns).toBe(1);
  expect(end.width).toBeGreaterThan(300);
  expect(end.height).toBeGreaterThan(60);
});

test('the columns of a table have the relative widths that the table asks for, and keep their words whole', () => {
  const widths = [1, 1, 1, 1, 6];
  const drawn = drawTable(
    { ...table, widths },
    { x: 0, y: 0, width: 1000, height: 200 },
    { ...pictureStyles.wall, ...SETTING },
  );
  const [, x = ''] = /<text x="([\d.]+)"[^>]*>Development</.exec(drawn.svg) ?? [];
  expect(Number(x)).toBeCloseTo(400 + 6, -1);
});
