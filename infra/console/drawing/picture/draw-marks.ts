import { largestOf, smallestOf } from '../../../../schemas/common/charts/format-number.ts';
import type { Box, Theme } from '../theme.ts';

const STARS = 5;
const SIZE = 13;
const GAP = 3;
const COLOR = '#f5b82e';
const OUTER_RADIUS = SIZE / 2;
const INNER_RADIUS = OUTER_RADIUS * 0.42;

const round = (value: number): number => Math.round(value * 10) / 10;

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

/** Draws numbers as a small line above a pale area. A single number is a dot. */
export const drawSparkline = (values: readonly number[], { x, y, width, height }: Box, theme: Theme): string => {
  if (values.length === 0) return '';
  const color = theme.series[0];
  const [low, high] = [smallestOf(values), largestOf(values)];
  const range = high - low || 1;
  const points = values.map((value, index) => {
    const across = values.length === 1 ? width / 2 : (index / (values.length - 1)) * width;
    const up = high === low ? height / 2 : ((value - low) / range) * height;
    return `${round(x + across)} ${round(y + height - up)}`;
  });
  if (points.length === 1) {
    const [cx, cy] = (points[0] ?? '').split(' ');
    return `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${color}"/>`;
  }
  const line = `M${points.join('L')}`;
  const area = `${line}L${round(x + width)} ${round(y + height)}L${round(x)} ${round(y + height)}Z`;
  return `<path d="${area}" fill="${color}" fill-opacity=".18"/><path d="${line}" fill="none" stroke="${color}" stroke-width="1.5"/>`;
};
