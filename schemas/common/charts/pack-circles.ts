import type { Place } from './spread-nodes.ts';

export interface Circle extends Place {
  readonly radius: number;
}

const GAP = 4;
const TURN = 0.35;
const STEP = 0.4;

/** Width of the packed shape in relation to its height. */
const ASPECT = 1.5;

const isFree = (circle: Circle, placed: readonly Circle[]): boolean =>
  placed.every(({ x, y, radius }) => Math.hypot(circle.x - x, circle.y - y) >= circle.radius + radius + GAP);

/** Finds a place for a circle: walks outwards in a spiral until the circle overlaps none of the placed circles. */
const findPlace = (radius: number, placed: readonly Circle[]): Circle => {
  for (let turn = 0; ; turn++) {
    const angle = turn * TURN;
    const circle = { x: ASPECT * STEP * turn * Math.cos(angle), y: STEP * turn * Math.sin(angle), radius };
    if (isFree(circle, placed)) return circle;
  }
};

/** Packs circles around the first one, without overlaps. Pass large circles first. */
export const packCircles = (radii: readonly number[]): readonly Circle[] => {
  const placed: Circle[] = [];
  for (const radius of radii) placed.push(findPlace(radius, placed));
  return placed;
};
