import { html, svg, type TemplateResult } from 'lit-html';

const WIDTH = 90;
const HEIGHT = 22;
const MARGIN = 2;

const pointsOf = (values: readonly number[]): string => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = high - low || 1;
  const step = (WIDTH - 2 * MARGIN) / Math.max(values.length - 1, 1);
  return values
    .map((value, index) => {
      const y = HEIGHT - MARGIN - ((value - low) / range) * (HEIGHT - 2 * MARGIN);
      return `${(MARGIN + index * step).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
};

/** Draws numbers as a small line. */
export const sparkline = (values: readonly number[]): TemplateResult => html`<svg
  class="sparkline"
  viewBox="0 0 ${WIDTH} ${HEIGHT}"
  role="img"
  aria-label=${values.join(', ')}
>
  ${svg`<polyline points=${pointsOf(values)} />`}
</svg>`;
