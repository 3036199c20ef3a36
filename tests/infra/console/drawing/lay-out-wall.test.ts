import { describe, expect, test } from '@jest/globals';
import { layOutWall, scaleOf, weightOf } from '../../../../infra/console/drawing/wall/lay-out-wall.ts';

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 2560, height: 720 },
  { width: 1080, height: 1920 },
];

const KINDS = [
  { component: 'Numeric Metric', family: 'metric' },
  { component: 'Pie Chart', family: 'pie' },
  { component: 'Paging List', family: 'list' },
  { component: 'Map', family: 'map' },
];

const itemsOf = (count: number, kinds = KINDS) =>
  Array.from({ length: count }, (_, index) => ({
    slug: `endpoint-${index}`,
    ...(kinds[(index * 7) % kinds.length] as (typeof KINDS)[number]),
  }));

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const isApart = ({ x, y, width, height }: Box, other: Box): boolean =>
  other.x >= x + width || other.x + other.width <= x || other.y >= y + height || other.y + other.height <= y;

const MAX_PAGES = { 1: 1, 4: 1, 9: 1, 25: 2, 60: 5, 102: 10 };

describe.each(SCREENS)('a screen of $width by $height pixels', (size) => {
  const scale = scaleOf(size);

  test.each(Object.entries(MAX_PAGES))('%s endpoints fill the screen without overlaps', (count, maxPages) => {
    for (const kinds of [KINDS, KINDS.slice(0, 1), KINDS.slice(0, 2), KINDS.slice(3)]) {
      const items = itemsOf(Number(count), kinds);
      const pages = layOutWall(items, scale);
      expect(pages.length).toBeLessThanOrEqual(maxPages);
      expect(pages.flat().map(({ slug }) => slug)).toEqual(items.map(({ slug }) => slug));
      for (const page of pages) {
        const boxes = page.map(({ box }) => box);
        const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
        expect(area / (size.width * size.height)).toBeGreaterThan(0.85);
        const isInside = ({ x, y, width, height }: Box): boolean =>
          Math.min(x, y - Math.floor(scale.headHeight), width, height) >= 0 &&
          x + width <= size.width &&
          y + height <= size.height;
        expect(boxes.filter((box) => !isInside(box))).toEqual([]);
        expect(boxes.filter((box, index) => !boxes.slice(index + 1).every((other) => isApart(box, other)))).toEqual([]);
      }
    }
  });

  test('the head of a wall takes at most 6 % of the height', () => {
    expect(scale.headHeight).toBeLessThanOrEqual(0.06 * size.height);
  });
});

test('the area of a tile follows its weight, and its shape is near to 3:2', () => {
  const items = itemsOf(9);
  const [page = []] = layOutWall(items, scaleOf({ width: 1920, height: 1080 }));
  const perWeight = page.map(({ box }, index) => (box.width * box.height) / weightOf(items[index] as never));
  expect(Math.max(...perWeight) / Math.min(...perWeight)).toBeLessThan(1.2);
  for (const { box } of page) expect(Math.abs(Math.log(box.width / box.height / 1.5))).toBeLessThan(1.1);
});

test('a page that is drawn in dashboard.yml puts endpoints on their cells, and the others follow on pages of their own', () => {
  const areas = [
    { slug: 'endpoint-2', x: 0, y: 0, width: 1, height: 1 },
    { slug: 'endpoint-0', x: 1, y: 0, width: 2, height: 2 },
  ];
  const scale = scaleOf({ width: 1920, height: 1080 });
  const [first = [], second = []] = layOutWall(itemsOf(3), scale, [{ columns: 3, rows: 2, areas }]);
  expect(first.map(({ slug }) => slug)).toEqual(['endpoint-2', 'endpoint-0']);
  expect((first[1]?.box.width ?? 0) / (first[0]?.box.width ?? 1)).toBeCloseTo(2, 1);
  expect(second.map(({ slug }) => slug)).toEqual(['endpoint-1']);
});
