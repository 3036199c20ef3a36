import type { init } from '../register-charts.ts';
import type { Box, Size } from '../theme.ts';

/** A text of ECharts. Each of its lines is an element of its own. */
interface ChartText {
  ignore: boolean;
  /** ECharts notes the index of a legend's entry in the group of the entry. */
  readonly parent?: { readonly __legendDataIndex?: number };
  readonly style: { readonly text?: string };
}

interface TextLine {
  readonly type: string;
  readonly parent?: ChartText;
  readonly style: { readonly text?: string; readonly fontSize?: number | string; x?: number; y?: number };
  readonly transform?: readonly number[] | null;
  getBoundingRect(): Box & { clone(): Box & { applyTransform(matrix: readonly number[]): void } };
  dirty(): void;
}

interface Drawn {
  getZr(): { readonly storage: { getDisplayList(update?: boolean): readonly unknown[] } };
}

/** Distance between two texts, in pixels. */
const GAP_PX = 1;

const placeOf = (line: TextLine): Box => {
  const rect = line.getBoundingRect().clone();
  if (line.transform) rect.applyTransform(line.transform);
  const { x, y, width, height } = rect;
  return { x, y, width, height };
};

/** Returns the smallest box that contains all boxes. */
const around = (boxes: readonly Box[]): Box => {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
};

const isApart = (a: Box, b: Box): boolean =>
  a.x >= b.x + b.width + GAP_PX || b.x >= a.x + a.width + GAP_PX || a.y >= b.y + b.height || b.y >= a.y + a.height;

/** Returns the distance by which a part must move to lie between 0 and `whole`. */
const wayInside = (start: number, length: number, whole: number): number =>
  Math.max(-start, 0) + Math.min(whole - start - length, 0);

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

/** True if ECharts has cut the text. */
const isCut = (text: ChartText, lines: readonly TextLine[]): boolean =>
  ELLIPSIS.test(lines.at(-1)?.style.text ?? '') && !ELLIPSIS.test(text.style.text ?? '');

/**
 * Moves texts that leave the chart inside, and leaves out texts that are cut or would cover another text. If an entry
 * of a legend and another text overlap, the entry stays. If two other texts overlap, the larger one stays.
 */
export const settleTexts = (chart: ReturnType<typeof init>, { width, height }: Size): void => {
  const list = (chart as unknown as Drawn).getZr().storage.getDisplayList(true) as readonly TextLine[];
  const lines = list.filter(({ type, parent, style }) => type === 'tspan' && parent && style.text);
  const texts = [...Map.groupBy(lines, ({ parent }) => parent as ChartText)].sort(
    (a, b) => (rankOf(...b) > rankOf(...a) ? 1 : 0) - (rankOf(...a) > rankOf(...b) ? 1 : 0),
  );
  const taken: Box[] = [];
  for (const [text, parts] of texts) {
    const box = around(parts.map(placeOf));
    const dx = wayInside(box.x, box.width, width);
    const dy = wayInside(box.y, box.height, height);
    const place = { ...box, x: box.x + dx, y: box.y + dy };
    const isTooLarge = box.width > width || box.height > height;
    if (isTooLarge || isCut(text, parts) || !taken.every((other) => isApart(place, other))) {
      text.ignore = true;
      continue;
    }
    if (dx !== 0 || dy !== 0) move(parts, dx, dy);
    taken.push(place);
  }
};
