import { largestOf, smallestOf } from '../../../../schemas/common/charts/extremes.ts';
import type { Box } from '../size.ts';
import type { Theme } from '../theme.ts';

const round = (value: number): number => Math.round(value * 10) / 10;

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
