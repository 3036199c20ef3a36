/**
 * Minimum length of an outline to shorten. Only maps have outlines of this length, and maps look the same in whole
 * pixels.
 */
const MIN_OUTLINE_CHARACTERS = 300;

type Point = readonly [number, number];

const pointsOf = (ring: string): readonly Point[] =>
  ring.split('L').map((point) => {
    const [x = 0, y = 0] = point.split(' ').map((number) => Math.round(Number(number)));
    return [x, y];
  });

/** Writes a step as `x y`. Leaves out the blank if the second number begins with a minus sign. */
const writeStep = (dx: number, dy: number): string => `${dx}${dy < 0 ? '' : ' '}${dy}`;

/** Writes a ring as steps from point to point. Returns '' if all points are the same. */
const writeRing = (points: readonly Point[]): string => {
  const steps = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] as Point;
    return [x - fromX, y - fromY] as const;
  });
  const moved = steps.filter(([dx, dy]) => dx !== 0 || dy !== 0).map(([dx, dy]) => writeStep(dx, dy));
  return moved.length === 0 ? '' : `M${points[0]?.join(' ')}l${moved.join('l').replaceAll('l-', '-')}z`;
};

/** Shortens the outlines of a map to whole pixels, and to steps instead of positions. Returns other paths unchanged. */
export const shortenOutline = (path: string): string => {
  if (path.length < MIN_OUTLINE_CHARACTERS || !/^(?:M[L\d. -]+Z)+$/.test(path)) return path;
  const rings = path.split(/[MZ]+/).filter(Boolean);
  return rings.map((ring) => writeRing(pointsOf(ring))).join('');
};
