import type { DrawnPage } from '../../../dashboard/head/wall-settings.ts';
import type { Box, Size } from '../theme.ts';

/** Pixels, by the size of the screen. */
export interface WallScale extends Size {
  /** 1 % of the square root of the screen's area. */
  readonly unit: number;
  readonly headHeight: number;
}

const MAX_HEAD_SHARE = 0.06;
const HEAD_UNITS = 4.4;

export const scaleOf = ({ width, height }: Size): WallScale => {
  const unit = Math.sqrt(width * height) / 100;
  return { width, height, unit, headHeight: Math.min(HEAD_UNITS * unit, MAX_HEAD_SHARE * height) };
};

export interface WallItem {
  readonly slug: string;
  readonly component: string;
  readonly family: string;
}

export interface PlacedItem {
  readonly slug: string;
  readonly box: Box;
}

export type WallPage = readonly PlacedItem[];

const LONE_FIGURES: ReadonlySet<string> = new Set(['Numeric Metric', 'PV', 'Dashboard Gauge']);
const FAMILY_WEIGHTS: Readonly<Record<string, number>> = {
  map: 4,
  relation: 4,
  treemap: 4,
  list: 3,
  'mixed-list': 3,
  rows: 3,
};
const CHART_WEIGHT = 2;

export const weightOf = ({ component, family }: WallItem): number =>
  LONE_FIGURES.has(component) ? 1 : (FAMILY_WEIGHTS[family] ?? CHART_WEIGHT);

/** A page of a larger wall has this many endpoints on average. */
const ONE_PAGE = 9;
const MEAN_ON_PAGE = 12.5;

/** Divides the endpoints into pages of about the same weight, in their order. */
export const divideIntoPages = <Item extends WallItem>(items: readonly Item[]): readonly (readonly Item[])[] => {
  if (items.length === 0) return [];
  const pages = items.length <= ONE_PAGE ? 1 : Math.ceil(items.length / MEAN_ON_PAGE);
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  let before = 0;
  const groups = Map.groupBy(items, (item) => {
    const page = Math.floor(((before + weightOf(item) / 2) / total) * pages);
    before += weightOf(item);
    return page;
  });
  return [...groups.values()];
};

const MARGIN_UNITS = 0.8;
const GAP_UNITS = 0.6;
const BEST_RATIO = 1.5;

/** Returns how far a tile is from the best ratio of width to height; 0 for the best. */
const distance = (width: number, height: number): number => Math.log(width / height / BEST_RATIO) ** 2;

interface Row {
  readonly cost: number;
  readonly start: number;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Divides weights into rows so that the tiles are as near to the best ratio as possible. */
const chooseRows = (weights: readonly number[], { width, height }: Size): readonly (readonly number[])[] => {
  const total = sumOf(weights);
  const costOfRow = (row: readonly number[]): number => {
    const share = sumOf(row);
    return sumOf(row.map((weight) => distance((width * weight) / share, (height * share) / total)));
  };
  const best: Row[] = [{ cost: 0, start: 0 }];
  for (let end = 1; end <= weights.length; end += 1) {
    const rows = Array.from({ length: end }, (_, start) => ({
      cost: (best[start] as Row).cost + costOfRow(weights.slice(start, end)),
      start,
    }));
    best.push(rows.reduce((least, row) => (row.cost < least.cost ? row : least)));
  }
  const rows: number[][] = [];
  for (let end = weights.length; end > 0; end = (best[end] as Row).start)
    rows.unshift(weights.slice((best[end] as Row).start, end));
  return rows;
};

/** Returns the part of the screen below the head, without the margins. */
const areaOf = ({ width, height, unit, headHeight }: WallScale): Box => {
  const margin = MARGIN_UNITS * unit;
  return { x: margin, y: headHeight, width: width - 2 * margin, height: height - headHeight - margin };
};

const roundBox = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(x + width) - Math.round(x),
  height: Math.round(y + height) - Math.round(y),
});

const withGap = ({ x, y, width, height }: Box, { unit }: WallScale): Box => {
  const gap = GAP_UNITS * unit;
  return roundBox({ x: x + gap / 2, y: y + gap / 2, width: width - gap, height: height - gap });
};

/** On a page with at most `tiles` tiles, so that a figure has room on a wide screen. */
const MIN_OF_FEW = { tiles: 4, weight: 1.25 };

export const placeInRows = (items: readonly WallItem[], scale: WallScale): WallPage => {
  const area = areaOf(scale);
  const least = items.length <= MIN_OF_FEW.tiles ? MIN_OF_FEW.weight : 0;
  const rows = chooseRows(
    items.map((item) => Math.max(weightOf(item), least)),
    area,
  );
  const total = sumOf(rows.flat());
  let index = 0;
  let y = area.y;
  return rows.flatMap((row) => {
    const share = sumOf(row);
    const height = (area.height * share) / total;
    let x = area.x;
    const placed = row.map((weight) => {
      const width = (area.width * weight) / share;
      const box = withGap({ x, y, width, height }, scale);
      const { slug } = items[index] as WallItem;
      index += 1;
      x += width;
      return { slug, box };
    });
    y += height;
    return placed;
  });
};

const placeInAreas = ({ columns, rows, areas }: DrawnPage, scale: WallScale): WallPage => {
  const { x, y, width, height } = areaOf(scale);
  const [column, row] = [width / columns, height / rows];
  return areas.map(({ slug, ...cells }) => ({
    slug,
    box: withGap(
      { x: x + cells.x * column, y: y + cells.y * row, width: cells.width * column, height: cells.height * row },
      scale,
    ),
  }));
};

/** Places all endpoints: first those on pages that dashboard.yml draws, then the other endpoints on further pages. */
export const layOutWall = (
  items: readonly WallItem[],
  scale: WallScale,
  drawn: readonly DrawnPage[] = [],
): readonly WallPage[] => {
  const slugs = new Set(items.map(({ slug }) => slug));
  const shown = drawn
    .map((page) => ({ ...page, areas: page.areas.filter(({ slug }) => slugs.has(slug)) }))
    .filter(({ areas }) => areas.length > 0);
  const named = new Set(shown.flatMap(({ areas }) => areas.map(({ slug }) => slug)));
  const others = divideIntoPages(items.filter(({ slug }) => !named.has(slug)));
  return [...shown.map((page) => placeInAreas(page, scale)), ...others.map((page) => placeInRows(page, scale))];
};
