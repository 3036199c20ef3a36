/** Place in percent of the chart's width and height. */
export interface Cell {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Width of a picture in relation to its height. */
const ASPECT = 1.5;

const MAX_ROW = 3;

const countColumns = (count: number): number => {
  if (count <= MAX_ROW) return count;
  return count === MAX_ROW + 1 ? 2 : Math.ceil(Math.sqrt(count * ASPECT));
};

const roundTenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * Divides a chart into equal cells for a number of parts. The cells of the last row are centred.
 * @param margins the space above and below the cells, in percent.
 */
export const cellsFor = (count: number, { above = 0, below = 0 } = {}): readonly Cell[] => {
  const columns = Math.max(countColumns(count), 1);
  const rows = Math.max(Math.ceil(count / columns), 1);
  const [width, height] = [100 / columns, (100 - above - below) / rows];
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    return {
      left: roundTenth((index % columns) * width + ((columns - inRow) * width) / 2),
      top: roundTenth(above + row * height),
      width: roundTenth(width),
      height: roundTenth(height),
    };
  });
};

export const centerOf = ({ left, top, width, height }: Cell) => ({
  x: roundTenth(left + width / 2),
  y: roundTenth(top + height / 2),
});

/** Radius in percent of half the chart's height. */
export const radiusIn = ({ width, height }: Cell): number => roundTenth(Math.min(width * ASPECT, height));

export const percent = (value: number): string => `${roundTenth(value)}%`;
