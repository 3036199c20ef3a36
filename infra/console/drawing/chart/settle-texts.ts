import { endOf } from '../picture-style.ts';
import type { Box, Size } from '../theme.ts';
import type { init } from './register-charts.ts';

interface Shape {
  readonly type: string;
  /** Symbols, such as the nodes of a graph, name their form. */
  readonly shape?: { readonly symbolType?: string };
  readonly transform?: readonly number[] | null;
  getBoundingRect(): Box & { clone(): Box & { applyTransform(matrix: readonly number[]): void } };
  contain(x: number, y: number): boolean;
  /** From a slice to its label. */
  getTextGuideLine?(): { ignore: boolean } | null | undefined;
  dirty(): void;
}

/** Each line is an element of its own. */
interface ChartText {
  ignore: boolean;
  /** The index of a legend's entry is noted in the group of the entry. */
  readonly parent?: { readonly __legendDataIndex?: number };
  readonly style: { readonly text?: string };
  readonly __hostTarget?: Shape;
}

interface TextLine extends Shape {
  readonly parent?: ChartText;
  readonly style: { readonly text?: string; readonly fontSize?: number | string; x?: number; y?: number };
}

interface Body extends Shape {
  getTextContent(): ChartText | undefined;
}

interface DrawnChart {
  getZr(): { readonly storage: { getDisplayList(update?: boolean): readonly unknown[] } };
}

const GAP_PX = 1;

const placeOf = (shape: Shape): Box => {
  const rect = shape.getBoundingRect().clone();
  if (shape.transform) rect.applyTransform(shape.transform);
  const { x, y, width, height } = rect;
  return { x, y, width, height };
};

const around = (boxes: readonly Box[]): Box => {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const ends = boxes.map(endOf);
  const right = Math.max(...ends.map(({ width }) => width));
  const bottom = Math.max(...ends.map(({ height }) => height));
  return { x, y, width: right - x, height: bottom - y };
};

const isApart = (a: Box, b: Box): boolean =>
  a.x >= b.x + b.width + GAP_PX || b.x >= a.x + a.width + GAP_PX || a.y >= b.y + b.height || b.y >= a.y + a.height;

/** Returns the distance by which a part must move to lie between 0 and `whole`. */
const wayInside = (start: number, length: number, whole: number): number =>
  Math.max(-start, 0) + Math.min(whole - start - length, 0);

const moveInside = (box: Box, { width, height }: Size): Box => ({
  ...box,
  x: box.x + wayInside(box.x, box.width, width),
  y: box.y + wayInside(box.y, box.height, height),
});

/** Moves the lines of a text. The lines of ECharts may be scaled or turned. */
const move = (lines: readonly TextLine[], dx: number, dy: number): void => {
  for (const line of lines) {
    const [a = 1, b = 0, c = 0, d = 1] = line.transform ?? [];
    const determinant = a * d - b * c || 1;
    line.style.x = (line.style.x ?? 0) + (d * dx - c * dy) / determinant;
    line.style.y = (line.style.y ?? 0) + (a * dy - b * dx) / determinant;
    line.dirty();
  }
};

const fontOf = ({ style }: TextLine): number => Number.parseFloat(String(style.fontSize ?? 0)) || 0;

const ELLIPSIS = /(\.\.\.|…)$/;

/** Returns a number that is larger for texts that matter more: entries of legends, then large texts. */
const rankOf = (text: ChartText, [line]: readonly TextLine[]): number =>
  text.parent?.__legendDataIndex === undefined ? fontOf(line as TextLine) : Number.POSITIVE_INFINITY;

const isCut = (text: ChartText, lines: readonly TextLine[]): boolean =>
  ELLIPSIS.test(lines.at(-1)?.style.text ?? '') && !ELLIPSIS.test(text.style.text ?? '');

/** Besides symbols. A region of a map is none, because the names of small regions lie over others. */
const BODIES: ReadonlySet<string> = new Set(['rect', 'sector', 'polygon']);
/** The symbols on a line are smaller. */
const MIN_BODY_PX = 8;

const isSymbol = ({ shape }: Shape): boolean => shape?.symbolType !== undefined;

