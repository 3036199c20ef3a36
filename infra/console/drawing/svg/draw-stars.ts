import type { Box } from '../size.ts';
import type { Theme } from '../theme.ts';

const STARS = 5;
const SIZE = 13;
const GAP = 3;
const COLOR = '#f5b82e';
const OUTER_RADIUS = SIZE / 2;
const INNER_RADIUS = OUTER_RADIUS * 0.42;

const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns the corners of a star, from its top. */
const starAt = (cx: number, cy: number): string => {
  const corners = Array.from({ length: 2 * STARS }, (_, index) => {
    const radius = index % 2 === 0 ? OUTER_RADIUS : INNER_RADIUS;
    const angle = (index * Math.PI) / STARS;
    return `${round(cx + radius * Math.sin(angle))} ${round(cy - radius * Math.cos(angle))}`;
  });
  return `M${corners.join('L')}Z`;
};

/** Draws five stars, some of which are filled. A star that is filled in part is paler. */
export const drawStars = ({ stars }: { readonly stars: number }, { x, y, height }: Box, theme: Theme): string =>
  Array.from({ length: STARS }, (_, index) => {
    const filled = Math.min(Math.max(stars - index, 0), 1);
    const path = starAt(x + OUTER_RADIUS + index * (SIZE + GAP), y + height / 2);
    const ground = `<path d="${path}" fill="${theme.line}"/>`;
    return filled === 0 ? ground : `${ground}<path d="${path}" fill="${COLOR}" fill-opacity="${round(filled)}"/>`;
  }).join('');
