/** How much finer the encoded steps are than degrees, unless the file says otherwise. */
const USUAL_SCALE = 1024;

/** Number of lists around an encoded ring, at most. */
const MAX_DEPTH = 2;

type Point = readonly [x: number, y: number];

/** Reads a number whose last bit is its sign. */
const signed = (code: number): number => (code >> 1) ^ -(code & 1);

/** Decodes a ring: each pair of characters is a step from the point before. */
const decodeRing = (text: string, [startX = 0, startY = 0]: readonly number[], scale: number): readonly Point[] => {
  let [x, y] = [startX, startY];
  return Array.from({ length: Math.floor(text.length / 2) }, (_, index): Point => {
    x += signed(text.charCodeAt(index * 2) - 64);
    y += signed(text.charCodeAt(index * 2 + 1) - 64);
    return [x / scale, y / scale];
  });
};

/**
 * Returns the coordinates of an area, decoded if ECharts has encoded them (UTF8Encoding): each text becomes a ring, with
 * the start that stands at the same place of `offsets`.
 */
export const decodeCoordinates = (value: unknown, offsets: unknown, scale: unknown, depth = MAX_DEPTH): unknown => {
  if (typeof value === 'string')
    return decodeRing(value, Array.isArray(offsets) ? offsets : [], Number(scale) || USUAL_SCALE);
  if (!Array.isArray(value) || depth === 0) return value;
  return value.map((one, index) => decodeCoordinates(one, Object(offsets)[index], scale, depth - 1));
};