const isBody = (shape: Body): boolean => {
  if (!(isSymbol(shape) || BODIES.has(shape.type)) || !shape.getTextContent?.()) return false;
  const { width, height } = placeOf(shape);
  return Math.min(width, height) >= MIN_BODY_PX;
};

/** In parts of the width and height of a box. */
const POINTS = [0, 0.17, 0.33, 0.5, 0.67, 0.83, 1].flatMap((x) => [0.1, 0.37, 0.63, 0.9].map((y) => [x, y] as const));

/** The corners of a slice's label may touch the slice beside it. */
const MIDDLE_POINTS = [0.17, 0.5, 0.83].map((x) => [x, 0.5] as const);

const covers = (body: Shape, { x, y, width, height }: Box, points: readonly (readonly [number, number])[]): boolean =>
  points.some(([right, down]) => body.contain(x + right * width, y + down * height));

/** Returns the bodies that a label must not cover: all but its own, and those that its own body lies in. */
const neighboursOf = (host: Shape, bodies: readonly Body[]): readonly Body[] => {
  const { x, y, width, height } = placeOf(host);
  return bodies.filter((body) => body !== host && !body.contain(x + width / 2, y + height / 2));
};

const LABEL_GAP_PX = 3;

/** The label of a wider bar stays on its side. */
const MAX_BAR_PX = 16;

/** Returns the places of a label: where ECharts puts it, and on the other sides of a symbol or a thin bar. */
const placesFor = (box: Box, host: Shape | undefined): readonly Box[] => {
  if (!host) return [box];
  const { x, y, width, height } = placeOf(host);
  const isBar = host.type === 'rect' && width <= MAX_BAR_PX;
  if (!isBar && !isSymbol(host)) return [box];
  const [middle, level] = [x + (width - box.width) / 2, y + (height - box.height) / 2];
  const sides = [
    [middle, y + height + LABEL_GAP_PX],
    [middle, y - LABEL_GAP_PX - box.height],
    [x + width + LABEL_GAP_PX, level],
    [x - LABEL_GAP_PX - box.width, level],
    [middle, level],
  ] as const;
  return [box, ...(isBar ? sides.slice(2) : sides.slice(0, -1)).map(([left, top]) => ({ ...box, x: left, y: top }))];
};

/**
 * Moves texts that leave the chart inside, and labels that would cover another text or the body of another label to
 * another side of their own body. Leaves out texts that find no place, and texts that are cut unless `mayCut` is true. If an
 * entry of a legend and another text overlap, the entry stays. If two other texts overlap, the larger one stays.
 */
export const settleTexts = (chart: ReturnType<typeof init>, size: Size, mayCut: boolean): void => {
  const shapes = (chart as unknown as DrawnChart).getZr().storage.getDisplayList(true);
  const bodies = (shapes as readonly Body[]).filter(isBody);
  const lines = (shapes as readonly TextLine[]).filter(
    ({ type, parent, style }) => type === 'tspan' && parent && style.text,
  );
  const texts = [...Map.groupBy(lines, ({ parent }) => parent as ChartText)].sort(
    (a, b) => (rankOf(...b) > rankOf(...a) ? 1 : 0) - (rankOf(...a) > rankOf(...b) ? 1 : 0),
  );
  const taken: Box[] = [];
  for (const [text, parts] of texts) {
    const host = text.__hostTarget;
    const box = around(parts.map(placeOf));
    const others = host ? neighboursOf(host, bodies) : [];
    const points = host?.getTextGuideLine?.() ? MIDDLE_POINTS : POINTS;
    const isFree = (place: Box): boolean =>
      taken.every((other) => isApart(place, other)) && !others.some((body) => covers(body, place, points));
    const place = placesFor(box, host)
      .map((one) => moveInside(one, size))
      .find(isFree);
    const isTooLarge = box.width > size.width || box.height > size.height;
    if (!place || isTooLarge || (!mayCut && isCut(text, parts))) {
      text.ignore = true;
      const guide = host?.getTextGuideLine?.();
      if (guide) guide.ignore = true;
      continue;
    }
    if (place.x !== box.x || place.y !== box.y) move(parts, place.x - box.x, place.y - box.y);
    taken.push(place);
  }
};
